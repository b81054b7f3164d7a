/** A short version of `npm run prove kills` on the local engine, and tests of its damage detection. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startService } from "../../../src/local/service/index.js";
import { Dice } from "../simulator/dice.js";
import { damageOf } from "./audit.js";
import { type Declared, drawn, FEWEST, NOTHING, objectsOf, writesOf } from "./declared.js";

test("a killed run is recovered without damage", async () => {
    const { code, output } = await kills("--engine", "local", "--times", "1", "--victims", "run", "--objects", "20");
    expect(output).toMatch(/^kills on the local engine, seed 1\n/);
    expect(output).toMatch(
        /\n1\/1 run making 20 objects, after \d+ of about \d+ writes: exit 255; .*; clean \(\d+ s\)\n/,
    );
    expect(output).toMatch(/\nkills 1 \(run 1\): lost 0, doubled 0, left 0, stuck 0\n$/);
    expect(code).toBe(0);
});

test("an invalid option is reported with exit code 2", async () => {
    const { code, output } = await kills("--victims", "user");
    expect(output).toContain("They are run, provider, service.");
    expect(code).toBe(2);
});

describe("a random program", () => {
    const supply = (seed: number) => ({ dice: new Dice(seed), userIds: ["a", "b", "c", "d", "e"], appIds: ["x", "y"] });

    test.each([1, 2, 3])("has the requested number of objects and depends only on the seed (%i)", (seed) => {
        for (const objects of [FEWEST, 57, 200]) {
            const [one, other] = [supply(seed), supply(seed)];
            const first = drawn(one, objects, NOTHING);
            const second = drawn(one, objects, first);
            expect([objectsOf(first), objectsOf(second)]).toEqual([objects, objects]);
            expect(drawn(other, objects, drawn(other, objects, NOTHING))).toEqual(second);
            for (const { owner } of second.groups) expect(second.owners.map(({ name }) => name)).toContain(owner);
            expect(writesOf(first, first)).toBe(0);
            expect(writesOf(first, second)).toBeGreaterThan(0);
        }
    });
});

describe("the count of damaged objects", () => {
    /** Creates the declared objects directly through the API. */
    async function made() {
        const service = await startService();
        const organization = service.snapshot();
        const call = async (method: string, path: string, body?: object) => {
            const headers = { authorization: `Bearer ${service.token}`, "content-type": "application/json" };
            const request = new Request(service.url + path, { method, headers, body: JSON.stringify(body) ?? null });
            const answer = await service.fetch(request);
            const text = await answer.text();
            if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
            return text && JSON.parse(text);
        };
        const [appId = ""] = organization.apps.map(({ app_id }) => app_id);
        const [userId = "", other = ""] = organization.users.map(({ user_id }) => user_id);
        const declared: Declared = {
            owners: [{ name: "Owner 1", description: "one", userIds: [userId] }],
            groups: [{ name: "Group 1", appId, description: "one", owner: "Owner 1", memberIds: [userId] }],
        };
        const owner = { name: "Owner 1", description: "one", user_ids: [userId] };
        const { owner_id } = await call("POST", "/owners", owner);
        const group = { name: "Group 1", app_id: appId, group_type: "SVC_GROUP", description: "one" };
        const makeGroup = async () => {
            const { group_id } = await call("POST", "/groups", group);
            await call("PUT", "/groups", { groups: [{ group_id, admin_owner_id: owner_id }] });
            await call("PUT", `/groups/${group_id}/visibility`, { visibility: "LIMITED", visibility_group_ids: [] });
            return group_id;
        };
        const groupId = await makeGroup();
        const add = (id: string) => call("POST", `/groups/${groupId}/users/${id}`, { duration_minutes: 0 });
        await add(userId);
        const counted = () => {
            const { lost, doubled, left } = damageOf(service.snapshot(), organization, declared);
            return { lost, doubled, left };
        };
        return { service, call, counted, groupId, owner_id, userId, other, makeGroup, add };
    }

    test("is zero if everything is as declared", async () => {
        const { service, counted } = await made();
        expect(counted()).toEqual({ lost: 0, doubled: 0, left: 0 });
        await service.close();
    });

    test("includes missing, different, duplicate and undeclared objects", async () => {
        const { service, call, counted, groupId, owner_id, userId, other, makeGroup, add } = await made();
        await add(other);
        expect(counted()).toEqual({ lost: 0, doubled: 0, left: 1 });
        await call("DELETE", `/groups/${groupId}/users/${userId}`);
        expect(counted()).toEqual({ lost: 1, doubled: 0, left: 1 });
        await call("PUT", `/owners/${owner_id}/users`, { user_ids: [] });
        expect(counted()).toEqual({ lost: 2, doubled: 0, left: 1 });
        await makeGroup();
        expect(counted()).toEqual({ lost: 2, doubled: 1, left: 1 });
        await call("PUT", `/groups/${groupId}/visibility`, { visibility: "GLOBAL" });
        expect(counted()).toEqual({ lost: 3, doubled: 1, left: 1 });
        await service.close();
    });
});

/** Runs `npm run prove kills` without the build, which is done before the tests. */
function kills(...args: string[]): Promise<{ code: number; output: string }> {
    const root = join(__dirname, "../../..");
    const main = [join(root, "node_modules/ts-node/dist/bin.js"), "-T", join(__dirname, "main.ts"), ...args];
    return new Promise((resolve) => {
        execFile(process.execPath, main, { cwd: root }, (error, stdout, stderr) =>
            resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
        );
    });
}
