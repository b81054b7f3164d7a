import { listing } from "../../../live/operation.js";
import { fromWire } from "../../../schema/wire.js";
import type { Specimen } from "../specimen.js";
import { minutesLeft } from "./duration.js";

export const resourceUser: Specimen = {
    creates: "access of your user to a resource of the run, for two hours",
    needs: ["Owner", "Resource"],
    arrange: async (stage) => {
        const { client } = stage;
        const { userId } = stage.surroundings;
        const resourceId = await stage.resource();
        const path = { resource_id: resourceId, user_id: userId };
        return {
            args: { resourceId, userId, durationMinutes: 120 },
            edit: { durationMinutes: 240 },
            outside: {
                path: "durationMinutes",
                make: () => client.call("updateResourceUser", { path, body: { duration_minutes: 180 } }),
            },
            read: async () => {
                const found = await client.call("getResourceUser", { path });
                const [access] = found.data;
                return access && { resourceId, userId, durationMinutes: minutesLeft(client, access.expiration_date) };
            },
        };
    },
};

export const resourceNonHumanIdentity: Specimen = {
    creates: "access of an existing non-human identity to a resource of the run, for two hours",
    needs: ["Owner", "Resource"],
    arrange: async (stage) => {
        const { client } = stage;
        const [identity] = await listing("getNonHumanIdentities").all(client);
        if (!identity) return { because: "the organization has no non-human identity" };
        const { resource_id: nonHumanIdentityId } = identity;
        const resourceId = await stage.resource();
        return {
            args: { resourceId, nonHumanIdentityId, durationMinutes: 120 },
            edit: { durationMinutes: 240 },
            outside: { because: "no call changes this access" },
            read: async () => {
                const found = await listing("getResourceNonHumanIdentities").all(client, resourceId);
                const access = found
                    .map(fromWire)
                    .find((one) => (one.principalId ?? one.nonHumanIdentityId) === nonHumanIdentityId);
                if (!access) return undefined;
                const end = typeof access.expirationDate === "string" ? access.expirationDate : null;
                return { resourceId, nonHumanIdentityId, durationMinutes: minutesLeft(client, end) };
            },
        };
    },
};

export const customAccessLevel: Specimen = {
    creates: "an access level of a resource of the run",
    needs: ["Owner", "Resource"],
    arrange: async (stage) => {
        const { client } = stage;
        const resourceId = await stage.resource(3);
        const accessLevelRemoteId = stage.naming.name("level");
        const key = { resource_id: resourceId, access_level_remote_id: accessLevelRemoteId };
        return {
            args: { resourceId, accessLevelRemoteId, accessLevelName: "Level", policy: "none" },
            edit: { accessLevelName: "Updated level" },
            outside: {
                path: "policy",
                make: () => client.call("updateResourceCustomAccessLevel", { path: key, body: { policy: "edited" } }),
            },
            read: async () => {
                const found = await listing("getResourceCustomAccessLevels").all(client, resourceId);
                const level = found.find((one) => one.access_level.access_level_remote_id === accessLevelRemoteId);
                return level && { resourceId, ...fromWire(level), ...fromWire(level.access_level) };
            },
        };
    },
};

export const scopedRolePermissions: Specimen = {
    creates: "one permission of a role that no one has: to read one group of the run",
    needs: ["Group", "Owner", "Resource"],
    arrange: async (stage) => {
        const { client } = stage;
        const [resourceId, one, two] = [await stage.scopedRole(), await stage.group(1), await stage.group(2)];
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
};
