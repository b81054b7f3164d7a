import { beforeEach, expect, it } from "vitest";
import { IdpGroupMappings } from "../../../../src/resources/kinds/groups/idp-group-mappings.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let appResourceId: string;
let one: string;
let two: string;

eachWorld();

beforeEach(async () => {
    appResourceId = await world.newResource("Directory");
    one = await world.newGroup("Engineers");
    two = await world.newGroup("Analysts");
});

it("keeps undeclared properties of a mapping whenever the set is rewritten", async () => {
    const stack = new Stack(IdpGroupMappings.kind, world);
    await stack.up({ appResourceId, mappings: [{ groupId: one }] });
    const mapping = `/idp-group-mappings/${appResourceId}/groups/${one}`;
    await world.api("POST", mapping, { alias: "by hand", hidden_from_end_user: true });
    expect(await stack.preview({ appResourceId, mappings: [{ groupId: one }] })).toMatchObject({
        action: "same",
        lines: [],
    });
    world.service.calls.clear();
    await stack.up({ appResourceId, mappings: [{ groupId: two, alias: "readers" }, { groupId: one }] });
    expect(world.service.calls.writes().map(({ body }) => body)).toEqual([
        {
            mappings: [
                { group_id: two, alias: "readers" },
                { group_id: one, alias: "by hand", hidden_from_end_user: true },
            ],
        },
    ]);
    await stack.up({ appResourceId, mappings: [{ groupId: two }, { groupId: one, alias: null }] });
    expect(await world.api("GET", mapping)).toEqual(
        expect.objectContaining({ group_id: one, hidden_from_end_user: true }),
    );
    expect(await world.api("GET", mapping)).not.toHaveProperty("alias");
    expect(await world.api("GET", `/idp-group-mappings/${appResourceId}/groups/${two}`)).toMatchObject({
        alias: "readers",
    });
});
