import { beforeEach, describe, expect, it } from "vitest";
import type { Token } from "../../../../src/api/generated/types.gen.js";
import type { Properties } from "../../../../src/common/properties.js";
import { ServiceUserToken } from "../../../../src/resources/kinds/people/service-user-token.js";
import type { DrivenState } from "../../../../src/verify/write/driven-resource.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

const { kind } = ServiceUserToken;

let userId: string;
let args: Properties;
let stack: Stack;

eachWorld();

beforeEach(async () => {
    userId = (
        await world.api<{ paladin_id: string }>("POST", "/paladin", { name: "Deployer", owner_id: world.ownerId })
    ).paladin_id;
    args = { userId, tokenLabel: "deploy", accessLevel: "READ_ONLY", rotateEveryDays: 30, overlapDays: 5 };
    stack = new Stack(kind, world);
});

const days = (count: number) => world.service.clock.advance(count * 86_400_000);
const tokens = (): Token[] => world.service.store.tokens.all().filter((one) => one.user_id === userId);
const ids = () => tokens().map((one) => one.token_id);
const state = (): DrivenState => {
    if (!stack.state) throw new Error("the state is empty");
    return stack.state;
};
const outputs = () => state().outputs;
const secret = () => String(outputs().signedToken);
const writes = () => world.service.calls.writes().map(({ operation }) => operation);
const works = (token: string) =>
    world.api("GET", "/users/whoami", undefined, token).then(
        () => true,
        () => false,
    );
const create = (token_label: string, access_level = "READ_ONLY") =>
    world.api<{ token: Token; signed_token: string }>("POST", "/tokens", {
        token_label,
        access_level,
        user_id: userId,
    });
const drop = (id: unknown) => world.api("DELETE", `/tokens/${String(id)}`);

async function up(declared = args): Promise<string> {
    const { action, failures } = await stack.up(declared);
    expect(failures).toEqual([]);
    return action;
}

async function quiet(declared = args): Promise<void> {
    expect(await stack.preview(declared)).toMatchObject({ action: "same", lines: [], failures: [] });
    world.service.calls.clear();
    expect(await up(declared)).toBe("same");
    expect(writes()).toEqual([]);
}

describe("rotation", () => {
    it("passes on a second token, and deletes the former one after the overlap; a preview announces both", async () => {
        await up();
        const [first, { id }] = [secret(), state()];
        days(29);
        await quiet();

        days(1);
        const preview = await stack.preview(args);
        expect(preview).toMatchObject({ action: "update" });
        expect(preview.lines).toEqual([expect.stringContaining(" rotates: ")]);
        expect(ids()).toEqual([outputs().tokenId]);
        expect(await up()).toBe("update");
        const second = secret();
        expect(state().id).toBe(id);
        expect(second).not.toBe(first);
        expect([await works(first), await works(second)]).toEqual([true, true]);
        expect(ids().sort()).toEqual([outputs().tokenId, outputs().formerTokenId].map(String).sort());

        days(4);
        await quiet();
        days(1);
        const { action, lines } = await stack.preview(args);
        expect(action).toBe("update");
        expect(lines).toEqual([expect.stringContaining(String(outputs().formerTokenId))]);
        expect(ids()).toHaveLength(2);
        expect(await up()).toBe("update");
        expect([await works(first), await works(second)]).toEqual([false, true]);
        expect(secret()).toBe(second);
        expect(outputs().formerTokenId).toBeNull();
        await quiet();
    });

    it("first deletes the former token if the runs stood still for long", async () => {
        await up();
        days(30);
        await up();
        days(300);
        expect(await up()).toBe("update");
        expect(ids().sort()).toEqual([outputs().tokenId, outputs().formerTokenId].map(String).sort());
        expect(await works(secret())).toBe(true);
        days(5);
        await up();
        expect(ids()).toEqual([outputs().tokenId]);
        await quiet();
    });

    it("finds that a rotation is due without a read, if only changes are read", async () => {
        const sparing = new Stack(kind, world, { "access-governance:read": "changed" }, ({ absence }) =>
            absence.found(),
        );
        await sparing.up(args);
        world.service.calls.clear();
        expect(await sparing.preview(args)).toMatchObject({ action: "same" });
        expect(world.service.calls.all()).toEqual([]);
        days(30);
        expect(await sparing.up(args)).toMatchObject({ action: "update" });
        days(5);
        expect(await sparing.up(args)).toMatchObject({ action: "update" });
        expect(ids()).toEqual([sparing.state?.outputs.tokenId]);
    });

    it("keeps the end of the token, even if the program no longer declares it, and ends with it", async () => {
        const end = new Date(world.now() + 45 * 86_400_000).toISOString();
        await up({ ...args, expiresAt: end });
        await up(args);
        days(30);
        await up(args);
        expect(tokens().map((one) => Date.parse(one.expires_at ?? ""))).toEqual([Date.parse(end), Date.parse(end)]);
        days(100);
        await up(args);
        await quiet(args);
        expect(await works(secret())).toBe(false);
    });

    it("keeps the access level that the program ignores", async () => {
        await up();
        days(30);
        const declared = { ...args, accessLevel: "FULL_ACCESS" };
        expect(await stack.up(declared, { ignoreChanges: ["accessLevel"] })).toMatchObject({ action: "update" });
        expect(tokens().map((one) => one.access_level)).toEqual(["READ_ONLY", "READ_ONLY"]);
    });

    it("waits while another token takes the second place, and says so", async () => {
        await up();
        const other = (await create("of a person")).token;
        days(40);
        const { action, lines } = await stack.preview(args);
        expect(action).toBe("same");
        expect(lines.join()).toContain(other.token_id);
        expect(await up()).toBe("same");
        expect(ids().sort()).toEqual([outputs().tokenId, other.token_id].map(String).sort());
        await drop(other.token_id);
        expect(await up()).toBe("update");
    });
});

