/** Recovery of objects that a killed run created but did not save in the state, checked on the service and with the next run. */
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { kindNameOf, pluginType } from "../../../src/common/pulumi-type.js";
import type { Run, Stack, StackOptions } from "../../../src/local/engine/contract/stack.js";
import { openStack } from "../../../src/local/engine/open-stack.js";
import { kinds } from "../../../src/resources/kinds.js";
import type { DeploymentDocument, StateEntry } from "../../../src/stack/deployment.js";
import { migrated } from "../../../src/stack/recovery/migration.js";
import { type Recovery, recover as recoverFor } from "../../../src/stack/recovery/recovery.js";
import { World } from "../../proofs/conformance/world.js";

const SECRET = "for the auditors alone";
const TYPE = "pulumi-nodejs:dynamic/access-governance:";

let world: World;
let before: ReturnType<World["service"]["snapshot"]>;
const open: Stack[] = [];

beforeAll(async () => {
    world = await World.start();
    before = world.service.snapshot();
});
beforeEach(() => {
    vi.stubEnv("ACCESS_GOVERNANCE_URL", world.service.url);
    vi.stubEnv("ACCESS_GOVERNANCE_TOKEN", world.service.token);
    vi.stubEnv("OPAL_AUTH_TOKEN", "");
});
afterEach(async () => {
    vi.unstubAllEnvs();
    for (const stack of open.splice(0)) await stack.close();
    world.service.store.restore(before);
});
afterAll(() => world.close());

async function stackOf(config: StackOptions["config"] = {}): Promise<Stack> {
    const stack = await openStack({
        program: join(__dirname, "../../programs/all-kinds"),
        env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
        config: {
            "access-governance:url": world.service.url,
            "access-governance:token": { secret: world.service.token },
            "all-kinds:channel": world.channelIds[0] ?? "",
            "all-kinds:schedule": world.scheduleIds[0] ?? "",
            ...config,
        },
    });
    open.push(stack);
    return stack;
}

const kindOf = (type: string) => kinds.find(({ name }) => type === TYPE + name);
const recover = (document: DeploymentDocument): Promise<Recovery> => recoverFor(document, kindOf, () => undefined);
const nameOf = ({ urn }: Pick<StateEntry, "urn">): string => urn.split("::").at(-1) ?? "";
const stateOf = async (stack: Stack, showSecrets = false) =>
    (await stack.exportState({ showSecrets })) as unknown as DeploymentDocument; // a complete deployment document

/** The deployment after a run that was killed before it saved the selected resources. */
function killed(document: DeploymentDocument, isLost: (entry: StateEntry) => boolean): DeploymentDocument {
    const resources = document.deployment.resources ?? [];
    const pending = resources.filter(isLost).map(({ id, outputs, created, modified, ...resource }) => ({
        resource,
        type: "creating",
    }));
    const kept = resources.filter((entry) => !isLost(entry));
    return { ...document, deployment: { ...document.deployment, resources: kept, pending_operations: pending } };
}

const results = ({ outcomes }: Recovery) =>
    Object.fromEntries(outcomes.map(({ resource, result }) => [resource, result]));
const entry = ({ document }: Recovery, name: string) =>
    document.deployment.resources?.find((one) => nameOf(one) === name && !one.delete);

function fine(run: Run): Run {
    const errors = run.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ message }) => message)).toEqual([]);
    expect(run.exitCode).toBe(0);
    return run;
}
const changes = (run: Run) => run.steps.filter(({ op }) => op !== "same").map(({ op, name }) => `${op} ${name}`);

describe("recovery of every kind", () => {
    test("restores the resources, so that the next run creates nothing twice, with encrypted or plain secrets", async () => {
        const stack = await stackOf();
        fine(await stack.up());
        for (const whole of [await stateOf(stack), await stateOf(stack, true)]) {
            const documents = kinds.filter(({ document }) => document !== undefined).map(({ name }) => TYPE + name);
            const recovery = await recover(killed(whole, ({ type }) => type.startsWith(TYPE)));
            expect(Object.keys(recovery.document.deployment)).not.toContain("pending_operations");
            for (const { type, urn } of whole.deployment.resources ?? []) {
                if (!type.startsWith(TYPE)) continue;
                const name = `${type.slice(TYPE.length)} "${nameOf({ urn })}"`;
                const expected = documents.includes(type) ? "to be made" : "taken over";
                expect([name, results(recovery)[name]]).toEqual([name, expected]);
            }
            // The recovered entries equal the saved ones, except for timestamps and outputs that cannot be read again.
            for (const { urn, type, id, inputs } of whole.deployment.resources ?? []) {
                if (!type.startsWith(TYPE) || documents.includes(type)) continue;
                expect(entry(recovery, nameOf({ urn }))).toMatchObject({ urn, type, id, inputs });
            }
            await stack.importState(recovery.document);
            const there = world.service.snapshot();
            const up = fine(await stack.up());
            expect(changes(up).filter((change) => !change.startsWith("create "))).toEqual([]);
            expect(up.steps.filter(({ op, type }) => op === "create" && !documents.includes(type))).toEqual([]);
            expect(world.service.snapshot()).toEqual(there);
            fine(await stack.preview({ expectNoChanges: true }));
        }
    });
});

