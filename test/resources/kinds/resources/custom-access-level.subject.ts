import { CustomAccessLevel } from "../../../../src/resources/kinds/resources/custom-access-level.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Level {
    access_level: { access_level_name: string; access_level_remote_id: string };
    policy: string | null;
    requestable_by_default: boolean;
    stackable_sensitivity_index: number | null;
    member_resource_ids: string[];
}

export const customAccessLevel: Subject = {
    kind: CustomAccessLevel.kind,
    stage: async (world) => {
        const newCluster = (name: string) => world.newResource(name, "AWS_RDS_POSTGRES_CLUSTER");
        const below = async (parent: string, name: string) => {
            const id = await world.newResource(name, "AWS_RDS_POSTGRES_INSTANCE");
            await world.api("PUT", "/resources", { resources: [{ resource_id: id, parent_resource_id: parent }] });
            return id;
        };
        const resourceId = await newCluster("Ledgers");
        const one = await below(resourceId, "Ledger one");
        await below(resourceId, "Ledger two");
        const other = await newCluster("Archives");
        const listOf = (id: string) => `/resources/${id.split("/")[0]}/custom-access-levels`;
        const found = async (id: string) => {
            const { custom_access_levels: levels } = await world
                .api<{ custom_access_levels: Level[] }>("GET", listOf(id))
                .catch(() => ({ custom_access_levels: [] }));
            return levels.filter(({ access_level }) => access_level.access_level_remote_id === id.split("/")[1]);
        };
        const pathOf = (id: string) => `${listOf(id)}/${id.split("/")[1]}`;
        const patch = (id: string, change: object) => world.api("PATCH", pathOf(id), change);
        const least = { resourceId, accessLevelRemoteId: "reader", accessLevelName: "Reader" };
        const args = { ...least, policy: "read", requestableByDefault: true, stackableSensitivityIndex: 2 };
        return {
            args,
            least,
            edits: {
                resourceId: other,
                accessLevelRemoteId: "writer",
                accessLevelName: "May read",
                policy: null,
                requestableByDefault: false,
                stackableSensitivityIndex: null,
                memberResourceIds: [one],
            },
            read: async (id) => {
                const [level] = await found(id);
                return {
                    resourceId: id.split("/")[0],
                    accessLevelRemoteId: level?.access_level.access_level_remote_id,
                    accessLevelName: level?.access_level.access_level_name,
                    policy: level?.policy,
                    requestableByDefault: level?.requestable_by_default,
                    stackableSensitivityIndex: level?.stackable_sensitivity_index,
                    memberResourceIds: level?.member_resource_ids,
                };
            },
            outside: {
                accessLevelName: (id) => patch(id, { access_level_name: "Renamed" }),
                policy: (id) => patch(id, { policy: "everything" }),
                requestableByDefault: (id) => patch(id, { requestable_by_default: false }),
                stackableSensitivityIndex: (id) => patch(id, { stackable_sensitivity_index: 3 }),
            },
            unmanaged: { property: "policy", edit: (id) => patch(id, { policy: "by hand" }) },
            vanish: (id) => world.api("DELETE", pathOf(id)),
            exists: async (id) => (await found(id)).length > 0,
            count: async () => (await found(`${resourceId}/reader`)).length,
            afterDestroy: "nothing",
            bad: {
                resourceId: { ...args, resourceId: "Ledgers" },
                accessLevelRemoteId: { ...args, accessLevelRemoteId: "" },
                accessLevelName: { resourceId, accessLevelRemoteId: "reader" },
                stackableSensitivityIndex: { ...args, stackableSensitivityIndex: 1.5 },
                "memberResourceIds[0]": { ...args, memberResourceIds: ["Ledger one"] },
            },
            sibling: async (number) => ({ ...args, resourceId: await newCluster(`Cluster ${number}`) }),
        };
    },
};
