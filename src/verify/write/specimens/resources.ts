import { fromWire } from "../../../schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Specimen } from "../specimen.js";

export const resource: Specimen = {
    creates: "a CUSTOM resource that only administrators see and no one can request",
    needs: ["Owner"],
    arrange: async (stage) => {
        const { client, naming, surroundings } = stage;
        return {
            args: {
                name: naming.name("resource"),
                appId: surroundings.appId,
                resourceType: "CUSTOM",
                ...(await stage.closed()),
            },
            edit: { description: `${ORIGIN} Updated.` },
            outside: {
                path: "description",
                make: (resource_id) =>
                    client.call("updateResources", {
                        body: { resources: [{ resource_id, description: `${ORIGIN} Edited.` }] },
                    }),
            },
            read: async (resource_id) => {
                const body = await client.call("getResource", { path: { resource_id } });
                const visibility = await client.call("getResourceVisibility", { path: { resource_id } });
                return { ...fromWire(body), visibility: fromWire(visibility) };
            },
        };
    },
};

export const resourceVisibility: Specimen = {
    creates: "the visibility of a resource: one group of the run",
    needs: ["Group", "Owner", "Resource"],
    arrange: async (stage) => {
        const { client } = stage;
        const [resourceId, one, two] = [await stage.resource(), await stage.group(1), await stage.group(2)];
        return {
            args: { resourceId, visibility: "LIMITED", visibilityGroupIds: [one] },
            edit: { visibilityGroupIds: [one, two] },
            outside: {
                path: "visibilityGroupIds",
                make: (resource_id) =>
                    client.call("setResourceVisibility", {
                        path: { resource_id },
                        body: { visibility: "LIMITED", visibility_group_ids: [two] },
                    }),
            },
            read: async (resource_id) => {
                const body = await client.call("getResourceVisibility", { path: { resource_id } });
                return { resourceId: resource_id, ...fromWire(body) };
            },
        };
    },
};

export const resourceReviewers: Specimen = {
    creates: "the reviewers of a resource that no one can request: an owner of the run",
    needs: ["Owner", "Resource"],
    arrange: async (stage) => {
        const { client } = stage;
        const [one, two, resourceId] = [await stage.owner(1), await stage.owner(2), await stage.resource()];
        return {
            args: { resourceId, reviewerIds: [two] },
            edit: { reviewerIds: [one, two] },
            outside: {
                path: "reviewerIds",
                make: (resource_id) =>
                    client.call("setResourceReviewers", { path: { resource_id }, body: { reviewer_ids: [one] } }),
            },
            read: async (resource_id) => {
                const reviewerIds = await client.call("getResourceReviewers", { path: { resource_id } });
                return { resourceId: resource_id, reviewerIds };
            },
            left: { reviewerIds: [one] },
        };
    },
};

export const resourceReviewerStages: Specimen = {
    creates: "the review stages of a resource that no one can request: owners of the run",
    needs: ["Owner", "Resource"],
    arrange: async (stage) => {
        const { client } = stage;
        const [one, two, resourceId] = [await stage.owner(1), await stage.owner(2), await stage.resource()];
        const stageOf = (ownerId: string) => ({ operator: "AND", ownerIds: [ownerId], requireManagerApproval: false });
        return {
            args: { resourceId, stages: [stageOf(two)] },
            edit: { stages: [stageOf(two), stageOf(one)] },
            outside: {
                path: "stages[0].ownerIds",
                make: (resource_id) =>
                    client.call("setResourceReviewerStages", {
                        path: { resource_id },
                        body: { stages: [{ operator: "AND", owner_ids: [one], require_manager_approval: false }] },
                    }),
            },
            read: async (resource_id) => {
                const stages = await client.call("getResourceReviewerStages", { path: { resource_id } });
                return { resourceId: resource_id, stages: stages.map(fromWire) };
            },
            left: { stages: [stageOf(one)] },
        };
    },
};

export const resourceMessageChannels: Specimen = {
    creates: "a link from a resource to an existing message channel, as its audit channel",
    needs: ["Owner", "Resource"],
    effect: "posts to that channel when the resource changes",
    skipped: "it posts to an existing channel",
    arrange: async (stage) => {
        const { client } = stage;
        const { channels } = await client.call("getMessageChannels");
        const [one] = channels;
        if (!one) return { because: "the organization has no message channel" };
        const { message_channel_id: channelId } = one;
        const resourceId = await stage.resource();
        const put = (resource_id: string, message_channel_ids: string[]) =>
            client.call("setResourceMessageChannels", { path: { resource_id }, body: { message_channel_ids } });
        return {
            args: { resourceId, messageChannelIds: [channelId] },
            edit: { messageChannelIds: [] },
            outside: { path: "messageChannelIds", make: (id) => put(id, []) },
            read: async (resource_id) => {
                const body = await client.call("getResourceMessageChannels", { path: { resource_id } });
                const ids = body.channels.map((channel) => channel.message_channel_id);
                return { resourceId: resource_id, messageChannelIds: ids };
            },
            left: { messageChannelIds: [] },
        };
    },
};
