import { listing } from "../../../provider/live/operation.js";
import type { Specimens } from "../specimen.js";
import { accessScene } from "./scenes.js";

export const groupAccess = {
    GroupUser: {
        creates: "a membership of your user in a group that does not grant access to anything, for two hours",
        needs: ["Group", "Owner"],
        arrange: async (stage) => {
            const { client } = stage;
            const { userId } = stage.surroundings;
            const groupId = await stage.id("Group");
            const path = { group_id: groupId, user_id: userId };
            return accessScene(
                client,
                { groupId, userId },
                (duration_minutes) => client.call("updateGroupUser", { path, body: { duration_minutes } }),
                async () => {
                    const found = await listing("getGroupUsers").all(client, groupId);
                    return found.find((one) => one.user_id === userId);
                },
            );
        },
    },
    GroupUsers: {
        creates: "a member list for a group that does not grant access to anything, containing only your own user",
        needs: ["Group", "Owner"],
        arrange: async (stage) => {
            const { client } = stage;
            const { userId } = stage.surroundings;
            const groupId = await stage.id("Group");
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
    },
    GroupResource: {
        creates: "access of a group without members to a test resource, for two hours",
        needs: ["Group", "Owner", "Resource"],
        arrange: async (stage) => {
            const { client } = stage;
            const [groupId, resourceId] = [await stage.id("Group"), await stage.id("Resource")];
            const path = { group_id: groupId, resource_id: resourceId };
            return accessScene(
                client,
                { groupId, resourceId },
                (duration_minutes) => client.call("addGroupResource", { path, body: { duration_minutes } }),
                async () => {
                    const found = await listing("getGroupResources").all(client, groupId);
                    return found.find((one) => one.resource_id === resourceId);
                },
            );
        },
    },
    GroupResources: {
        creates: "a resource list for a group without members, containing one test resource",
        needs: ["Group", "Owner", "Resource"],
        arrange: async (stage) => {
            const { client } = stage;
            const [groupId, one, two] = [
                await stage.id("Group"),
                await stage.id("Resource", 1),
                await stage.id("Resource", 2),
            ];
            return {
                args: { groupId, resources: [{ resourceId: one }] },
                edit: { resources: [{ resourceId: one }, { resourceId: two }] },
                outside: {
                    path: "resources",
                    make: (group_id) =>
                        client.call("setGroupResources", {
                            path: { group_id },
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
    },
    IdpGroupMapping: {
        creates: "the mapping of a test group for a test resource",
        needs: ["Group", "Owner", "Resource"],
        arrange: async (stage) => {
            const { client, naming } = stage;
            const [appResourceId, groupId] = [await stage.id("Resource"), await stage.id("Group")];
            const path = { app_resource_id: appResourceId, group_id: groupId };
            return {
                args: { appResourceId, groupId, alias: naming.name("alias"), hiddenFromEndUser: true },
                edit: { alias: naming.name("alias-updated") },
                outside: {
                    path: "alias",
                    make: () =>
                        client.call("upsertIdpGroupMapping", { path, body: { alias: naming.name("alias-edited") } }),
                },
                read: async () => {
                    const found = mappingsOf(await listing("getIdpGroupMappings").all(client, appResourceId));
                    const mapping = found.find((one) => one.groupId === groupId);
                    return mapping && { ...mapping, appResourceId };
                },
            };
        },
    },
    IdpGroupMappings: {
        creates: "all mappings for a test resource: one test group",
        needs: ["Group", "Owner", "Resource"],
        arrange: async (stage) => {
            const { client } = stage;
            const appResourceId = await stage.id("Resource");
            const one = { groupId: await stage.id("Group", 1), hiddenFromEndUser: true };
            const two = { groupId: await stage.id("Group", 2), hiddenFromEndUser: true };
            return {
                args: { appResourceId, mappings: [one] },
                edit: { mappings: [one, two] },
                outside: {
                    path: "mappings",
                    make: (app_resource_id) =>
                        client.call("updateIdpGroupMappings", { path: { app_resource_id }, body: { mappings: [] } }),
                },
                read: async () => ({
                    appResourceId,
                    mappings: mappingsOf(await listing("getIdpGroupMappings").all(client, appResourceId)),
                }),
                left: { mappings: [] },
            };
        },
    },
} satisfies Specimens;

function mappingsOf(found: readonly { group_id: string; alias?: string; hidden_from_end_user?: boolean }[]) {
    return found.map(({ group_id, alias, hidden_from_end_user }) => ({
        groupId: group_id,
        alias,
        hiddenFromEndUser: hidden_from_end_user,
    }));
}
