import { ResourceTag } from "../../../../src/resources/kinds/tags/resource-tag.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const resourceTag: Subject = {
    kind: ResourceTag.kind,
    waived: { 3: "a membership has nothing beside its key: there is nothing to leave unmanaged" },
    stage: async (world) => {
        const resourceId = await world.newResource("Ledger");
        const otherResource = await world.newResource("Archive");
        const tagId = await world.newTag("squad", "platform");
        const otherTag = await world.newTag("squad", "finance");
        const pathOf = (id: string) => `/tags/${id.split("/")[1]}/resources/${id.split("/")[0]}`;
        const found = async (id: string) => {
            const [resource, tag] = id.split("/");
            const { tags } = await world
                .api<{ tags: { tag_id: string }[] }>("GET", `/resources/${resource}/tags`)
                .catch(() => ({ tags: [] }));
            return tags.filter(({ tag_id }) => tag_id === tag);
        };
        const args = { resourceId, tagId };
        return {
            args,
            least: args,
            edits: { resourceId: otherResource, tagId: otherTag },
            read: async (id) => ({ resourceId: id.split("/")[0], tagId: (await found(id))[0]?.tag_id }),
            outside: {},
            vanish: (id) => world.api("DELETE", pathOf(id)),
            exists: async (id) => (await found(id)).length > 0,
            count: async () => (await found(`${resourceId}/${tagId}`)).length,
            afterDestroy: "nothing",
            bad: { resourceId: { tagId }, tagId: { resourceId, tagId: "squad" } },
            sibling: async (number) => ({ resourceId, tagId: await world.newTag("rank", `${number}`) }),
        };
    },
};
