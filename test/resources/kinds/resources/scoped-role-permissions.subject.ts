import { fromWire } from "../../../../src/provider/schema/wire.js";
import { ScopedRolePermissions } from "../../../../src/resources/kinds/resources/scoped-role-permissions.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const scopedRolePermissions: Subject = {
    kind: ScopedRolePermissions.kind,
    waived: {
        3: "the document is one set, and all of it is declared; what a permission leaves out is tested beside the laws",
    },
    stage: async (world) => {
        const [everyone, contractors] = world.groupIds;
        const resourceId = await world.newResource("Auditors", "SVC_SCOPED_ROLE");
        const other = await world.newResource("Editors", "OPAL_SCOPED_ROLE");
        const path = (id: string) => `/resources/${id}/scoped-role-permissions`;
        const live = async (id: string) =>
            (await world.api<{ permissions: Record<string, unknown>[] }>("GET", path(id))).permissions;
        const change = async (id: string, alter: (permissions: Record<string, unknown>[]) => object[]) =>
            world.api("PUT", path(id), { permissions: alter(await live(id)) });
        const isRead = ({ permission_name }: Record<string, unknown>) => permission_name === "READ";
        const read = {
            targetType: "GROUP",
            permissionName: "READ",
            allowAll: false,
            targetIds: [everyone, contractors],
        };
        const users = { targetType: "USER", permissionName: "SYNC", allowAll: true };
        const args = { resourceId, permissions: [read, users] };
        return {
            args,
            least: args,
            edits: { permissions: [{ ...read, targetIds: [everyone] }], resourceId: other },
            read: async (id) => ({ resourceId: id, permissions: (await live(id)).map(fromWire) }),
            outside: {
                "permissions[0].targetIds": (id) =>
                    change(id, (list) =>
                        list.map((one) => (isRead(one) ? { ...one, target_ids: [contractors] } : one)),
                    ),
                "permissions[1].allowAll": (id) =>
                    change(id, (list) => list.map((one) => (isRead(one) ? one : { ...one, allow_all: false }))),
                permissions: (id) => change(id, (list) => list.filter(isRead)),
            },
            shuffle: (id) =>
                change(id, (list) =>
                    list.map((one) => (isRead(one) ? { ...one, target_ids: [contractors, everyone] } : one)).reverse(),
                ),
            vanish: (id) => world.api("DELETE", `/resources/${id}`),
            exists: (id) => world.has(`/resources/${id}`),
            count: async () => ((await world.has(`/resources/${resourceId}`)) ? 1 : 0),
            afterDestroy: async (id) => {
                const left = await live(id);
                if (left.length > 0) throw new Error(`the role still has ${left.length}`);
            },
            bad: {
                resourceId: { permissions: [read] },
                "permissions[0].permissionName": { resourceId, permissions: [{ ...read, permissionName: "" }] },
                "permissions[0].allowAll": { resourceId, permissions: [{ ...read, allowAll: "yes" }] },
                "permissions[1].targetIds": { resourceId, permissions: [read, { ...users, targetIds: [everyone] }] },
                "permissions[1]": { resourceId, permissions: [read, { ...read, targetIds: [] }] },
            },
            sibling: async (number) => ({
                ...args,
                resourceId: await world.newResource(`Sibling ${number}`, "SVC_SCOPED_ROLE"),
            }),
        };
    },
};
