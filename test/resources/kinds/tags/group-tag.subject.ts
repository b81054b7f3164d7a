import { GroupTag } from "../../../../src/resources/kinds/tags/group-tag.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const groupTag: Subject = {
    kind: GroupTag.kind,
    waived: { 3: "a membership has nothing beside its key: there is nothing to leave unmanaged" },
    stage: async (world) => {
        const groupId = await world.newGroup("Engineers");
        const otherGroup = await world.newGroup("Analysts");
        const tagId = await world.newTag("squad", "platform");
        const otherTag = await world.newTag("squad", "finance");
        const pathOf = (id: string) => `/tags/${id.split("/")[1]}/groups/${id.split("/")[0]}`;
        const found = async (id: string) => {
            const [group, tag] = id.split("/");
            const { tags } = await world
                .api<{ tags: { tag_id: string }[] }>("GET", `/groups/${group}/tags`)
                .catch(() => ({ tags: [] }));
            return tags.filter(({ tag_id }) => tag_id === tag);
        };
        const args = { groupId, tagId };
        return {
            args,
            least: args,
            edits: { groupId: otherGroup, tagId: otherTag },
            read: async (id) => ({ groupId: id.split("/")[0], tagId: (await found(id))[0]?.tag_id }),
            outside: {},
            vanish: (id) => world.api("DELETE", pathOf(id)),
            exists: async (id) => (await found(id)).length > 0,
            count: async () => (await found(`${groupId}/${tagId}`)).length,
            afterDestroy: "nothing",
            bad: { groupId: { tagId }, tagId: { groupId, tagId: "squad" } },
            sibling: async (number) => ({ groupId, tagId: await world.newTag("rank", `${number}`) }),
        };
    },
};
