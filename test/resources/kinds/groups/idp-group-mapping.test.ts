import { beforeEach, expect, it } from "vitest";
import { IdpGroupMapping } from "../../../../src/resources/kinds/groups/idp-group-mapping.js";
import { IdpGroupMappings } from "../../../../src/resources/kinds/groups/idp-group-mappings.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let appResourceId: string;
let groupId: string;

eachWorld();

beforeEach(async () => {
    appResourceId = await world.newResource("Directory");
    groupId = await world.newGroup("Engineers");
});

const path = () => `/idp-group-mappings/${appResourceId}/groups/${groupId}`;
const bodies = () => world.service.calls.writes().map(({ body }) => body);

it("does not adopt an existing mapping without an import, although the service would allow it", async () => {
    await world.api("POST", path(), { alias: "by hand" });
    world.service.calls.clear();
    const refused = await new Stack(IdpGroupMapping.kind, world).up({ appResourceId, groupId, alias: "builders" });
    expect(refused.failures.join()).toContain(`import: "${appResourceId}/${groupId}"`);
    expect(bodies()).toEqual([]);
    expect(await world.api("GET", path())).toMatchObject({ alias: "by hand" });
});

it("sends only changed properties and keeps the others", async () => {
    const stack = new Stack(IdpGroupMapping.kind, world);
    await stack.up({ appResourceId, groupId });
    expect(bodies().slice(-1)).toEqual([{}]);
    expect(stack.state?.outputs).toMatchObject({ alias: null, hiddenFromEndUser: false });
    await world.api("POST", path(), { hidden_from_end_user: true });
    world.service.calls.clear();
    await stack.up({ appResourceId, groupId, alias: "builders" });
    expect(bodies()).toEqual([{ alias: "builders" }]);
    expect(await world.api("GET", path())).toMatchObject({ alias: "builders", hidden_from_end_user: true });

    world.service.calls.clear();
    await stack.up({ appResourceId, groupId });
    expect(bodies()).toEqual([]);
    await stack.up({ appResourceId, groupId, alias: null });
    expect(bodies()).toEqual([{ alias: null }]);
    expect(await world.api("GET", path())).not.toHaveProperty("alias");
    expect(await stack.preview({ appResourceId, groupId, alias: null })).toMatchObject({ action: "same", lines: [] });
});

it("is rejected together with the whole set of mappings, in either order", async () => {
    const single = new Stack(IdpGroupMapping.kind, world);
    const whole = new Stack(IdpGroupMappings.kind, world);
    const one = { appResourceId, groupId };
    const all = { appResourceId, mappings: [{ groupId }] };
    const first = single.session();
    await single.preview(one, { name: "single" }, single.process(first));
    expect((await whole.preview(all, { name: "whole" }, whole.process(first))).failures.join()).toContain(
        `"single" and "whole" both declare the IdpGroupMappings of ${appResourceId}`,
    );
    const second = single.session();
    await whole.preview(all, { name: "whole" }, whole.process(second));
    expect((await single.preview(one, { name: "single" }, single.process(second))).failures.join()).toContain(
        `"whole" and "single" both declare the IdpGroupMappings of ${appResourceId}`,
    );
    const other = { ...one, appResourceId: await world.newResource("Other directory") };
    expect(await single.preview(other, { name: "other" }, single.process(second))).toMatchObject({ action: "create" });
});
