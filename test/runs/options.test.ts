import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Run, Stack, StackOptions } from "../../src/local/engine/contract/stack.js";
import { isStoredSecret } from "../../src/local/engine/contract/values.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { type Organization, type Service, startService } from "../../src/local/service/index.js";
import { World } from "../proofs/conformance/world.js";

const SHAPES = ["owner", "group", "visibility", "member"] as const;

interface State {
    id: string;
    outputs: Record<string, unknown>;
    options: Record<string, unknown>;
}

let world: World;
const open: { close(): Promise<void> }[] = [];
let engine = "";

beforeAll(async () => {
    world = await World.start();
});

afterAll(async () => {
    for (const one of open) await one.close();
    await world.close();
    console.log(`options, on ${engine}`);
});

async function stackOf(step: string, config: StackOptions["config"] = {}): Promise<Stack> {
    const stack = await openStack({
        program: join(__dirname, "../programs/options"),
        env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
        config: {
            "access-governance:url": world.service.url,
            "access-governance:token": { secret: world.service.token },
            "options:step": step,
            ...config,
        },
    });
    open.push(stack);
    engine = stack.engine;
    return stack;
}

const changes = (run: Run) =>
    run.steps.filter(({ op }) => !["same", "refresh", "read"].includes(op)).map(({ op, name }) => `${op} ${name}`);
const errors = (run: Run) =>
    run.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
const messagesOf = (run: Run) => run.diagnostics.map(({ message }) => message.trim());

function expectSuccess(run: Run): Run {
    expect(errors(run)).toEqual([]);
    expect(run.exitCode).toBe(0);
    expect(run.output).not.toContain(world.service.token);
    return run;
}

/** Every resource of the exported state by name; `options` has the other fields of the state, such as `retainOnDelete`. */
async function statesOf(stack: Stack, showSecrets = false): Promise<Map<string, State>> {
    const { deployment } = await stack.exportState({ showSecrets });
    return new Map(
        (deployment.resources ?? []).map(({ urn, id, outputs, ...options }) => [
            String(urn).split("::").at(-1) ?? "",
            { id: String(id), outputs: (outputs ?? {}) as State["outputs"], options },
        ]),
    );
}

const idOf = (states: Map<string, State>, name: string): string => {
    const id = states.get(name)?.id;
    if (id === undefined) throw new Error(`${name} is not in the state`);
    return id;
};

/** The service's records of the four objects with this name prefix in the program; undefined for objects that it does not have. */
function recordsOf(organization: Organization, states: Map<string, State>, name: string) {
    const ownerId = idOf(states, `${name}-owner`);
    const groupId = idOf(states, `${name}-group`);
    expect(idOf(states, `${name}-visibility`)).toBe(groupId);
    const member = idOf(states, `${name}-member`);
    return {
        owner: organization.owners.find(({ owner_id }) => owner_id === ownerId),
        group: organization.groups.find(({ group_id }) => group_id === groupId),
        visibility: organization.groupVisibility.find(({ group_id }) => group_id === groupId),
        member: organization.groupUsers.find(({ group_id, user_id }) => `${group_id}/${user_id}` === member),
    };
}

const minutesLeft = (member: { expiration_date: string | null } | undefined): number =>
    Math.round((Date.parse(member?.expiration_date ?? "") - world.now()) / 60_000);

