/** Runs programs that rename objects to names that others have, on a complete engine. */
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { World } from "../proofs/conformance/world.js";

type Owners = Readonly<Record<string, string>>;

describe.each(["dynamic", "plugin"])("with resources of the form %s", (form) => {
    let world: World;
    let stack: Stack;

    beforeEach(async () => {
        world = await World.start();
        stack = await openStack({
            program: join(__dirname, "../programs/renames"),
            config: {
                "access-governance:url": world.service.url,
                "access-governance:token": { secret: world.service.token },
            },
            env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "", FORM: form },
        });
    });

    afterEach(async () => {
        await stack?.close();
        await world?.close();
    });

    const declare = async (owners: Owners, later: Owners = {}) => {
        await stack.setConfig("renames:owners", JSON.stringify(Object.entries(owners)));
        await stack.setConfig("renames:later", JSON.stringify(Object.entries(later)));
    };
    const idOf = (name: string) => world.service.store.owners.all().find((one) => one.name === name)?.owner_id ?? "";
    const errors = (run: Run) =>
        run.diagnostics.flatMap(({ severity, message }) => (severity === "error" ? [message] : [])).join("\n");
    const succeeds = (run: Run) => expect(run.exitCode, run.output).toBe(0);
    const rename = (from: string, to: string) =>
        world.api("PUT", "/owners", { owners: [{ owner_id: idOf(from), name: to }] });
    const failsFor = async (resource: string, name: string, keeper?: string) => {
        const before = world.service.snapshot();
        const holder = idOf(name);
        const fails = (run: Run): void => {
            expect(run.exitCode, run.output).not.toBe(0);
            for (const part of ["DeclarationConflictError", `"${resource}"`, `name "${name}"`])
                expect(errors(run)).toContain(part);
        };
        fails(await stack.preview());
        expect(world.service.snapshot()).toEqual(before);
        if (keeper !== undefined) return expect(errors(await stack.preview())).toContain(`"${keeper}"`);
        const run = await stack.up();
        fails(run);
        expect(errors(run)).toContain(holder);
        expect(idOf(name)).toBe(holder);
    };

    test.each<[string, Owners, Owners, Owners]>([
        ["two objects swap names", { a: "Alpha", b: "Beta" }, { a: "Beta", b: "Alpha" }, {}],
        [
            "three objects rotate their names",
            { a: "Alpha", b: "Beta", c: "Gamma" },
            { a: "Beta", b: "Gamma", c: "Alpha" },
            {},
        ],
        [
            "a name is released by a resource that is registered later",
            { a: "Alpha", b: "Beta" },
            { a: "Beta" },
            { b: "C" },
        ],
    ])("previews and deploys a program in which %s", async (_, before, after, later) => {
        await declare(before);
        succeeds(await stack.up());
        const ids = Object.fromEntries(Object.entries(before).map(([resource, name]) => [resource, idOf(name)]));
        await declare(after, later);
        succeeds(await stack.preview());
        succeeds(await stack.up());
        for (const [resource, name] of Object.entries({ ...after, ...later })) expect(idOf(name)).toBe(ids[resource]);
    });

    test("fails in the preview if an object outside the program has the name", async () => {
        await declare({ a: "Alpha", b: "Beta" });
        succeeds(await stack.up());
        await world.newOwner("Taken");
        await declare({ a: "Taken", b: "Gamma" });
        await failsFor("a", "Taken");
    });

    test("fails in the preview if the object that has the name is deleted by the same run, because that comes last", async () => {
        await declare({ a: "Alpha", b: "Beta" });
        succeeds(await stack.up());
        await declare({ a: "Beta" });
        await failsFor("a", "Beta");
    });

    test.each(["a", "b"])("fails in the preview if %s is to get a name that the other one keeps", async (moving) => {
        const keeping = moving === "a" ? "b" : "a";
        await declare({ a: "Alpha", b: "Beta" });
        succeeds(await stack.up());
        const [mine, theirs] = moving === "a" ? ["Alpha", "Beta"] : ["Beta", "Alpha"];
        await rename(mine, "Renamed");
        await rename(theirs, mine);
        await stack.setConfig("renames:ignored", keeping);
        await failsFor(moving, mine, keeping);
    });

    test("fails in the preview if an object got the name outside that a repair would restore", async () => {
        await declare({ a: "Alpha" });
        succeeds(await stack.up());
        await rename("Alpha", "Renamed");
        await world.newOwner("Alpha");
        await failsFor("a", "Alpha");
    });
});
