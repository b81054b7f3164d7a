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
            { token: "of-greta", email: "greta@tidewater.example", role: "MEMBER" },
            { token: "of-somebody", email: "hugo@tidewater.example", role: "MEMBER" },
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

/** The API as the user of this token sees it. */
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

test("the staff sees the group and may ask for access, but not take it", async () => {
    const greta = await as("of-greta").users.getCurrentUser();
    expect(await as("of-greta").groups.get(groupId)).toMatchObject({ name: "Production on-call" });
    const taken = as("of-greta").groups.addUser(groupId, greta.user_id, { duration_minutes: 0 });
    await expect(taken).rejects.toThrow(ForbiddenError);
});

test("the staff needs somebody's approval", async () => {
    await expectAccess(service, { who: "group:Office staff" }).cannot("reach group:Production on-call");
});

test("nobody else sees it", async () => {
    await expect(as("of-somebody").groups.get(groupId)).rejects.toThrow(NotFoundError);
});

test("access that somebody gives by hand is shown, and taken back by the next `up`", async () => {
    await as(service.token).groups.setVisibility(groupId, { visibility: "GLOBAL" });
    const drift = await stack.preview();
    expect(drift.output).toContain('visibility.visibility is "GLOBAL" on the service, declared "LIMITED"');
    expect((await stack.up()).exitCode).toBe(0);
    await expect(as("of-somebody").groups.get(groupId)).rejects.toThrow(NotFoundError);
});
