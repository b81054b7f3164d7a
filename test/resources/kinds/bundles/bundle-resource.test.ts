import { expect, it } from "vitest";
import { BundleResource } from "../../../../src/resources/kinds/bundles/bundle-resource.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

eachWorld();

it("manages several access levels of one resource separately", async () => {
    const bundleId = await world.newBundle("Starter");
    const resourceId = await world.newResource("Ledger");
    const [reader, writer] = ["arn:aws:iam::1:role/reader", "writer"];
    for (const level of [reader, writer]) {
        world.service.store.resourceAccessLevels.set({
            resource_id: resourceId,
            access_level_remote_id: level,
            access_level_name: level,
        });
    }
    const levels = async () => {
        const path = `/bundles/${bundleId}/resources`;
        const { bundle_resources } = await world.api<{ bundle_resources: { access_level_remote_id: string }[] }>(
            "GET",
            path,
        );
        return bundle_resources.map((link) => link.access_level_remote_id).sort();
    };
    const [plain, role] = [new Stack(BundleResource.kind, world), new Stack(BundleResource.kind, world)];
    const asWriter = { bundleId, resourceId, accessLevelRemoteId: writer, accessLevelName: "Whatever people call it" };
    await plain.up(asWriter);
    await role.up({ bundleId, resourceId, accessLevelRemoteId: reader });
    expect(role.state?.id).toBe(`${bundleId}/${resourceId}/arn%3Aaws%3Aiam%3A%3A1%3Arole%2Freader`);
    expect(await levels()).toEqual([reader, writer]);
    expect(await plain.preview(asWriter)).toMatchObject({ action: "same", lines: [] });

    await plain.destroy();
    expect(await levels()).toEqual([reader]);
    await role.destroy();
    expect(await levels()).toEqual([]);
});
