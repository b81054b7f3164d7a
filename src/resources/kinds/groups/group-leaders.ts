import { z } from "zod";
import { operation } from "../../../api/calls.js";
import { evaluated, moreWidens } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { subresource } from "../../../provider/shapes/subresource.js";
import { id, idSet } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource, userSource } from "../../sources.js";

/** Leaders of a group. An export declares them also if there are none. */
export const leaderIds = evaluated(field(idSet(userSource), { exported: "always" }), moreWidens);

const fields = {
    /** Group that the leaders belong to. */
    groupId: evaluated(id(groupSource)),
    /** Leaders of the group (complete list). They add and remove members, and request access on behalf of the group. */
    userIds: leaderIds,
};

/**
 * The leaders of a group that is declared elsewhere, or of the group of an access rule. If the group is declared in the same program, set
 * `groupLeaderUserIds` on `Group` instead; do not use both for the same group. Removing the declaration leaves the group without leaders.
 * Pulumi id and import id: the group's id. Operations: GET /groups/{group_id}, PUT /groups.
 */
export class GroupLeaders extends AccessResource<GroupLeadersArgs> {
    static readonly kind = subresource({
        name: "GroupLeaders",
        noun: "leader list of a group",
        parent: groupSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        read: {
            operations: ["getGroup", "getGroups"],
            within: groupSource,
            run: (live, id) => live.object(groupSource, id),
        },
        value: ({ groupLeaderUserIds }) => ({ userIds: groupLeaderUserIds }),
        write: {
            operations: ["updateGroups"],
            run: async ({ client, live }, id, { userIds }) => {
                try {
                    await writeLeaders.send(client, id, z.array(z.string()).parse(userIds));
                } finally {
                    live.wrote(groupSource.name, id);
                }
            },
        },
        ending: { writes: { userIds: [] } },
    });
}

export interface GroupLeaders extends OutputsOf<typeof fields> {}
export interface GroupLeadersArgs extends ArgsOf<typeof fields> {}

const writeLeaders = operation("updateGroups", (group_id: string, group_leader_user_ids: string[]) => ({
    body: { groups: [{ group_id, group_leader_user_ids }] },
}));
