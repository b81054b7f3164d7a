import { describe, expect, it } from "vitest";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { type Declared, declare } from "../../proofs/sequences/deployment.js";
import { eachTest, group, stack, world } from "../../proofs/sequences/setting.js";

eachTest();

const owner = (resource: string, args: object, options: Declared["options"] = {}) =>
    declare(Owner.kind, resource, { ...args }, options);
const team = (resource: string, args: object, options: Declared["options"] = {}) =>
    declare(Group.kind, resource, group(args), options);
const reads = async (program: readonly Declared[]) => {
    world.service.calls.clear();
    await stack.preview(program);
    return world.service.calls.all().length;
};

describe("a preview of a changed natural key", () => {
    it("costs a call that a preview of another change does not", async () => {
        await stack.settle([team("a", {})]);
        const unchanged = await reads([team("a", {})]);
        expect(await reads([team("a", { description: "Changed" })])).toBe(unchanged);
        expect(await reads([team("a", { name: "Renamed" })])).toBeLessThanOrEqual(unchanged + 1);
    });

    it("fails at once if the resource that has the key was compared before, and keeps it", async () => {
        await stack.settle([owner("a", { name: "Alpha" }), owner("b", { name: "Beta" })]);
        const [a, b] = [stack.id("a"), stack.id("b")];
        await world.api("PUT", "/owners", { owners: [{ owner_id: b, name: "Gamma" }] });
        await world.api("PUT", "/owners", { owners: [{ owner_id: a, name: "Beta" }] });
        const program = [owner("a", { name: "Alpha" }, { ignoreChanges: ["name"] }), owner("b", { name: "Beta" })];
        const { failures, steps } = await stack.preview(program);
        expect(failures).toEqual([expect.stringMatching(/Owner "b".*Owner "a"/)]);
        expect(steps).toHaveLength(1);
    });

    it.each(["before", "after"])(
        "says that the name may be released too late if a resource that is declared %s it is replaced",
        async (place) => {
            await stack.settle([team("a", { name: "Alpha" }), team("b", { name: "Beta" })]);
            const moved = team("a", { name: "Beta" });
            const replaced = team("b", { name: "Gamma" }, { replaceOnChanges: ["name"] });
            const program = place === "before" ? [replaced, moved] : [moved, replaced];
            const { failures, lines } = await stack.preview(program);
            expect(failures).toEqual([]);
            expect(lines.filter((line) => line.includes("deleteBeforeReplace"))).toEqual([
                expect.stringContaining('Group "a"'),
            ]);
        },
    );
});
