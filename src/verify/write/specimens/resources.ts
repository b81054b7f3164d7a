import { fromWire } from "../../../provider/schema/wire.js";
import type { Specimens } from "../specimen.js";
import { listScene, stageOf, textEdits, visibilityScene } from "./scenes.js";

export const resourceSpecimens = {
    Resource: {
        creates: "a CUSTOM resource that only administrators can see and that cannot be requested",
        needs: ["Owner"],
        arrange: async (stage) => {
            const { client, naming } = stage;
            return {
                args: await stage.args("Resource", naming.name("resource")),
                ...textEdits("description", (resource_id, description) =>
                    client.call("updateResources", { body: { resources: [{ resource_id, description }] } }),
                ),
                read: async (resource_id) => {
                    const body = await client.call("getResource", { path: { resource_id } });
                    const visibility = await client.call("getResourceVisibility", { path: { resource_id } });
                    return { ...fromWire(body), visibility: fromWire(visibility) };
                },
            };
        },
    },
    ResourceVisibility: {
        creates: "the visibility of a resource, limited to one test group",
        needs: ["Group", "Owner", "Resource"],
        arrange: async (stage) =>
            visibilityScene(
                ["resourceId", await stage.id("Resource")],
                [await stage.id("Group", 1), await stage.id("Group", 2)],
                (resource_id, body) => stage.client.call("setResourceVisibility", { path: { resource_id }, body }),
                (resource_id) => stage.client.call("getResourceVisibility", { path: { resource_id } }),
            ),
    },
    ResourceReviewers: {
        creates: "the reviewers of a resource that cannot be requested: a test owner",
        needs: ["Owner", "Resource"],
        arrange: async (stage) => {
            const { client } = stage;
            const [one, two] = [await stage.id("Owner", 1), await stage.id("Owner", 2)];
            return listScene(
                ["resourceId", await stage.id("Resource")],
                "reviewerIds",
                { declared: [two], updated: [one, two], edited: [one], left: [one] },
                (resource_id, reviewer_ids) =>
                    client.call("setResourceReviewers", { path: { resource_id }, body: { reviewer_ids } }),
                (resource_id) => client.call("getResourceReviewers", { path: { resource_id } }),
            );
        },
    },
    ResourceReviewerStages: {
        creates: "the review stages of a resource that cannot be requested, with test owners as reviewers",
        needs: ["Owner", "Resource"],
        arrange: async (stage) => {
            const { client } = stage;
            const [one, two] = [await stage.id("Owner", 1), await stage.id("Owner", 2)];
            const resourceId = await stage.id("Resource");
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
    },
    ResourceMessageChannels: {
        creates: "a link from a resource to an existing message channel, as its audit channel",
        needs: ["Owner", "Resource"],
        effect: "posts to that channel when the resource changes",
        skipped: "it posts to an existing channel",
        arrange: async (stage) => {
            const { client } = stage;
            const [channel] = (await client.call("getMessageChannels")).channels;
            if (!channel) return { because: "the organization does not have a message channel" };
            return listScene(
                ["resourceId", await stage.id("Resource")],
                "messageChannelIds",
                { declared: [channel.message_channel_id], updated: [], edited: [], left: [] },
                (resource_id, message_channel_ids) =>
                    client.call("setResourceMessageChannels", { path: { resource_id }, body: { message_channel_ids } }),
                async (resource_id) => {
                    const { channels } = await client.call("getResourceMessageChannels", { path: { resource_id } });
                    return channels.map((one) => one.message_channel_id);
                },
            );
        },
    },
} satisfies Specimens;
