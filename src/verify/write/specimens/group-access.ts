import { listing } from "../../../live/operation.js";
import type { Specimen } from "../specimen.js";
import { minutesLeft } from "./duration.js";

export const groupUser: Specimen = {
    creates: "your user in a group that gives access to nothing, for two hours",
    needs: ["Group", "Owner"],
    arrange: async (stage) => {
        const { client } = stage;
        const { userId } = stage.surroundings;
        const groupId = await stage.group();
        return {
            args: { groupId, userId, durationMinutes: 120 },
            edit: { durationMinutes: 240 },
            outside: {
                path: "durationMinutes",
                make: () =>
                    client.call("updateGroupUser", {
                        path: { group_id: groupId, user_id: userId },
                        body: { duration_minutes: 180 },
                    }),
            },
            read: async () => {
                const found = await listing("getGroupUsers").all(client, groupId);
                const member = found.find((one) => one.user_id === userId);
                return member && { groupId, userId, durationMinutes: minutesLeft(client, member.expiration_date) };
            },
        };
    },
};

export const groupUsers: Specimen = {
    creates: "your user as the only member of a group that gives access to nothing",
    needs: ["Group", "Owner"],
    arrange: async (stage) => {
        const { client } = stage;
        const { userId } = stage.surroundings;
        const groupId = await stage.group();
        return {
            args: { groupId, users: [{ userId }] },
            edit: { users: [] },
            outside: {
                path: "users",
                make: () => client.call("deleteGroupUser", { path: { group_id: groupId, user_id: userId } }),
            },
            read: async () => {
                const found = await listing("getGroupUsers").all(client, groupId);
                return { groupId, users: found.map((one) => ({ userId: one.user_id })) };
            },
            left: { users: [] },
        };
    },
};

export const groupResource: Specimen = {
    creates: "a resource of the run in a group without members, for two hours",
    needs: ["Group", "Owner", "Resource"],
    arrange: async (stage) => {
        const { client } = stage;
        const [groupId, resourceId] = [await stage.group(), await stage.resource()];
        return {
            args: { groupId, resourceId, durationMinutes: 120 },
            edit: { durationMinutes: 240 },
            outside: {
                path: "durationMinutes",
                make: () =>
                    client.call("addGroupResource", {
                        path: { group_id: groupId, resource_id: resourceId },
                        body: { duration_minutes: 180 },
                    }),
            },
            read: async () => {
                const found = await listing("getGroupResources").all(client, groupId);
                const link = found.find((one) => one.resource_id === resourceId);
                return link && { groupId, resourceId, durationMinutes: minutesLeft(client, link.expiration_date) };
            },
        };
    },
};

export const groupResources: Specimen = {
    creates: "one resource of the run in a group without members",
    needs: ["Group", "Owner", "Resource"],
    arrange: async (stage) => {
        const { client } = stage;
        const [groupId, one, two] = [await stage.group(), await stage.resource(1), await stage.resource(2)];
        return {
            args: { groupId, resources: [{ resourceId: one }] },
            edit: { resources: [{ resourceId: one }, { resourceId: two }] },
            outside: {
                path: "resources",
                make: () =>
                    client.call("setGroupResources", {
                        path: { group_id: groupId },
                        body: { resources: [{ resource_id: one }, { resource_id: two }] },
                    }),
            },
            read: async () => {
                const found = await listing("getGroupResources").all(client, groupId);
                return { groupId, resources: found.map((link) => ({ resourceId: link.resource_id })) };
            },
            left: { resources: [] },
        };
    },
};

export const idpGroupMapping: Specimen = {
    creates: "the mapping of a group of the run for a resource of the run",
    needs: ["Group", "Owner", "Resource"],
    arrange: async (stage) => {
        const { client } = stage;
        const [appResourceId, groupId] = [await stage.resource(), await stage.group()];
        const path = { app_resource_id: appResourceId, group_id: groupId };
        return {
            args: { appResourceId, groupId, alias: stage.naming.name("alias"), hiddenFromEndUser: true },
            edit: { alias: stage.naming.name("alias-updated") },
            outside: {
                path: "alias",
                make: () =>
                    client.call("upsertIdpGroupMapping", { path, body: { alias: stage.naming.name("alias-edited") } }),
            },
            read: async () => {
                const found = mappingsOf(await listing("getIdpGroupMappings").all(client, appResourceId));
                const mapping = found.find((one) => one.groupId === groupId);
                return mapping && { ...mapping, appResourceId };
            },
        };
    },
};

export const idpGroupMappings: Specimen = {
    creates: "all mappings for a resource of the run: one group of the run",
    needs: ["Group", "Owner", "Resource"],
    arrange: async (stage) => {
        const { client } = stage;
        const [appResourceId, one, two] = [await stage.resource(), await stage.group(1), await stage.group(2)];
        return {
            args: { appResourceId, mappings: [{ groupId: one, hiddenFromEndUser: true }] },
            edit: {
                mappings: [
                    { groupId: one, hiddenFromEndUser: true },
                    { groupId: two, hiddenFromEndUser: true },
                ],
            },
            outside: {
                path: "mappings",
                make: () =>
                    client.call("updateIdpGroupMappings", {
                        path: { app_resource_id: appResourceId },
                        body: { mappings: [] },
                    }),
            },
            read: async () => ({
                appResourceId,
                mappings: mappingsOf(await listing("getIdpGroupMappings").all(client, appResourceId)),
            }),
            left: { mappings: [] },
        };
    },
};

function mappingsOf(found: readonly { group_id: string; alias?: string; hidden_from_end_user?: boolean }[]) {
    return found.map(({ group_id, alias, hidden_from_end_user }) => ({
        groupId: group_id,
        alias,
        hiddenFromEndUser: hidden_from_end_user,
    }));
}
