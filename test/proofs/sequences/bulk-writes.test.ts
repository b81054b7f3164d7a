import { expect, it } from "vitest";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { Resource } from "../../../src/resources/kinds/resources/resource.js";
import { altering } from "../../support/altered.js";
import { declare } from "./deployment.js";
import { anotherStack, eachTest, stack, world } from "./setting.js";

eachTest();

const kinds: [list: string, kind: Kind, args: () => object][] = [
    ["groups", Group.kind, () => ({ appId: world.appId, groupType: "SVC_GROUP" })],
    ["resources", Resource.kind, () => ({ appId: world.appId, resourceType: "CUSTOM" })],
    ["owners", Owner.kind, () => ({})],
];

const program = ([, kind, args]: (typeof kinds)[number], size: number, description: string) =>
    Array.from({ length: size }, (_, at) =>
        declare(kind, `one-${at}`, { ...args(), name: `One ${at}`, description: `${description} ${at}` }),
    );

const described = async (list: string) => {
    const { results } = await world.api<{ results: { name: string; description: string }[] }>("GET", `/${list}`);
    return new Map(results.map(({ name, description }) => [name, description]));
};

it.each(kinds)("resends an entry that was lost from a bulk write of %s", async (...of) => {
    const [list] = of;
    anotherStack({ retries: "1" });
    await stack.settle(program(of, 20, "old"));
    let losses = 1;
    world.between = altering(list, (entry) => (entry.description === "new 7" && losses-- > 0 ? undefined : entry));
    await stack.settle(program(of, 20, "new"));
    expect(losses).toBeLessThan(1);
    expect((await described(list)).get("One 7")).toBe("new 7");
});

it.each(kinds)("fails only the resource whose entry is repeatedly lost from a bulk write of %s", async (...of) => {
    const [list] = of;
    anotherStack({ retries: "1" });
    await stack.settle(program(of, 20, "old"));
    world.between = altering(list, (entry) => (entry.description === "new 7" ? undefined : entry));
    const { failures } = await stack.up(program(of, 20, "new"));
    expect(failures).toEqual([expect.stringMatching(/"one-7".* does not list the \w+_id /s)]);
    expect((await described(list)).get("One 6")).toBe("new 6");
    expect((await described(list)).get("One 7")).toBe("old 7");
    world.between = undefined;
    await stack.settle(program(of, 20, "new"));
    expect((await described(list)).get("One 7")).toBe("new 7");
});

it.each(kinds)("reports a difference between the %s sent and the stored ones", async (...of) => {
    const [list] = of;
    anotherStack({ retries: "0" });
    await stack.settle(program(of, 3, "old"));
    world.between = altering(list, (entry) => ({ ...entry, description: "something else" }));
    const { failures } = await stack.up(program(of, 3, "new"));
    expect(failures.join()).toContain("with a different description than was sent");
    world.between = undefined;
    await stack.settle(program(of, 3, "new"));
});

it.each(kinds)("writes 100 %s in requests of at most 50 entries", async (...of) => {
    const [list] = of;
    await stack.settle(program(of, 100, "old"));
    world.service.calls.clear();
    await stack.settle(program(of, 100, "new"));
    const found = await described(list);
    for (let at = 0; at < 100; at += 1) expect(found.get(`One ${at}`)).toBe(`new ${at}`);
    const sizes = world.service.calls.writes().map(({ body }) => Reflect.get(Object(body), list).length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(50);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100);
});