describe("changes", () => {
    it("takes a new token for another access level, and keeps the former one until the overlap ends", async () => {
        const full = { ...args, accessLevel: "FULL_ACCESS" };
        await up(full);
        const first = secret();
        const { lines } = await stack.preview(args);
        // The former token keeps the wider access level for some time, which is said.
        expect(lines.join()).toContain("FULL_ACCESS until ");
        expect(await up()).toBe("update");
        expect(new Set(tokens().map((one) => one.access_level))).toEqual(new Set(["FULL_ACCESS", "READ_ONLY"]));
        await quiet();

        // Only two tokens can exist, so the next change waits.
        const early = await stack.preview(full);
        expect(early).toMatchObject({ action: "same" });
        expect(early.lines.join()).toContain("accessLevel");
        world.service.calls.clear();
        expect(await up(full)).toBe("same");
        expect(writes()).toEqual([]);
        expect(await works(first)).toBe(true);
        days(5);
        expect(await up(full)).toBe("update");
        expect(await works(first)).toBe(false);
        expect(tokens()).toHaveLength(2);
        expect(outputs().accessLevel).toBe("FULL_ACCESS");
    });

    it("does not lose the former token if the current one ends first", async () => {
        const at = (day: number) => new Date(world.now() + day * 86_400_000).toISOString();
        const [soon, late] = [at(2), at(300)];
        await up();
        const first = secret();
        await up({ ...args, expiresAt: soon });
        days(3);
        await up({ ...args, expiresAt: late });
        expect(await works(first)).toBe(true);
        days(2);
        await up({ ...args, expiresAt: late });
        expect([await works(first), await works(secret())]).toEqual([false, true]);
        days(5);
        await up({ ...args, expiresAt: late });
        expect(ids()).toEqual([outputs().tokenId]);
    });

    it("deletes the tokens of a replaced or removed declaration, the new one first passed on", async () => {
        await up();
        const first = secret();
        world.between = async (request, pass) => {
            if (request.method === "DELETE") expect(tokens()).toHaveLength(2);
            return pass();
        };
        expect(await up({ ...args, tokenLabel: "release" })).toBe("replace");
        world.between = undefined;
        expect([await works(first), await works(secret())]).toEqual([false, true]);
        days(30);
        await up({ ...args, tokenLabel: "release" });
        expect(tokens()).toHaveLength(2);
        await stack.destroy();
        expect(tokens()).toEqual([]);
    });
});

