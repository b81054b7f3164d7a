import { afterEach, beforeEach, expect, it } from "vitest";
import { BundleResource } from "../../src/resources/bundle-resource.js";
import { Stack } from "../conformance/stack.js";
import { World } from "../conformance/world.js";

let world: World;

beforeEach(async () => {
    world = await World.start();
});

afterEach(() => world.close());

it("keeps the levels of one resource apart", async () => {
    const bundleId = await world.newBundle("Starter");
    const resourceId = await world.newResource("Ledger");
    const levels = async () => {
        const path = `/bundles/${bundleId}/resources`;
        const { bundle_resources } = await world.api<{ bundle_resources: { access_level_remote_id: string }[] }>(
            "GET",
            path,
        );
        return bundle_resources.map((link) => link.access_level_remote_id).sort();
    };
    const [plain, role] = [new Stack(BundleResource.kind, world), new Stack(BundleResource.kind, world)];
    await plain.up({ bundleId, resourceId });
    await role.up({ bundleId, resourceId, accessLevelRemoteId: "arn:aws:iam::1:role/reader" });
    expect(role.state?.id).toBe(`${bundleId}/${resourceId}/arn%3Aaws%3Aiam%3A%3A1%3Arole%2Freader`);
    expect(await levels()).toEqual(["", "arn:aws:iam::1:role/reader"]);
    expect(await plain.preview({ bundleId, resourceId })).toMatchObject({ action: "same", lines: [] });

    await plain.destroy();
    expect(await levels()).toEqual(["arn:aws:iam::1:role/reader"]);
    await role.destroy();
    expect(await levels()).toEqual([]);
});
