/** Removal of declarations whose objects were deleted outside. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptanceOf } from "../../../src/adopt/accept/acceptance.js";
import { kindOfType } from "../../../src/cli/steps/kind-of.js";
import { startService } from "../../../src/local/service/index.js";
import { Workshop } from "./workshop.js";

test("removes two adjacent elements of a loop together", async () => {
    const service = await startService({ seed: "small" });
    const workshop = await Workshop.open(join(__dirname, "programs/loops"), service);
    try {
        await workshop.up();
        for (const tag of service.store.tags.all())
            if (["floor", "wing"].includes(tag.key ?? "")) service.store.tags.delete(tag);
        const options = { folder: workshop.folder, isWanted: () => true, isSplit: false };
        const { accepted, notAccepted, files } = acceptanceOf(await workshop.preview(), kindOfType, options);
        // The engine reports the resources in any order.
        expect(accepted.map(({ resource }) => resource).sort()).toEqual(["tag-floor", "tag-wing"]);
        expect(notAccepted).toEqual([]);
        expect(files[0]?.after).toContain("for (const [key, value] of [] as const)");
    } finally {
        await workshop.close();
    }
});