describe("outside changes", () => {
    it("creates the current token again if it was deleted outside, and ignores a former one that was", async () => {
        await up();
        days(30);
        await up();
        await drop(outputs().formerTokenId);
        expect((await stack.preview(args)).lines).toEqual([]);
        await up();
        expect(ids()).toEqual([outputs().tokenId]);
        days(1);
        await drop(outputs().tokenId);
        const { lines } = await stack.preview(args);
        expect(lines.join()).toMatch(/deleted outside Pulumi.*gives access/);
        await up();
        expect(ids()).toEqual([outputs().tokenId]);
        expect(await works(secret())).toBe(true);
    });

    it("creates the current token again while the former one is kept", async () => {
        await up();
        const first = secret();
        days(30);
        await up();
        days(1);
        await drop(outputs().tokenId);
        const { action, lines } = await stack.preview(args);
        expect(action).toBe("update");
        expect(lines).toEqual([expect.stringMatching(/deleted outside Pulumi.*gives access/)]);
        expect(await up()).toBe("update");
        expect([await works(first), await works(secret())]).toEqual([true, true]);
        expect(tokens()).toHaveLength(2);
        days(5);
        await up();
        expect(ids()).toEqual([outputs().tokenId]);
    });

    it("does not take a new token for deleted because the list lags", async () => {
        await up();
        days(30);
        world.service.faults.add({ operation: "getTokens", times: 99, answer: { staleMs: 60_000 } });
        await up();
        world.service.clock.advance(30_000);
        expect((await world.api<{ results: Token[] }>("GET", `/tokens?user_id=${userId}`)).results).toHaveLength(1);
        expect(await stack.preview(args)).toMatchObject({ action: "same" });
        expect(await up()).toBe("same");
        expect(tokens()).toHaveLength(2);
    });

    it("never deletes a token that others made or use", async () => {
        const [mine] = [await create("deploy")];
        expect((await stack.up(args)).failures.join()).toContain(`import: "${userId}/deploy"`);
        await drop(mine.token.token_id);
        await up();
        const [own] = tokens();
        if (!own) throw new Error("there is no token");
        // The mark of another resource, and a similar one.
        for (const label of [`${own.token_label}x`, "deploy [pulumi 0000000000]", "deploy [pulumi]", "deploy"]) {
            const { token } = await create(label);
            days(60);
            await stack.up(args);
            expect(ids().sort(), label).toEqual([outputs().tokenId, token.token_id].map(String).sort());
            await drop(token.token_id);
        }
        // Its own mark: used since, so somebody received it.
        const used = await create(own.token_label);
        expect(await works(used.signed_token)).toBe(true);
        await stack.up(args);
        expect(ids()).toContain(used.token.token_id);
        await drop(used.token.token_id);
        const unused = await create(own.token_label);
        expect((await stack.preview(args)).lines.join()).toContain(unused.token.token_id);
        await up();
        expect(ids()).not.toContain(unused.token.token_id);
    });
});

describe("the token of the run itself", () => {
    const self = (token: string) => {
        const next = new Stack(kind, world, { "access-governance:token": token });
        next.state = stack.state;
        stack = next;
    };

    beforeEach(() => {
        const administrator = { role: "ADMIN", manager_id: null, idp_managed: false, immutable: true } as const;
        world.service.store.userFacts.set({ user_id: userId, ...administrator });
        args = { ...args, accessLevel: "FULL_ACCESS" };
    });

    it("rotates itself for years without a failed run", async () => {
        await up();
        const seen = new Set<string>();
        for (let week = 0; week < 60; week += 1) {
            self(secret());
            await up();
            expect(await works(secret())).toBe(true);
            expect(tokens().length).toBeLessThanOrEqual(2);
            seen.add(secret());
            days(7);
        }
        expect(seen.size).toBeGreaterThanOrEqual(12);
        expect(ids().length).toBeLessThanOrEqual(2);
    });

    it("stays after the overlap as long as the run uses it, and then nothing rotates", async () => {
        await up();
        const first = secret();
        self(first);
        days(30);
        await up();
        const second = secret();
        for (const wait of [6, 40]) {
            days(wait);
            const { action, lines } = await stack.preview(args);
            expect(action).toBe("same");
            expect(lines.join()).toContain(String(outputs().formerTokenId));
            expect(await up()).toBe("same");
            expect([await works(first), await works(second)]).toEqual([true, true]);
        }
        self(second);
        expect(await up()).toBe("update");
        expect([await works(first), await works(second), await works(secret())]).toEqual([false, true, true]);
    });

    it("is also kept if it was imported, so that nobody knows its secret", async () => {
        const { token, signed_token } = await create("deploy", "FULL_ACCESS");
        await stack.up(args, { import: `${userId}/deploy` });
        self(signed_token);
        await expect(stack.destroy()).rejects.toThrow("OwnTokenError");
        days(30);
        await up();
        const [former, current] = [signed_token, secret()];
        days(6);
        expect(await up()).toBe("same");
        expect([await works(former), await works(current)]).toEqual([true, true]);
        self(current);
        expect(await up()).toBe("update");
        expect(ids()).not.toContain(token.token_id);
        self(world.service.token);
        await stack.destroy();
        expect(tokens()).toEqual([]);
    });

    it("is not deleted with the declaration", async () => {
        await up();
        days(30);
        self(secret());
        await up();
        for (const token of [world.service.token, secret()]) expect(await works(token)).toBe(true);
        await expect(stack.destroy()).rejects.toThrow("OwnTokenError");
        self(secret());
        await expect(stack.destroy()).rejects.toThrow("OwnTokenError");
        expect(tokens()).toHaveLength(2);
        self(world.service.token);
        await stack.destroy();
        expect(tokens()).toEqual([]);
    });
});