test("recovery of resources of the plugin, whose names and secrets only their URN and the kind tell", async () => {
    const stack = await stackOf();
    fine(await stack.up());
    const pluginKindOf = (type: string) => kinds.find(({ name }) => type === pluginType(name));
    const { document } = migrated(await stateOf(stack, true), "plugin", kindOf);
    const isPlugin = ({ type }: StateEntry) => pluginKindOf(type) !== undefined;
    const recovery = await recoverFor(killed(document, isPlugin), pluginKindOf, () => undefined);
    const lost = document.deployment.resources?.filter(isPlugin) ?? [];
    expect(lost.length).toBeGreaterThan(40);
    for (const { urn, type, outputs } of lost) {
        expect(results(recovery)).toHaveProperty([`${kindNameOf(type)} "${nameOf({ urn })}"`]);
        const recovered = recovery.document.deployment.resources?.find((one) => one.urn === urn);
        if (recovered?.outputs)
            expect(recovered.outputs).toMatchObject({ __label: nameOf({ urn }), __secrets: outputs?.__secrets });
    }
});

describe("recovery of secrets", () => {
    const secret = { "all-kinds:variant": "secret", "all-kinds:description": { secret: SECRET } };

    test("keeps them encrypted, and the next preview compares them", async () => {
        const stack = await stackOf(secret);
        fine(await stack.up());
        const recovery = await recover(killed(await stateOf(stack), ({ type }) => type.startsWith(TYPE)));
        expect(results(recovery)).toEqual({ 'Owner "platform"': "taken over" });
        expect(JSON.stringify(recovery)).not.toContain(SECRET);
        const { inputs, outputs } = entry(recovery, "platform") ?? {};
        expect(outputs?.description).toEqual(inputs?.description);
        await stack.importState(recovery.document);
        fine(await stack.preview({ expectNoChanges: true }));
        const [id] = world.service.store.owners.all().filter(({ name }) => name === "Platform");
        await world.api("PUT", "/owners", { owners: [{ owner_id: id?.owner_id, description: "for nobody" }] });
        expect(changes(await stack.preview())).toEqual(["update platform"]);
    });

    test("compares secrets that were exported in plain text and returns them as secrets", async () => {
        const stack = await stackOf(secret);
        fine(await stack.up());
        const lost = killed(await stateOf(stack, true), ({ type }) => type.startsWith(TYPE));
        const whole = await recover(lost);
        await stack.importState(whole.document);
        expect(JSON.stringify(await stack.exportState())).not.toContain(SECRET);
        const [owner] = world.service.store.owners.all().filter(({ name }) => name === "Platform");
        await world.api("PUT", "/owners", { owners: [{ owner_id: owner?.owner_id, description: "for nobody" }] });
        const { outcomes } = await recover(lost);
        expect(outcomes).toMatchObject([
            { result: "left pending", because: expect.stringContaining("differs (the value is secret)") },
        ]);
        expect(JSON.stringify(outcomes)).not.toContain(SECRET);
    });
});