describe("Pulumi options on an owner, a group, its visibility and a member", () => {
    let stack: Stack;
    let home: Record<string, unknown> & { groups: string[]; otherGroup: string };
    let imported: Record<string, string>;
    let first: { run: Run; states: Map<string, State>; service: Organization; writes: string[]; outputs: unknown };
    let second: { run: Run; states: Map<string, State>; service: Organization; writes: string[] };

    const writes = () =>
        world.service.calls
            .writes()
            .map(
                ({ method, path, body }) =>
                    `${method} ${path}${body === undefined || body === "" ? "" : ` ${JSON.stringify(body)}`}`,
            );

    beforeAll(async () => {
        const [user = "", otherUser = ""] = world.userIds;
        const [group = "", otherGroup = ""] = world.groupIds;
        const api = world.api.bind(world);
        const described = { description: "As declared" };
        const owner = await world.newOwner("Found");
        await api("PUT", "/owners", { owners: [{ owner_id: owner, ...described }] });
        const found = await world.newGroup("Found");
        await api("PUT", "/groups", { groups: [{ group_id: found, ...described }] });
        await api("PUT", `/groups/${found}/visibility`, { visibility: "LIMITED", visibility_group_ids: [group] });
        await api("POST", `/groups/${found}/users/${user}`, { duration_minutes: 0, access_level_remote_id: "" });
        imported = {
            owner: "Found",
            group: found,
            visibility: found,
            member: `${found}/${user}`,
            ownerById: await world.newOwner("Known"),
            groupByName: await world.newGroup("Known"),
            ownerByName: owner,
        };
        home = {
            app: world.appId,
            user,
            otherUser,
            groups: [group],
            otherGroup,
            owner: world.ownerId,
            imported,
        };
        stack = await stackOf("first", { "options:home": JSON.stringify(home) });
        world.service.calls.clear();
        const made = await stack.up({ previewFirst: true });
        first = {
            run: expectSuccess(made),
            states: await statesOf(stack),
            service: world.service.snapshot(),
            writes: writes(),
            outputs: made.outputs,
        };

        for (const name of ["ignored", "secret"]) {
            const id = (shape: string) => idOf(first.states, `${name}-${shape}`);
            const edit = { description: "seen-by-somebody-else" };
            await api("PUT", "/owners", { owners: [{ owner_id: id("owner"), ...edit }] });
            await api("PUT", "/groups", { groups: [{ group_id: id("group"), ...edit }] });
            await api("PUT", `/groups/${id("visibility")}/visibility`, {
                visibility: "LIMITED",
                visibility_group_ids: [group, otherGroup],
            });
            await api("PUT", `/groups/${id("group")}/users/${user}`, { duration_minutes: 0 });
        }
        world.service.calls.clear();
        await stack.setConfig("options:step", "second");
        second = {
            run: expectSuccess(await stack.up()),
            states: await statesOf(stack),
            service: world.service.snapshot(),
            writes: writes(),
        };
    });

    it("import adopts objects by id or natural key without a write, and the option can be removed later", () => {
        expect(idOf(first.states, "imported-owner")).toBe(imported.ownerByName);
        expect(idOf(first.states, "imported-group")).toBe(imported.group);
        expect(idOf(first.states, "imported-visibility")).toBe(imported.visibility);
        expect(idOf(first.states, "imported-member")).toBe(imported.member);
        expect(idOf(first.states, "imported-by-id")).toBe(imported.ownerById);
        expect(idOf(first.states, "imported-by-name")).toBe(imported.groupByName);
        const objects = Object.values(imported).filter((id) => id !== "Found");
        for (const written of [...first.writes, ...second.writes]) {
            for (const id of objects) expect(written).not.toContain(id);
            expect(written).not.toMatch(/"(Found|Known)"/);
        }
        expect(changes(second.run).join()).not.toContain("imported");
    });

    it("ignoreChanges ignores changes in the program and on the service, while other properties are updated", () => {
        const { owner, group, visibility, member } = recordsOf(second.service, second.states, "ignored");
        const name = "Another name";
        expect(owner).toMatchObject({ name, description: "seen-by-somebody-else" });
        expect(group).toMatchObject({ name, description: "seen-by-somebody-else" });
        expect(visibility?.visibility_group_ids).toEqual([...home.groups, home.otherGroup]);
        expect(member).toMatchObject({ expiration_date: null });
        expect(messagesOf(second.run).filter((line) => line.includes('"ignored-'))).toEqual([]);
        expect(
            changes(second.run)
                .filter((change) => change.includes(" ignored-"))
                .sort(),
        ).toEqual(["update ignored-group", "update ignored-owner"]);
    });

    it("aliases rename resources without a write", () => {
        for (const shape of SHAPES) {
            expect(idOf(second.states, `renamed-now-${shape}`)).toBe(idOf(first.states, `renamed-${shape}`));
            expect(second.states.has(`renamed-${shape}`)).toBe(false);
        }
        expect(changes(second.run).join()).not.toContain("renamed");
        const renamed = ["renamed-owner", "renamed-group"].map((name) => idOf(first.states, name));
        for (const id of renamed) expect(second.writes.join("\n")).not.toContain(id);
    });

    it("retainOnDelete removes the object from the state but not from the service", () => {
        const kept = recordsOf(second.service, first.states, "retained");
        expect(kept).toEqual(recordsOf(first.service, first.states, "retained"));
        expect(Object.values(kept)).not.toContain(undefined);
        for (const shape of SHAPES) {
            expect(second.states.has(`retained-${shape}`)).toBe(false);
            expect(changes(second.run)).toContain(`delete retained-${shape}`);
        }
    });

    it("additionalSecretOutputs are encrypted in the state, and drift messages do not show their values", async () => {
        const shown = await statesOf(stack, true);
        const { member } = recordsOf(second.service, second.states, "secret");
        for (const [name, output, value] of [
            ["secret-owner", "description", "only-for-three-people"],
            ["secret-group", "description", "only-for-three-people"],
            ["secret-group", "remoteName", null],
            ["secret-visibility", "visibilityGroupIds", home.groups],
            ["secret-member", "durationMinutes", 600],
            ["secret-member", "expirationDate", member?.expiration_date],
        ] as const) {
            for (const { states } of [first, second]) {
                const kept = states.get(name)?.outputs[output];
                expect(isStoredSecret(kept), `${output} of ${name} is ${JSON.stringify(kept)}`).toBe(true);
                expect(kept).toHaveProperty("ciphertext");
            }
            const kept = shown.get(name)?.outputs[output];
            expect(JSON.parse((isStoredSecret(kept) && kept.plaintext) || "null")).toEqual(value);
        }
        const lines = messagesOf(second.run).filter((line) => line.includes('"secret-'));
        expect(lines.sort()).toEqual([
            'Group "secret-group" drifted: description differs (the value is secret)',
            'GroupUser "secret-member" drifted: durationMinutes differs (the value is secret)',
            'GroupVisibility "secret-visibility" drifted: visibilityGroupIds differs (the value is secret)',
            'Owner "secret-owner" drifted: description differs (the value is secret)',
        ]);
        expect(second.run.output).not.toMatch(/only-for-three-people|seen-by-somebody-else/);
        expect(minutesLeft(member)).toBe(600);
    });

    it("deleteBeforeReplace deletes a group, a visibility and a member before their replacements are created", () => {
        const order = (name: string) =>
            second.run.steps.filter((step) => step.name === name && /delete|create/.test(step.op)).map(({ op }) => op);
        for (const name of ["first-group", "first-visibility", "first-member", "moved-first", "member-first"])
            expect(order(name), name).toEqual(["delete-replaced", "create-replacement"]);
        for (const name of ["last-group", "last-visibility", "last-member", "moved-last", "member-last"])
            expect(order(name), name).toEqual(["create-replacement", "delete-replaced"]);

        const at = (text: string) => {
            const index = second.writes.findIndex((written) => written.startsWith(text));
            expect(index, text).toBeGreaterThanOrEqual(0);
            return index;
        };
        const deleted = (name: string) => at(`DELETE /groups/${idOf(first.states, `${name}-group`)}`);
        const made = (name: string) =>
            second.writes.findIndex((written) => written.startsWith("POST /groups ") && written.includes(`"${name}"`));
        expect(deleted("first")).toBeLessThan(made("first"));
        expect(made("last")).toBeGreaterThanOrEqual(0);
        expect(made("last")).toBeLessThan(deleted("last"));
        const host = (name: string) => idOf(first.states, `host-${name}`);
        const [here, there] = [`/groups/${host("here")}/users/`, `/groups/${host("there")}/users/`];
        expect(at(`DELETE ${here}`)).toBeLessThan(at(`POST ${here}`));
        expect(at(`POST ${there}`)).toBeLessThan(at(`DELETE ${there}`));
        for (const name of ["first", "last"]) {
            const { owner, ...replaced } = recordsOf(second.service, second.states, name);
            expect(owner).toBeDefined();
            expect(replaced.group).toMatchObject({ group_type: "CONNECTOR_GROUP" });
            expect(replaced.visibility).toMatchObject({ visibility: "LIMITED", visibility_group_ids: home.groups });
            expect(replaced.member).toBeDefined();
            expect(recordsOf(second.service, first.states, name).group).toBeUndefined();
        }
    });

    it("two visibilities can swap groups with and without deleteBeforeReplace", () => {
        const groupsOf = ({ groupVisibility }: Organization, name: string) =>
            groupVisibility.find(({ group_id }) => group_id === idOf(first.states, `host-${name}`))
                ?.visibility_group_ids;
        const { groups, otherGroup } = home;
        expect([groupsOf(first.service, "here"), groupsOf(first.service, "there")]).toEqual([[otherGroup], groups]);
        expect([groupsOf(second.service, "here"), groupsOf(second.service, "there")]).toEqual([groups, [otherGroup]]);
    });

    it("get reads existing objects", () => {
        const [staff] = first.service.groups;
        const [administrators] = first.service.owners;
        expect(first.outputs).toEqual({
            administrators: administrators?.name,
            staff: staff?.name,
            staffType: staff?.group_type,
        });
        expect(first.states.get("staff")?.options).toMatchObject({ external: true });
    });

    it("a preview with a refresh shows no changes after both runs", async () => {
        expect(changes(expectSuccess(await stack.preview({ refresh: true, expectNoChanges: true })))).toEqual([]);
    });

    it("protect makes destroy fail until the option is removed", async () => {
        const refused = await stack.destroy();
        expect(refused.exitCode).not.toBe(0);
        expect(errors(refused).join("\n")).toContain("protected");
        const kept = recordsOf(world.service.snapshot(), second.states, "protected");
        expect(kept).toEqual(recordsOf(second.service, second.states, "protected"));
        expect(Object.values(kept)).not.toContain(undefined);
        const states = await statesOf(stack);
        for (const shape of SHAPES) expect(states.get(`protected-${shape}`)?.options).toMatchObject({ protect: true });

        await stack.setConfig("options:step", "unprotected");
        world.service.calls.clear();
        expectSuccess(await stack.up());
        expect(writes().join("\n")).not.toContain(idOf(states, "protected-group"));
        expectSuccess(await stack.destroy());
        const { owner, group, member } = recordsOf(world.service.snapshot(), second.states, "protected");
        expect([owner, group, member]).toEqual([undefined, undefined, undefined]);
        const names = (objects: { name?: string }[]) => objects.map(({ name }) => name);
        const end = world.service.snapshot();
        // Only objects that were read with `get` or retained remain.
        expect(names(end.owners).sort()).toEqual(["Administrators", "retained"]);
        expect(names(end.groups).sort()).toEqual(["Contractors", "Everyone", "Office staff", "retained"]);
    });
});