describe("a run that is killed", () => {
    /** Runs `up`, and kills the run at its call number `at`: before the call reaches the service, or before its answer arrives. */
    async function killed(at: number, when: "before" | "after"): Promise<boolean> {
        const before = stack.state;
        let calls = 0;
        world.between = async (_request, pass) => {
            const call = calls++;
            if (call < at) return pass();
            if (call === at && when === "after") await pass();
            throw new TypeError("killed", { cause: { code: "ECONNRESET" } });
        };
        await stack.up(args);
        world.between = undefined;
        // A killed run does not write the state.
        if (calls > at) stack.state = before;
        return calls > at;
    }

    it.each(["before", "after"] as const)("%s the answer of any call is continued by the next run", async (when) => {
        for (const moment of ["creation", "rotation", "end of the overlap", "both"] as const) {
            for (let at = 0; ; at += 1) {
                stack = new Stack(kind, world);
                const passedOn: string[] = [];
                if (moment !== "creation") {
                    await up();
                    passedOn.push(secret());
                    days(30);
                }
                if (moment === "end of the overlap" || moment === "both") {
                    await up();
                    passedOn.push(secret());
                    days(moment === "both" ? 30 : 5);
                }
                const isKilled = await killed(at, when);
                const label = `${moment}, call ${at}`;
                expect(tokens().length, label).toBeLessThanOrEqual(2);
                if (passedOn.length > 0) expect(await works(passedOn.at(-1) ?? ""), label).toBe(true);
                await up();
                expect(await works(secret()), label).toBe(true);
                expect(tokens().length, label).toBeLessThanOrEqual(2);
                days(6);
                await up();
                expect(ids(), label).toEqual([outputs().tokenId]);
                await quiet();
                await stack.destroy();
                expect(tokens(), label).toEqual([]);
                if (!isKilled) break;
                expect(at).toBeLessThan(40);
            }
        }
    });

    it("in its first creation leaves a token whose deletion the next preview announces", async () => {
        await up();
        const [left] = tokens();
        const second = new Stack(kind, world);
        const { lines } = await second.preview(args);
        expect(lines.join()).toContain(`deletes ${left?.token_id}`);
        // A token that was used belongs to somebody.
        expect(await works(secret())).toBe(true);
        expect((await second.preview(args)).failures.join()).toContain("already has this");
    });

    it("and then destroyed leaves no token", async () => {
        for (let at = 0; ; at += 1) {
            stack = new Stack(kind, world);
            await up();
            days(30);
            const isKilled = await killed(at, "after");
            await stack.destroy();
            expect(tokens(), `call ${at}`).toEqual([]);
            if (!isKilled) break;
        }
    });

    it.each(["reset", "truncated", "malformed", { status: 503 }] as const)(
        "or whose answer is lost (%j) leaves no token, and prints no secret",
        async (answer) => {
            const said: string[] = [];
            for (const when of ["before", "after"] as const) {
                for (const times of [1, 9]) {
                    world.service.faults.add({ operation: ["createToken", "deleteToken"], when, answer, times });
                    const { failures, lines } = await stack.up(args);
                    said.push(...failures, ...lines);
                    world.service.faults.clear();
                    expect(tokens().length).toBeLessThanOrEqual(2);
                    await up();
                    expect(await works(secret())).toBe(true);
                    days(30);
                }
            }
            await up();
            days(5);
            await up();
            expect(ids()).toEqual([outputs().tokenId]);
            expect(said.join("\n")).not.toMatch(/local-[\w-]{30}/);
        },
    );
});

it("an imported token has no secret until it is rotated", async () => {
    const { token, signed_token } = await create("deploy");
    const imported = { import: `${userId}/deploy` };
    expect(await stack.up(args, imported)).toMatchObject({ action: "create", failures: [] });
    expect(outputs()).toMatchObject({ tokenId: token.token_id, signedToken: null });
    await quiet();
    days(30);
    await up();
    expect([await works(signed_token), await works(secret())]).toEqual([true, true]);
    days(5);
    await up();
    expect(await works(signed_token)).toBe(false);
});

it("a person gets no token", async () => {
    const [, person] = world.userIds;
    const { failures } = await stack.up({ ...args, userId: person });
    expect(failures).toHaveLength(1);
    expect(world.service.store.tokens.all().filter((one) => one.user_id === person)).toEqual([]);
});
