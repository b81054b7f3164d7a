import { beforeEach, expect, it } from "vitest";
import { CustomAccessLevel } from "../../../../src/resources/kinds/resources/custom-access-level.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;
let cluster: string;
let one: string;
let two: string;

eachWorld();

beforeEach(async () => {
    stack = new Stack(CustomAccessLevel.kind, world);
    cluster = await world.newResource("Ledgers", "AWS_RDS_POSTGRES_CLUSTER");
    one = await below("Ledger one");
    two = await below("Ledger two");
});

const below = async (name: string) => {
    const id = await world.newResource(name, "AWS_RDS_POSTGRES_INSTANCE");
    await world.api("PUT", "/resources", { resources: [{ resource_id: id, parent_resource_id: cluster }] });
    return id;
};
const reader = (more: object = {}) => ({
    resourceId: cluster,
    accessLevelRemoteId: "reader",
    accessLevelName: "Reader",
    ...more,
});
const levels = async (id: string) => {
    const answer = await world.api<{ custom_access_levels: Record<string, unknown>[] }>(
        "GET",
        `/resources/${id}/custom-access-levels`,
    );
    return answer.custom_access_levels;
};
const written = () => world.service.calls.writes().map(({ operation }) => operation);

it("creates the level on the resources below in one write and stores their ids", async () => {
    world.service.calls.clear();
    await stack.up(reader({ memberResourceIds: [two, one] }));
    expect(written()).toEqual(["createResourceCustomAccessLevel"]);
    expect(await levels(one)).toHaveLength(1);
    expect(stack.state?.outputs.memberResourceIds).toEqual([two, one]);
    expect(await stack.preview(reader({ memberResourceIds: [two, one] }))).toMatchObject({ action: "same", lines: [] });
});

it("reports a resource below that lost the level as drift and restores the level", async () => {
    const declared = reader({ policy: "read", stackableSensitivityIndex: 2, memberResourceIds: [one, two] });
    await stack.up(declared);
    await world.api("DELETE", `/resources/${two}/custom-access-levels/reader`);
    const { lines } = await stack.preview(declared);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("drifted: memberResourceIds: removed outside: ");
    expect(lines[0]).toContain(`removed outside: "${two}"`);
    world.service.calls.clear();
    await stack.up(declared);
    expect(written()).toEqual(["createResourceCustomAccessLevel"]);
    expect(await levels(two)).toMatchObject([
        { access_level: { access_level_name: "Reader" }, policy: "read", stackable_sensitivity_index: 2 },
    ]);
    expect(await stack.preview(declared)).toMatchObject({ action: "same", lines: [] });
});

it("does not check the resources below if members are not declared", async () => {
    await stack.up(reader());
    await world.api("DELETE", `/resources/${two}/custom-access-levels/reader`);
    expect(await stack.preview(reader())).toMatchObject({ action: "same", lines: [] });
});

it("adds the level to a new resource below and removes it from one that is no longer declared", async () => {
    await stack.up(reader({ memberResourceIds: [one, two] }));
    const three = await below("Ledger three");
    expect(await stack.up(reader({ memberResourceIds: [one, three] }))).toMatchObject({ failures: [] });
    expect(await levels(three)).toHaveLength(1);
    expect(await levels(two)).toEqual([]);
});

it("rejects a member that is not directly below the resource", async () => {
    const stranger = await world.newResource("Journal", "AWS_RDS_POSTGRES_INSTANCE");
    const outcome = await stack.up(reader({ memberResourceIds: [one, two, stranger] }));
    expect(outcome.failures.join()).toContain(`${stranger} is not directly below the resource ${cluster}`);
    expect(await levels(stranger)).toEqual([]);
});

it("clears the sensitivity index and the policy with null", async () => {
    await stack.up(reader({ policy: "read", stackableSensitivityIndex: 2 }));
    world.service.calls.clear();
    const cleared = reader({ policy: null, stackableSensitivityIndex: null });
    await stack.up(cleared);
    expect(world.service.calls.writes().map(({ body }) => body)).toEqual([
        { policy: "", clear_stackable_sensitivity_index: true },
    ]);
    expect(await stack.preview(cleared)).toMatchObject({ action: "same", lines: [] });
});

it("does not adopt a level that a resource below already has", async () => {
    await new Stack(CustomAccessLevel.kind, world).up(reader({ resourceId: one }));
    const outcome = await stack.preview(reader());
    expect(outcome.failures.join()).toContain(`import: "${cluster}/reader"`);
});
