/** A token is rotated on a complete engine: what depends on its secret follows in the same run, and the pipeline uses the token itself. */
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { World } from "../proofs/conformance/world.js";

describe.each(["dynamic", "plugin"])("in the form %s", (form) => {
    let world: World;
    let stack: Stack;
    let userId: string;
    const secrets: string[] = [];

    beforeEach(async () => {
        world = await World.start();
        const { paladin_id } = await world.api<{ paladin_id: string }>("POST", "/paladin", {
            name: "Deployer",
            owner_id: world.ownerId,
        });
        userId = paladin_id;
        const administrator = { role: "ADMIN", manager_id: null, idp_managed: false, immutable: true } as const;
        world.service.store.userFacts.set({ user_id: userId, ...administrator });
        stack = await openStack({
            program: join(__dirname, "../programs/token"),
            env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
            config: {
                "access-governance:url": world.service.url,
                "access-governance:token": { secret: world.service.token },
                "token:user": userId,
                "token:form": form,
            },
        });
        secrets.length = 0;
    });

    afterEach(async () => {
        await stack?.close();
        await world?.close();
    });

    const days = (count: number) => world.service.clock.advance(count * 86_400_000);
    const tokens = () => world.service.store.tokens.all().filter((one) => one.user_id === userId);
    const useToken = (token: string) => stack.setConfig("access-governance:token", token, { secret: true });
    const changesIn = (run: Run) => run.steps.filter(({ op }) => op === "update").map(({ name }) => name);
    const received = () =>
        JSON.stringify(
            world.service.calls
                .writes()
                .filter(({ operation }) => /EventStream$/.test(String(operation)))
                .at(-1),
        );

    /** Checks that a run succeeded and printed no secret, and that the state contains none in clear text. */
    async function clean(run: Run): Promise<Run> {
        expect(run.exitCode, run.output).toBe(0);
        const plain = JSON.stringify(await stack.exportState());
        for (const secret of secrets) {
            expect(run.output).not.toContain(secret);
            expect(plain).not.toContain(secret);
        }
        return run;
    }

    /** Runs `up`, and returns the secret that it passed on. */
    async function up(): Promise<string> {
        const run = await stack.up();
        const state = await stack.exportState({ showSecrets: true });
        const token = state.deployment.resources?.find(({ urn }) => String(urn).endsWith("::watch"));
        const secret = JSON.stringify(token).match(/local-[\w-]{43}/)?.[0] ?? "";
        expect(await world.has("/users/whoami")).toBe(true);
        await world.api("GET", "/users/whoami", undefined, secret);
        secrets.push(secret);
        await clean(run);
        return secret;
    }

    test("a rotation is previewed, passed on in the same run, and ends after the overlap", async () => {
        const first = await up();
        expect(received()).toContain(first);
        await clean(await stack.preview({ expectNoChanges: true }));
        await clean(await stack.refresh());
        await clean(await stack.preview({ expectNoChanges: true }));

        days(31);
        const preview = await clean(await stack.preview());
        expect(changesIn(preview).sort()).toEqual(["receiver", "watch"]);
        expect(preview.output).toContain(" rotates: ");
        expect(tokens()).toHaveLength(1);
        world.service.calls.clear();
        const second = await up();
        expect(second).not.toBe(first);
        expect(received()).toContain(second);
        expect(tokens()).toHaveLength(2);
        await clean(await stack.preview({ expectNoChanges: true, refresh: true }));

        days(6);
        const end = await clean(await stack.preview());
        expect(changesIn(end)).toContain("watch");
        expect(end.output).toContain(" deletes the former token ");
        expect(await up()).toBe(second);
        expect(tokens()).toHaveLength(1);
        await clean(await stack.preview({ expectNoChanges: true }));
        await clean(await stack.destroy());
        expect(tokens()).toEqual([]);
    });

    test("a pipeline uses the token that it rotates", async () => {
        let secret = await up();
        for (let month = 0; month < 7; month += 1) {
            await useToken(secret);
            days(26);
            await up();
            days(5);
            const next = await up();
            expect(next).not.toBe(secret);
            expect(tokens()).toHaveLength(2);
            secret = next;
        }
        await useToken(secret);
        expect((await stack.destroy()).exitCode).not.toBe(0);
        expect(tokens().length).toBeGreaterThan(0);
        await useToken(world.service.token);
        await up();
        await clean(await stack.destroy());
        expect(tokens()).toEqual([]);
    });

    test.each([
        ["createToken", 409],
        ["createToken", 503],
        ["deleteToken", 403],
    ] as const)("stays secret in the state if %s fails with %i", async (operation, status) => {
        const config = "access-governance:retries";
        await stack.setConfig(config, "0");
        secrets.push(await up());
        days(operation === "createToken" ? 31 : 0);
        if (operation === "deleteToken") {
            days(31);
            secrets.push(await up());
            days(10);
        }
        world.service.faults.add({ operation, times: 10, answer: { status } });
        const failed = await stack.up();
        expect(failed.exitCode).not.toBe(0);
        world.service.faults.clear();
        const text = JSON.stringify(await stack.exportState());
        for (const secret of secrets) {
            expect(failed.output).not.toContain(secret);
            expect(text).not.toContain(secret);
        }
        await up();
    });
});
