import { listing } from "../../../provider/live/operation.js";
import { fromWire } from "../../../provider/schema/wire.js";
import type { Specimens } from "../specimen.js";
import { accessScene } from "./scenes.js";

export const resourceAccess = {
    ResourceUser: {
        creates: "access of your user to a test resource, for two hours",
        needs: ["Owner", "Resource"],
        arrange: async (stage) => {
            const { client } = stage;
            const { userId } = stage.surroundings;
            const resourceId = await stage.id("Resource");
            const path = { resource_id: resourceId, user_id: userId };
            return accessScene(
                client,
                { resourceId, userId },
                (duration_minutes) => client.call("updateResourceUser", { path, body: { duration_minutes } }),
                async () => (await client.call("getResourceUser", { path })).data[0],
            );
        },
    },
    ResourceNonHumanIdentity: {
        creates: "access of an existing non-human identity to a test resource, for two hours",
        needs: ["Owner", "Resource"],
        arrange: async (stage) => {
            const { client } = stage;
            const [identity] = await listing("getNonHumanIdentities").all(client);
            if (!identity) return { because: "the organization does not have a non-human identity" };
            const { resource_id: nonHumanIdentityId } = identity;
            const resourceId = await stage.id("Resource");
            return accessScene(client, { resourceId, nonHumanIdentityId }, undefined, async () => {
                const found = await listing("getResourceNonHumanIdentities").all(client, resourceId);
                const isIt = ({ principalId, nonHumanIdentityId: id }: Record<string, unknown>): boolean =>
                    (principalId ?? id) === nonHumanIdentityId;
                return found.find((one) => isIt(fromWire(one)));
            });
        },
    },
    CustomAccessLevel: {
        creates: "an access level of a test resource",
        needs: ["Owner", "Resource"],
        arrange: async (stage) => {
            const { client } = stage;
            const resourceId = await stage.id("Resource", 3);
            const accessLevelRemoteId = stage.naming.name("level");
            const path = { resource_id: resourceId, access_level_remote_id: accessLevelRemoteId };
            return {
                args: { resourceId, accessLevelRemoteId, accessLevelName: "Level", policy: "none" },
                edit: { accessLevelName: "Updated level" },
                outside: {
                    path: "policy",
                    make: () => client.call("updateResourceCustomAccessLevel", { path, body: { policy: "edited" } }),
                },
                read: async () => {
                    const found = await listing("getResourceCustomAccessLevels").all(client, resourceId);
                    const level = found.find((one) => one.access_level.access_level_remote_id === accessLevelRemoteId);
                    return level && { resourceId, ...fromWire(level), ...fromWire(level.access_level) };
                },
            };
        },
    },
    ScopedRolePermissions: {
        creates: "one permission of an unassigned role: to read one test group",
        needs: ["Group", "Owner", "Resource"],
        arrange: async (stage) => {
            const { client } = stage;
            const resourceId = await stage.scopedRole();
            const [one, two] = [await stage.id("Group", 1), await stage.id("Group", 2)];
            const permission = { targetType: "GROUP", permissionName: "READ", allowAll: false };
            return {
                args: { resourceId, permissions: [{ ...permission, targetIds: [one] }] },
                edit: { permissions: [{ ...permission, targetIds: [one, two] }] },
                outside: {
                    path: "permissions[0].targetIds",
                    make: (resource_id) =>
                        client.call("setResourceScopedRolePermissions", {
                            path: { resource_id },
                            body: {
                                permissions: [
                                    {
                                        target_type: "GROUP",
                                        permission_name: "READ",
                                        allow_all: false,
                                        target_ids: [two],
                                    },
                                ],
                            },
                        }),
                },
                read: async (resource_id) => {
                    const body = await client.call("getResourceScopedRolePermissions", { path: { resource_id } });
                    return { resourceId: resource_id, permissions: body.permissions.map(fromWire) };
                },
                left: { permissions: [] },
            };
        },
    },
} satisfies Specimens;
