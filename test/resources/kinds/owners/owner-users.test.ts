import { expect, it } from "vitest";
import { Owner } from "../../../../src/resources/kinds/owners/owner.js";
import { OwnerUsers } from "../../../../src/resources/kinds/owners/owner-users.js";
import { declare } from "../../../proofs/sequences/deployment.js";
import { eachTest, stack, world } from "../../../proofs/sequences/setting.js";

eachTest();

it.each(["Owner", "OwnerUsers"] as const)(
    "%s detaches an owner from a group that somebody set as its source outside the program",
    async (name) => {
        const [ada = ""] = world.userIds;
        const { owner_id: ownerId } = await world.api<{ owner_id: string }>("POST", "/owners", {
            name: "Pumps",
            user_ids: [ada],
        });
        const program = [
            name === "Owner"
                ? declare(Owner.kind, "pumps", { name: "Pumps", userIds: [ada] }, { import: ownerId })
                : declare(OwnerUsers.kind, "pumps", { ownerId, userIds: [ada] }),
        ];
        await stack.settle(program);
        const source_group_id = await world.newGroup("Team");
        await world.api("PUT", "/owners", { owners: [{ owner_id: ownerId, source_group_id }] });
        expect((await stack.preview(program)).steps).toEqual([`update ${name} "pumps"`]);
        await stack.settle(program);
        expect(world.service.store.owners.get(ownerId).source_group_id ?? "").toBe("");
        expect(world.service.store.ownerUsers.get(ownerId).user_ids).toEqual([ada]);
    },
);
