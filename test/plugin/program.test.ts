/** The plugin on a complete engine, with a JavaScript program that needs no SDK of the plugin. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { World } from "../proofs/conformance/world.js";

describe("a program with resources of the plugin", () => {
    let world: World;
    let stack: Stack;

    beforeAll(async () => {
        world = await World.start();
        stack = await openStack({
            program: join(__dirname, "../programs/plugin"),
            config: {
                "access-governance:url": world.service.url,
                "access-governance:token": { secret: world.service.token },
                "plugin:app": world.appId,
                "plugin:lead": world.userIds[1] ?? "",
                "plugin:member": "true",
            },
            env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
        });
    });

    afterAll(async () => {
        await stack?.close();
        await world?.close();
    });

    const group = () => world.service.store.groups.all().find(({ name }) => /Engineers|Renamed/.test(name ?? ""));
    const night = () => world.service.store.groups.all().find(({ name }) => name === "Night");
    const namesOf = (run: Run, op: string) => run.steps.filter((step) => step.op === op).map(({ name }) => name);
    const succeeded = (run: Run): Run => {
        expect(run.exitCode, run.output).toBe(0);
        return run;
    };

    test("is previewed without a write and deployed", async () => {
        const before = world.service.snapshot();
        succeeded(await stack.preview());
        expect(world.service.snapshot()).toEqual(before);
        const run = succeeded(await stack.up());
        expect(group()?.name).toBe("Engineers");
        expect(run.outputs).toEqual({
            team: group()?.group_id,
            night: night()?.group_id,
            lead: world.service.store.users.get(world.userIds[1] ?? "").email,
        });
        expect(world.service.store.owners.all().map(({ name }) => name)).toEqual(
            expect.arrayContaining(["Platform", "Hidden", "Own"]),
        );
    });

    test("previews without changes, and its secrets are encrypted in the state", async () => {
        succeeded(await stack.preview({ expectNoChanges: true }));
        const state = JSON.stringify(await stack.exportState());
        expect(state).not.toContain("hush-hush");
        expect(state).not.toContain(world.service.token);
    });

    test("with read: changed, reads few objects of an unchanged program, all in a refresh, and all again without the setting", async () => {
        const unchanged = async (options = {}) => {
            world.service.calls.clear();
            return succeeded(await stack.preview({ expectNoChanges: true, ...options }));
        };
        await unchanged();
        const all = world.service.calls.all().length;
        await stack.setConfig("access-governance:read", "changed");
        succeeded(await stack.up());
        const { output } = await unchanged();
        expect(output).toMatch(/Objects .* compared with the state/);
        expect(world.service.calls.all().length).toBeLessThan(all / 2);
        await unchanged({ refresh: true });
        expect(world.service.calls.all().length).toBeGreaterThan(all / 2);

        // The settings of the provider differ. The state still says that the objects need no read before a run: the comparison reads them.
        await stack.setConfig("access-governance:read", "all");
        await world.api("PUT", "/groups", { groups: [{ group_id: group()?.group_id, name: "Renamed" }] });
        expect(namesOf(succeeded(await stack.preview()), "update")).toEqual(["default", "team"]);
        succeeded(await stack.up());
        expect(group()?.name).toBe("Engineers");
        await unchanged();
        expect(world.service.calls.all().length).toBeGreaterThan(all / 2);
    });

    test("shows drift in a preview without a refresh, and repairs it", async () => {
        await world.api("PUT", "/groups", { groups: [{ group_id: group()?.group_id, name: "Renamed" }] });
        const preview = succeeded(await stack.preview());
        expect(namesOf(preview, "update")).toEqual(["team"]);
        expect(preview.output).toContain("[diff: ~name]");
        expect(preview.output).toContain('name is "Renamed" on the service, declared "Engineers"');
        expect(group()?.name).toBe("Renamed");
        succeeded(await stack.up());
        expect(group()?.name).toBe("Engineers");
    });

    test("recreates an object that was deleted outside", async () => {
        const own = world.service.store.owners.all().find(({ name }) => name === "Own");
        await world.api("DELETE", `/owners/${own?.owner_id}`);
        expect(namesOf(succeeded(await stack.up()), "create")).toEqual(["through-its-own-provider"]);
        expect(world.service.store.owners.all().filter(({ name }) => name === "Own")).toHaveLength(1);
    });

    test("refuses to import an object that does not exist", async () => {
        await stack.setConfig("plugin:found", "00000000-0000-4000-8000-000000000000");
        const preview = await stack.preview();
        expect(preview.exitCode, preview.output).not.toBe(0);
        expect(preview.output).toContain("resource '00000000-0000-4000-8000-000000000000' does not exist");
    });

    test("imports an object with Pulumi's import option, and updates it to the declared values", async () => {
        const made = await world.api<{ owner_id: string }>("POST", "/owners", {
            name: "Found",
            description: "Theirs",
            user_ids: [],
        });
        const description = () => world.service.store.owners.get(made.owner_id).description;
        await stack.setConfig("plugin:found", made.owner_id);
        const preview = succeeded(await stack.preview());
        expect([namesOf(preview, "import"), namesOf(preview, "update")]).toEqual([["found"], ["found"]]);
        expect(description()).toBe("Theirs");
        succeeded(await stack.up());
        expect(description()).toBe("Ours");
        succeeded(await stack.preview({ expectNoChanges: true }));
    });

    test("imports another object and deletes the previous one if the id of the import option changes", async () => {
        const first = world.service.store.owners.all().find(({ name }) => name === "Found")?.owner_id ?? "";
        const body = { name: "Second", description: "Theirs", user_ids: [] };
        const { owner_id } = await world.api<{ owner_id: string }>("POST", "/owners", body);
        await stack.setConfig("plugin:found", owner_id);
        await stack.setConfig("plugin:foundName", "Second");
        const run = succeeded(await stack.up());
        expect([namesOf(run, "import-replacement"), namesOf(run, "delete-replaced")]).toEqual([["found"], ["found"]]);
        expect(world.service.store.owners.get(owner_id).description).toBe("Ours");
        expect(world.service.store.owners.all().map(({ owner_id: id }) => id)).not.toContain(first);
    });

    test("replaces an object if a property in Pulumi's replaceOnChanges option changes", async () => {
        const before = group()?.group_id;
        await stack.setConfig("plugin:description", "Another");
        expect(namesOf(succeeded(await stack.up()), "replace")).toEqual(["team", "member"]);
        expect(group()?.description).toBe("Another");
        expect(group()?.group_id).not.toBe(before);
    });

    test("deletes objects that are no longer declared, and destroy deletes everything", async () => {
        const members = () =>
            world.service.snapshot().groupUsers.filter(({ group_id }) => group_id === group()?.group_id);
        expect(members()).toHaveLength(1);
        await stack.setConfig("plugin:member", "false");
        expect(namesOf(succeeded(await stack.up()), "delete")).toEqual(["member"]);
        expect(members()).toEqual([]);
        succeeded(await stack.destroy());
        expect(group()).toBeUndefined();
    });
});

test("the local engine rejects a YAML program with advice to install the Pulumi CLI", async () => {
    const program = join(__dirname, "../programs/yaml");
    await expect(openStack({ program, engine: "local" })).rejects.toThrow(
        /uses the runtime yaml, but the local engine supports only nodejs\. Install the Pulumi CLI and put it on PATH\./,
    );
});
