import { GroupResources } from "../../../../src/resources/kinds/groups/group-resources.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const groupResources: Subject = {
    kind: GroupResources.kind,
    waived: { 3: "the document is one set, and all of it is declared" },
    stage: async (world) => {
        const [one, two, three] = await Promise.all(["One", "Two", "Three"].map((name) => world.newResource(name)));
        const groupId = await world.newGroup("Engineers");
        const other = await world.newGroup("Analysts");
        const put = (id: string, ids: unknown[]) =>
            world.api("PUT", `/groups/${id}/resources`, { resources: ids.map((resource_id) => ({ resource_id })) });
        const read = async (id: string) => {
            const { group_resources } = await world.api<{ group_resources: { resource_id: string }[] }>(
                "GET",
                `/groups/${id}/resources`,
            );
            return { groupId: id, resources: group_resources.map((link) => ({ resourceId: link.resource_id })) };
        };
        const args = { groupId, resources: [{ resourceId: one }, { resourceId: two, accessLevelRemoteId: "" }] };
        return {
            args,
            least: args,
            edits: { resources: [{ resourceId: three }], groupId: other },
            read,
            outside: { resources: (id) => put(id, [one, three]) },
            shuffle: async (id) => {
                await put(id, [two]);
                await put(id, [two, one]);
            },
            vanish: (id) => world.api("DELETE", `/groups/${id}`),
            exists: (id) => world.has(`/groups/${id}`),
            count: async () => ((await world.has(`/groups/${groupId}`)) ? 1 : 0),
            afterDestroy: async (id) => {
                const { resources } = await read(id);
                if (resources.length > 0) throw new Error(`the group still has ${resources.length} resources`);
            },
            bad: {
                groupId: { resources: [] },
                "resources[0].resourceId": { groupId, resources: [{ resourceId: "db" }] },
                "resources[1]": { groupId, resources: [{ resourceId: one }, { resourceId: one }] },
            },
            sibling: async (number) => ({ ...args, groupId: await world.newGroup(`Sibling ${number}`) }),
        };
    },
};