describe("a pending creation", () => {
    /** The deployment of a stack with one owner that the killed run did not save. */
    async function lost(): Promise<{ stack: Stack; document: DeploymentDocument; id: string }> {
        const stack = await stackOf({ "all-kinds:variant": "owner-only" });
        fine(await stack.up());
        const whole = await stateOf(stack);
        const id = whole.deployment.resources?.find((one) => nameOf(one) === "platform")?.id ?? "";
        return { stack, document: killed(whole, ({ type }) => type === `${TYPE}Owner`), id };
    }

    test("is removed if no object was created", async () => {
        const { stack, document, id } = await lost();
        await world.api("DELETE", `/owners/${id}`);
        const recovery = await recover(document);
        expect(results(recovery)).toEqual({ 'Owner "platform"': "to be made" });
        await stack.importState(recovery.document);
        expect(changes(fine(await stack.up()))).toEqual(["create platform"]);
    });

    test("is removed without another change if the state already contains the resource", async () => {
        const { document, id } = await lost();
        const { resource, ...operation } =
            document.deployment.pending_operations?.[0] ?? expect.fail("nothing pending");
        const once = await recover(document);
        const twice = { ...once.document.deployment, pending_operations: [{ ...operation, resource }] };
        const again = await recover({ ...once.document, deployment: twice });
        expect(again.outcomes).toEqual([{ resource: 'Owner "platform"', result: "in the state already", id }]);
        expect(again.document).toEqual(once.document);
        expect((await recover(again.document)).document).toBe(again.document);
    });

    test("stays pending, with the ids of the candidates, if the object on the service differs", async () => {
        const { document, id } = await lost();
        const [operation] = document.deployment.pending_operations ?? [];
        Object.assign(operation?.resource.inputs ?? {}, { description: "of the platform" });
        const { document: same, outcomes } = await recover(document);
        expect(same).toBe(document);
        expect(outcomes).toMatchObject([{ result: "left pending" }]);
        expect(outcomes[0]?.because).toContain(id);
        expect(outcomes[0]?.because).toContain('description is "" on the service, declared "of the platform"');
    });

    test("is recovered without changing pending operations of other types or packages", async () => {
        const { document } = await lost();
        const [creating] = document.deployment.pending_operations ?? [];
        if (!creating) expect.fail("nothing pending");
        const bucket = {
            ...creating,
            resource: { ...creating.resource, urn: "urn:x::b", type: "aws:s3/bucket:Bucket" },
        };
        const updating = { ...creating, type: "updating" };
        const others = [bucket, updating];
        const deployment = { ...document.deployment, pending_operations: [...others, creating] };
        const recovery = await recover({ ...document, deployment });
        expect(recovery.document.deployment.pending_operations).toEqual(others);
        expect(recovery.outcomes.map(({ result }) => result)).toEqual(["left pending", "taken over"]);
    });

    test("takes the place of the old object in a replacement, and the next run deletes the old object", async () => {
        const { stack, document, id } = await lost();
        const whole = (await recover(document)).document;
        const old = await world.newOwner("Before");
        const [creating] = document.deployment.pending_operations ?? [];
        const resources = whole.deployment.resources?.map((one) => (one.id === id ? { ...one, id: old } : one)) ?? [];
        const pending_operations = creating ? [creating] : [];
        const recovery = await recover({
            ...whole,
            deployment: { ...whole.deployment, resources, pending_operations },
        });
        const both = recovery.document.deployment.resources?.filter((one) => nameOf(one) === "platform");
        expect(both?.map((one) => [one.id, one.delete ?? false])).toEqual(
            expect.arrayContaining([
                [id, false],
                [old, true],
            ]),
        );
        await stack.importState(recovery.document);
        fine(await stack.up());
        expect([await world.has(`/owners/${old}`), await world.has(`/owners/${id}`)]).toEqual([false, true]);
    });

    test("is not removed based on a different organization or an unreachable service", async () => {
        const { document } = await lost();
        const kept = (await recover(document)).document;
        const strange = JSON.parse(
            JSON.stringify(kept).replaceAll(/"__witness":"[^"]+"/g, `"__witness":"${world.appId}"`),
        );
        const [creating] = document.deployment.pending_operations ?? [];
        const inputs = { ...creating?.resource.inputs, name: "Nobody has it" };
        const pending = [{ type: "creating", resource: { ...creating?.resource, urn: "urn:x::other", inputs } }];
        const deployment = { ...strange.deployment, pending_operations: pending };
        await expect(recover({ ...strange, deployment })).rejects.toThrow(/wrong organization/);
        vi.stubEnv("ACCESS_GOVERNANCE_URL", "http://127.0.0.1:9/v1");
        await expect(recover({ ...strange, deployment })).rejects.toThrow(/was created at/);
    });

    test("is completed by the next run if the object was created only in part", async () => {
        const stack = await stackOf({ "all-kinds:variant": "groups" });
        fine(await stack.up());
        const whole = await stateOf(stack);
        const id = whole.deployment.resources?.find((one) => nameOf(one) === "oncall")?.id;
        await world.api("PUT", `/groups/${id}/visibility`, { visibility: "GLOBAL" });
        const recovery = await recover(killed(whole, (one) => nameOf(one) === "oncall"));
        expect(results(recovery)).toEqual({ 'Group "oncall"': "taken over, unfinished" });
        await stack.importState(recovery.document);
        expect(changes(fine(await stack.up()))).toEqual(["update oncall"]);
        expect(await world.api("GET", `/groups/${id}/visibility`)).toMatchObject({ visibility: "LIMITED" });
        fine(await stack.preview({ expectNoChanges: true }));
    });
});

test("a token whose secret was lost is not recovered, but created again by the next run", async () => {
    const { paladin_id } = await world.api<{ paladin_id: string }>("POST", "/paladin", {
        name: "Deployer",
        owner_id: world.ownerId,
    });
    const stack = await openStack({
        program: join(__dirname, "../../programs/token"),
        env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
        config: {
            "access-governance:url": world.service.url,
            "access-governance:token": { secret: world.service.token },
            "token:user": paladin_id,
            "token:form": "dynamic",
        },
    });
    open.push(stack);
    const tokens = () => world.service.store.tokens.all().filter(({ user_id }) => user_id === paladin_id);
    fine(await stack.up());
    const [lost] = tokens();
    // What the token is passed to is created only after the token is in the state.
    for (const { event_stream_id } of world.service.store.eventStreams.all())
        await world.api("DELETE", `/event-streams/${event_stream_id}`);
    const recovery = await recover(killed(await stateOf(stack), (one) => ["watch", "receiver"].includes(nameOf(one))));
    expect(results(recovery)).toMatchObject({ 'ServiceUserToken "watch"': "to be made" });
    await stack.importState(recovery.document);
    expect(changes(fine(await stack.up()))).toContain("create watch");
    expect(tokens()).toHaveLength(1);
    expect(tokens()).not.toContainEqual(lost);
});
