import { z } from "zod";
import type { Client } from "../../../api/client.js";
import { NotFoundError } from "../../../api/errors.js";
import { evaluated, moreWidens } from "../../../provider/schema/access.js";
import type { Properties } from "../../../provider/schema/fields.js";
import type { Scope } from "../../../provider/shapes/kind.js";
import { subresource } from "../../../provider/shapes/subresource.js";
import { accessLevel } from "../../fields/grants.js";
import { id, setField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource, userSource } from "../../sources.js";
import { groupMembers } from "./group-user.js";

const member = z.strictObject({
    /** User who is a member. */
    userId: evaluated(id(userSource)),
    /** Access level in the group, by its id in the end system. Required if the group has levels. */
    accessLevelRemoteId: evaluated(accessLevel("groupId")),
});

const fields = {
    /** Group that the members belong to. */
    groupId: evaluated(id(groupSource)),
    /** Members of the group (complete list). New memberships do not expire; existing ones keep their expiration date. */
    users: evaluated(setField(member, ["userId", "accessLevelRemoteId"]), moreWidens),
};

/**
 * The complete list of members of a group. All other members are removed, including users with an approved request. To declare single
 * members, use `GroupUser`; do not use both for the same group. Do not use it for groups whose members come from an access rule, an on-call
 * schedule or a sync. Removing the declaration removes the declared members. Pulumi id and import id: the group's id. Operations: GET
 * /groups/{group_id}/users, POST and DELETE /groups/{group_id}/users/{user_id}.
 */
export class GroupUsers extends AccessResource<GroupUsersArgs> {
    static readonly kind = subresource({
        name: "GroupUsers",
        noun: "member list of a group",
        parent: groupSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        read: {
            operations: ["getGroupUsers"],
            run: async (live, id) => {
                const load = (client: Client) => groupMembers.list.all(client, id);
                const users = await live.part("GroupUsers", groupSource, id, load);
                if (users) live.unknownFields.check("GroupUsers", id, "getGroupUsers", { results: users });
                return users && { users: users.map(groupMembers.value).map(memberKey) };
            },
        },
        write: { operations: ["addGroupUser", "deleteGroupUser"], run: writeMembers },
        ending: { removes: "what was declared", says: "removes only the declared members" },
        // An approved request adds a member to a requestable group.
        isOpen: ({ isRequestable }) => isRequestable !== false,
    });
}

export interface GroupUsers extends OutputsOf<typeof fields> {}
export interface GroupUsersArgs extends ArgsOf<typeof fields> {}

async function liveMembers(client: Client, groupId: string): Promise<Properties[]> {
    return (await groupMembers.list.all(client, groupId)).map(groupMembers.value).map(memberKey);
}

/** Adds missing members and removes extra members with one call each, because the API does not have a bulk operation. */
async function writeMembers({ client }: Scope, groupId: string, document: Properties, now: Properties): Promise<void> {
    const [wanted, present] = [membersIn(document), membersIn(now)];
    for (const member of withoutMembers(wanted, present)) {
        await groupMembers.add.send(client, { groupId, ...member }, { duration_minutes: 0 });
    }
    const refused: NotFoundError[] = [];
    for (const member of withoutMembers(present, wanted)) {
        try {
            await groupMembers.remove.send(client, { groupId, ...member });
        } catch (error) {
            // The member may have been removed already. The read below verifies this.
            if (!(error instanceof NotFoundError)) throw error;
            refused.push(error);
        }
    }
    const [first] = refused;
    if (first && withoutMembers(await liveMembers(client, groupId), wanted).length > 0) throw first;
}

function membersIn({ users }: Properties): Properties[] {
    return Array.isArray(users) ? users.map(memberKey) : [];
}

/** Returns the properties that identify a member. */
function memberKey({ userId, accessLevelRemoteId }: Properties): Properties {
    return { userId, accessLevelRemoteId: accessLevelRemoteId ?? "" };
}

/** Returns `members` except those in `others`. */
function withoutMembers(members: readonly Properties[], others: readonly Properties[]): Properties[] {
    const excluded = new Set(others.map((other) => JSON.stringify(other)));
    return members.filter((member) => !excluded.has(JSON.stringify(member)));
}
