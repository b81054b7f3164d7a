import { GroupResource } from "../../../../src/resources/kinds/groups/group-resource.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Link {
    resource_id: string;
    expiration_date: string | null;
}

export const groupResource: Subject = {
    kind: GroupResource.kind,
    stage: async (world) => {
        const groupId = await world.newGroup("Engineers");
        const otherGroup = await world.newGroup("Analysts");
        const resourceId = await world.newResource("Ledger");
        const otherResource = await world.newResource("Archive");
        const links = async (id: string) => {
            const { group_resources } = await world
                .api<{ group_resources: Link[] }>("GET", `/groups/${id.split("/")[0]}/resources`)
                .catch(() => ({ group_resources: [] }));
            return group_resources;
        };
        const found = async (id: string) => (await links(id)).filter((link) => link.resource_id === id.split("/")[1]);
        const last = (id: string, minutes: number) => {
            const [group, resource] = id.split("/");
            return world.api("POST", `/groups/${group}/resources/${resource}`, { duration_minutes: minutes });
        };
        const args = { groupId, resourceId, durationMinutes: 0 };
        return {
            args,
            least: { groupId, resourceId },
            edits: { groupId: otherGroup, resourceId: otherResource, durationMinutes: 600 },
            read: async (id) => {
                const [link] = await found(id);
                const end = link?.expiration_date;
                // Rounded, because some time passes between the write and the read.
                const minutes = end ? Math.round((Date.parse(end) - world.now()) / 60_000) : 0;
                return {
                    groupId: id.split("/")[0],
                    resourceId: link?.resource_id,
                    // 600 minutes is the duration in `edits`; other ends were set outside.
                    durationMinutes: minutes === 0 || minutes === 600 ? minutes : `until ${end}`,
                };
            },
            outside: { durationMinutes: (id) => last(id, 60) },
            unmanaged: { property: "durationMinutes", edit: (id) => last(id, 60) },
            vanish: async (id) => {
                const rest = (await links(id)).filter((link) => link.resource_id !== id.split("/")[1]);
                return world.api("PUT", `/groups/${id.split("/")[0]}/resources`, {
                    resources: rest.map(({ resource_id }) => ({ resource_id })),
                });
            },
            exists: async (id) => (await found(id)).length > 0,
            count: async () => (await found(`${groupId}/${resourceId}`)).length,
            afterDestroy: "nothing",
            bad: {
                groupId: { resourceId },
                resourceId: { groupId, resourceId: "ledger" },
                durationMinutes: { groupId, resourceId, durationMinutes: 1.5 },
            },
            sibling: async (number) => ({ groupId, resourceId: await world.newResource(`Resource ${number}`) }),
        };
    },
};