it("get fails with a clear error if no object has the id", async () => {
    const missing = "00000000-0000-4000-8000-000000000000";
    const stack = await stackOf("missing");
    // In separate runs, since the first read that fails may end a run.
    for (const kind of ["Owner", "Group"]) {
        await stack.setConfig("options:home", JSON.stringify({ kind, missing }));
        const run = await stack.preview();
        expect(run.exitCode).not.toBe(0);
        expect(errors(run).join("\n")).toContain(
            `No ${kind.toLowerCase()} has the id or the name "${missing}". Correct what is passed to ${kind}.get.`,
        );
        expect(run.output).not.toMatch(/^\s+at .*[(:]/m);
    }
});

it("a preview rejects two declarations of the visibility of a new group", async () => {
    const stack = await stackOf("twice");
    await stack.setConfig("options:home", JSON.stringify({ app: world.appId }));
    const preview = await stack.preview();
    expect(preview.exitCode).not.toBe(0);
    expect(messagesOf(preview).join()).toContain(
        'both declare the GroupVisibility of Group "twice": keep one of them.',
    );
    expect(world.service.snapshot().groups.map(({ name }) => name)).not.toContain("Twice");
});

describe("an explicit provider for another organization", () => {
    it("creates entities, subresources and memberships there, and its token can be rotated", async () => {
        let other = await startService({ seed: "other", token: "before-rotation" });
        open.push({ close: () => other.close() });
        const there = other.snapshot();
        const here = world.service.snapshot();
        const placeOf = ({ apps, users, groups, owners }: Organization) => ({
            app: apps[0]?.app_id,
            user: users[0]?.user_id,
            groups: [groups[0]?.group_id],
            owner: owners[0]?.owner_id,
        });
        const stack = await stackOf("providers", {
            "options:home": JSON.stringify(placeOf(here)),
            "options:away": JSON.stringify({ ...placeOf(there), url: other.url }),
            "options:awayToken": { secret: "before-rotation" },
        });
        const created = expectSuccess(await stack.up());
        expect(created.outputs).toEqual({ administrators: there.owners[0]?.name });
        const states = await statesOf(stack);
        const shapesOn = (service: Service, name: string) =>
            Object.entries(recordsOf(service.snapshot(), states, name))
                .filter(([, record]) => record !== undefined)
                .map(([shape]) => shape);
        expect(shapesOn(other, "away")).toEqual(SHAPES);
        expect(shapesOn(world.service, "home")).toEqual(SHAPES);
        expect(shapesOn(other, "home")).toEqual([]);
        expect(shapesOn(world.service, "away")).toEqual([]);
        expect(recordsOf(other.snapshot(), states, "away").visibility).toMatchObject({ visibility: "LIMITED" });

        const organization = other.snapshot();
        await other.close();
        other = await startService({ port: Number(new URL(other.url).port), organization, token: "after-rotation" });
        await stack.setConfig("options:awayToken", "after-rotation", { secret: true });
        const rotated = expectSuccess(await stack.up());
        // The default provider uses the configuration of the stack.
        expect(changes(rotated).filter((change) => change !== "update default")).toEqual(["update second"]);
        expect(other.calls.writes()).toEqual([]);
        expect(other.calls.all().length).toBeGreaterThan(0);
        expect(other.calls.all().filter(({ status }) => status === 401)).toEqual([]);
        const state = await stack.exportState();
        expect(JSON.stringify([state, created, rotated])).not.toMatch(/before-rotation|after-rotation/);

        expectSuccess(await stack.destroy());
        for (const service of [other, world.service])
            for (const name of ["home", "away"]) expect(shapesOn(service, name)).toEqual([]);
    });
});
