import { join } from "node:path";
import { AccessGovernanceClient, ForbiddenError, NotFoundError } from "pulumi-access-governance/client";
import { expectAccess, openStack, type Service, type Stack, startService } from "pulumi-access-governance/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let service: Service;
let stack: Stack;
let groupId: string;

beforeAll(async () => {
    service = await startService({
        tokens: [
            { token: "greta-token", email: "greta@tidewater.example", role: "MEMBER" },
            { token: "hugo-token", email: "hugo@tidewater.example", role: "MEMBER" },
        ],
    });
    stack = await openStack({ program: join(__dirname), service });
    const up = await stack.up();
    expect(up.exitCode, up.output).toBe(0);
    groupId = String(up.outputs.oncallGroupId);
});

afterAll(async () => {
    await stack?.close();
    await service?.close();
});

/** A client with the token of a user. */
const as = (token: string) => new AccessGovernanceClient({ url: service.url, token });

test("a second preview shows nothing to do", async () => {
    const preview = await stack.preview({ expectNoChanges: true });
    expect(preview.exitCode, preview.output).toBe(0);
});

test("Bruno is the only member, for a week", async () => {
    const emails = async () => (await as(service.token).groups.listUsers(groupId).all()).map(({ email }) => email);
    expect(await emails()).toEqual(["bruno@tidewater.example"]);
    service.clock.advance(7 * 24 * 60 * 60_000);
    expect(await emails()).toEqual([]);
});

test("office staff can see the group and request access, but not add themselves", async () => {
    const greta = await as("greta-token").users.getCurrentUser();
    expect(await as("greta-token").groups.get(groupId)).toMatchObject({ name: "Production on-call" });
    const attempt = as("greta-token").groups.addUser(groupId, greta.user_id, { duration_minutes: 0 });
    await expect(attempt).rejects.toThrow(ForbiddenError);
});

test("office staff need approval", async () => {
    await expectAccess(service, { who: "group:Office staff" }).cannot("reach group:Production on-call");
});

test("nobody else can see the group", async () => {
    await expect(as("hugo-token").groups.get(groupId)).rejects.toThrow(NotFoundError);
});

test("a preview shows access that was given by hand, and the next `up` reverts it", async () => {
    await as(service.token).groups.setVisibility(groupId, { visibility: "GLOBAL" });
    const drift = await stack.preview();
    expect(drift.output).toContain('visibility.visibility is "GLOBAL" on the service, declared "LIMITED"');
    expect((await stack.up()).exitCode).toBe(0);
    await expect(as("hugo-token").groups.get(groupId)).rejects.toThrow(NotFoundError);
});
