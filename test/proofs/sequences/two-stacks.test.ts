import { expect, it } from "vitest";
import { GroupResource } from "../../../src/resources/kinds/groups/group-resource.js";
import { Deployment, declare } from "./deployment.js";
import { eachTest, world } from "./setting.js";

eachTest();

const links = (groupId: string, resources: Record<string, string | undefined>) =>
    Object.entries(resources).map(([name, resourceId]) => declare(GroupResource.kind, name, { groupId, resourceId }));

const linked = async (groupId: string) => {
    const { group_resources } = await world.api<{ group_resources: { resource_id: string }[] }>(
        "GET",
        `/groups/${groupId}/resources`,
    );
    return group_resources.map(({ resource_id }) => resource_id).sort();
};

it("keeps the links of two stacks that change the same group at the same time", async () => {
    const groupId = await world.newGroup("Shared");
    const [a0, a1, a2, a3, b0, b1, b2, b3] = await Promise.all(
        Array.from({ length: 8 }, (_, at) => world.newResource(`Resource ${at}`)),
    );
    const [one, two] = [new Deployment(world), new Deployment(world)];
    await one.settle(links(groupId, { a0, a1, a2 }));
    await two.settle(links(groupId, { b0, b1, b2 }));
    await Promise.all([one.settle(links(groupId, { a0, a3 })), two.settle(links(groupId, { b0, b3 }))]);
    expect(await linked(groupId)).toEqual([a0, a3, b0, b3].sort());
});

it("reports a link that was lost because the other stack overwrote the set", async () => {
    const groupId = await world.newGroup("Shared");
    const [mine, gone, theirs] = await Promise.all(["Mine", "Gone", "Theirs"].map((name) => world.newResource(name)));
    const [one, two] = [new Deployment(world), new Deployment(world)];
    await one.settle(links(groupId, { mine, gone }));
    let isHeld = false;
    world.between = async (request, pass) => {
        const isRewrite = request.method === "PUT" && request.url.endsWith(`/groups/${groupId}/resources`);
        if (isRewrite && !isHeld) {
            isHeld = true;
            await two.settle(links(groupId, { theirs }));
        }
        return pass();
    };
    await one.settle(links(groupId, { mine }));
    expect(isHeld).toBe(true);
    // The set has no version, and the API cannot remove a single link. docs/reliability.md documents this limit.
    expect(await linked(groupId)).toEqual([mine]);
    const { lines, failures } = await two.preview(links(groupId, { theirs }));
    expect([...lines, ...failures].join("\n")).toMatch(/GroupResource "theirs"/);
});
