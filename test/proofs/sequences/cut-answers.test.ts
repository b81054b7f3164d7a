import { describe, expect, it } from "vitest";
import type { FaultAnswer, OperationName } from "../../../src/local/service/index.js";
import { Bundle } from "../../../src/resources/kinds/bundles/bundle.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupResources } from "../../../src/resources/kinds/groups/group-resources.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { declare } from "./deployment.js";
import { anotherStack, eachTest, group, stack, world } from "./setting.js";

eachTest();

const program = (at: number) => [
    declare(Owner.kind, "owner", { name: "Owner", description: `Owner ${at}`, userIds: [world.userIds[at]] }),
    declare(Group.kind, "team", (id) =>
        group({
            description: `Team ${at}`,
            adminOwnerId: id("owner"),
            messageChannelIds: at === 0 ? [] : [world.channelIds[0]],
            visibility:
                at === 0
                    ? { visibility: "GLOBAL" }
                    : { visibility: "LIMITED", visibilityGroupIds: world.groupIds.slice(0, 1) },
        }),
    ),
    declare(Bundle.kind, "bundle", (id) => ({
        name: "Bundle",
        description: `Bundle ${at}`,
        adminOwnerId: id("owner"),
    })),
    declare(GroupResources.kind, "links", (id) => ({
        groupId: id("team"),
        resources: at === 0 ? [] : [{ resourceId: resourceId }],
    })),
];
let resourceId = "";

const PUTS: OperationName[] = [
    "updateGroups",
    "updateOwners",
    "setOwnerUsers",
    "setGroupVisibility",
    "setGroupMessageChannels",
    "updateBundle",
];

describe.each(["truncated", "malformed", "html", "reset"] as FaultAnswer[])(
    "a PUT with a response that is lost or unreadable (%s)",
    (answer) => {
        it.each(PUTS)("is not resent if it took effect: %s", async (operation) => {
            anotherStack({ retries: "2" });
            resourceId = await world.newResource("Ledger");
            await stack.settle(program(0));
            world.service.calls.clear();
            world.service.faults.add({ operation, when: "after", times: 1, answer });
            await stack.settle(program(1));
            expect(world.service.calls.of(operation)).toHaveLength(1);
            const { steps, lines } = await stack.preview(program(1));
            expect([lines, steps.filter((step) => !step.startsWith("same "))]).toEqual([[], []]);
        });

        it.each(PUTS)("is resent after a read if it had no effect: %s", async (operation) => {
            anotherStack({ retries: "2" });
            resourceId = await world.newResource("Ledger");
            await stack.settle(program(0));
            world.service.calls.clear();
            world.service.faults.add({ operation, when: "before", times: 1, answer });
            await stack.settle(program(1));
            expect(world.service.calls.of(operation)).toHaveLength(2);
            const { steps, lines } = await stack.preview(program(1));
            expect([lines, steps.filter((step) => !step.startsWith("same "))]).toEqual([[], []]);
        });
    },
);
