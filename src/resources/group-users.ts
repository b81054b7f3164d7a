import { z } from "zod";
import { AccessResource, type ArgsOf, type OutputsOf } from "../program/resource.js";
import { memberwise } from "../shapes/memberwise.js";
import { subresource } from "../shapes/subresource.js";
import { accessLevel } from "./grants.js";
import { groupMembers } from "./group-user.js";
import { groups } from "./sources.js";
import { id, setOf } from "./values.js";

const member = z.strictObject({
    /** User who is a member. */
    userId: id(),
    /** Access level in the group, by its id in the end system; the default level when left out. */
    accessLevelRemoteId: accessLevel(),
});

const fields = {
    /** Group whose members these are. */
    groupId: id(),
    /** Members of the group, all of them. Those that are added have no end; the end of one who is in already stays as it is. */
    users: setOf(member, ["userId", "accessLevelRemoteId"]),
};

const { read, write } = memberwise({
    name: "GroupUsers",
    parent: groups,
    parentField: "groupId",
    set: "users",
    fields,
    whenNew: { durationMinutes: 0 },
    ...groupMembers,
});

export const groupUsers = subresource({
    name: "GroupUsers",
    noun: "whole set of a group's members",
    parent: groups,
    fields,
    read,
    write,
    ending: {
        removes: "what was declared",
        says: "removes the members that were declared, and nobody else",
    },
});

/**
 * All members of a group: whoever else is in it is removed, people with an approved request among them. For single members use
 * `GroupUser`: both for one group are refused. Leave it out for groups whose members come from an access rule, a schedule or a sync.
 * Taking the declaration away removes the members that were declared. Id and import: the group's id.
 * Operations: GET /groups/{group_id}/users, POST and DELETE /groups/{group_id}/users/{user_id}.
 */
export class GroupUsers extends AccessResource<GroupUsersArgs> {
    static readonly kind = groupUsers;
}

export interface GroupUsers extends OutputsOf<typeof fields> {}
export interface GroupUsersArgs extends ArgsOf<typeof fields> {}
