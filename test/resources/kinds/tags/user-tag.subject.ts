import { UserTag } from "../../../../src/resources/kinds/tags/user-tag.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const userTag: Subject = {
    kind: UserTag.kind,
    waived: { 3: "a membership has nothing beside its key: there is nothing to leave unmanaged" },
    stage: async (world) => {
        const [userId, otherUser] = world.userIds;
        const tagId = await world.newTag("squad", "platform");
        const otherTag = await world.newTag("squad", "finance");
        const pathOf = (id: string) => `/tags/${id.split("/")[1]}/users/${id.split("/")[0]}`;
        const found = async (id: string) => {
            const [user, tag] = id.split("/");
            const { tags } = await world
                .api<{ tags: { tag_id: string }[] }>("GET", `/users/${user}/tags`)
                .catch(() => ({ tags: [] }));
            return tags.filter(({ tag_id }) => tag_id === tag);
        };
        const args = { userId, tagId };
        return {
            args,
            least: args,
            edits: { userId: otherUser, tagId: otherTag },
            read: async (id) => ({ userId: id.split("/")[0], tagId: (await found(id))[0]?.tag_id }),
            outside: {},
            vanish: (id) => world.api("DELETE", pathOf(id)),
            exists: async (id) => (await found(id)).length > 0,
            count: async () => (await found(`${userId}/${tagId}`)).length,
            afterDestroy: "nothing",
            bad: { userId: { tagId }, tagId: { userId, tagId: "squad" } },
            sibling: async (number) => ({ userId, tagId: await world.newTag("rank", `${number}`) }),
        };
    },
};
