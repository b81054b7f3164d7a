import { describe, expect, it } from "vitest";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupReviewerStages } from "../../../src/resources/kinds/groups/group-reviewer-stages.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { declare } from "../../proofs/sequences/deployment.js";
import { eachTest, group, stack, world } from "../../proofs/sequences/setting.js";

eachTest();

interface Rules {
    group_id: string;
    request_configurations: {
        auto_approval: boolean;
        max_duration_minutes?: number;
        reviewer_stages: { operator: string; owner_ids: string[]; require_manager_approval: boolean }[];
    }[];
}

const stored = (id = stack.id("team")) => world.api<Rules>("GET", `/groups/${id}`);
const path = "requestConfigurations[0].maxDurationMinutes";

describe("a nested path in ignoreChanges", () => {
    const team = (maxDurationMinutes: number, autoApproval: boolean, ignoreChanges: readonly string[] = [path]) =>
        declare(
            Group.kind,
            "team",
            group({
                requestConfigurations: [
                    {
                        maxDurationMinutes,
                        autoApproval,
                        reviewerStages: [{ operator: "OR", ownerIds: [world.ownerId] }],
                    },
                ],
            }),
            { ignoreChanges },
        );

    it("ignores that value and nothing beside it", async () => {
        await stack.settle([team(60, true)]);
        await stack.settle([team(90, false)]);
        expect((await stored()).request_configurations).toMatchObject([
            { max_duration_minutes: 60, auto_approval: false },
        ]);
    });

    it("leaves an outside change of it alone, and repairs one beside it", async () => {
        await stack.settle([team(60, false)]);
        const { request_configurations: rules, group_id } = await stored();
        const edited = rules.map((one) => ({ ...one, max_duration_minutes: 999, auto_approval: true }));
        await world.api("PUT", "/groups", { groups: [{ group_id, request_configurations: edited }] });
        const { lines } = await stack.preview([team(60, false)]);
        expect(lines.filter((line) => line.includes(" drifted: "))).toEqual([
            expect.stringContaining("requestConfigurations[0].autoApproval"),
        ]);
        await stack.up([team(60, false)]);
        expect((await stored()).request_configurations).toMatchObject([
            { max_duration_minutes: 999, auto_approval: false },
        ]);
        await stack.refresh();
        await stack.settle([team(60, false)]);
        expect((await stored()).request_configurations[0]?.max_duration_minutes).toBe(999);
    });

    it("is no longer ignored once the program takes it out", async () => {
        await stack.settle([team(60, false)]);
        await stack.settle([team(90, false)]);
        await stack.settle([team(90, false, [])]);
        expect((await stored()).request_configurations[0]?.max_duration_minutes).toBe(90);
    });

    it("is not an update by itself", async () => {
        await stack.settle([team(60, false, [])]);
        for (const ignored of [[path], [], ["description", path]])
            expect((await stack.preview([team(60, false, ignored)])).steps).toEqual(['same Group "team"']);
    });

    it.each([
        "requestConfigurations[0]",
        "requestConfigurations[0].reviewerStages[0]",
        "requestConfigurations[0].reviewerStages[0].ownerIds[0]",
    ])("is refused before any write if it is an element of a list: %s", async (element) => {
        const { failures } = await stack.up([team(60, false, [element])]);
        expect(failures.join()).toContain(`ignoreChanges: ${JSON.stringify(element)}`);
        expect(world.service.calls.writes()).toEqual([]);
    });
});

it("a nested path is ignored in a subresource, too", async () => {
    const groupId = await world.newGroup("Others");
    const stages = (operator: string, manager: boolean) =>
        declare(
            GroupReviewerStages.kind,
            "stages",
            { groupId, stages: [{ operator, ownerIds: [world.ownerId], requireManagerApproval: manager }] },
            { ignoreChanges: ["stages[*].operator"] },
        );
    await stack.settle([stages("OR", false)]);
    await stack.settle([stages("AND", true)]);
    expect((await stored(groupId)).request_configurations[0]?.reviewer_stages).toMatchObject([
        { operator: "OR", require_manager_approval: true },
    ]);
    const [first = "", second = ""] = world.groupIds;
    const visibility = (...visibilityGroupIds: string[]) =>
        declare(
            GroupVisibility.kind,
            "visibility",
            { groupId, visibility: "LIMITED", visibilityGroupIds },
            { ignoreChanges: ["visibilityGroupIds"] },
        );
    await stack.settle([stages("OR", true), visibility(first)]);
    await stack.settle([stages("OR", true), visibility(second)]);
    expect(await world.api("GET", `/groups/${groupId}/visibility`)).toMatchObject({ visibility_group_ids: [first] });
});
