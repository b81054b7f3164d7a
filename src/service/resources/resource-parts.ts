import { readVisibility, visibilityAnswer, visibilityOf } from "../access/visibility.js";
import { channelsOf, readChannels } from "../channels/channels.js";
import type { Area, Call } from "../http/area.js";
import { mustAgree } from "../templates/governing.js";
import { firstReviewersOf, stagesOf, withFirstReviewers, withStages } from "../templates/request-configurations.js";

/** What is set on a resource by calls of its own. */
export const resourceParts = {
    getResourceVisibility: ({ store, path }) =>
        visibilityOf(store.resourceVisibility, store.resources.get(path.resource_id).resource_id),
    setResourceVisibility: setVisibility,
    getResourceMessageChannels: getMessageChannels,
    setResourceMessageChannels: setMessageChannels,
    getResourceReviewers: ({ store, path }) => firstReviewersOf(store.resources.get(path.resource_id)),
    setResourceReviewers: setReviewers,
    getResourceReviewerStages: ({ store, path }) => stagesOf(store.resources.get(path.resource_id)),
    setResourceReviewerStages: setStages,
    getResourceAccessLevels: getAccessLevels,
    getResourceTags: getTags,
} satisfies Area;

function setVisibility({ store, path, body }: Call<"setResourceVisibility">) {
    const resource = store.resources.get(path.resource_id);
    const visibility = readVisibility(store, body);
    mustAgree(store, "", resource, { visibility });
    return visibilityAnswer(store.resourceVisibility.set({ resource_id: resource.resource_id, ...visibility }));
}

/** Audit channels only, unlike those of a group. */
function getMessageChannels({ store, path }: Call<"getResourceMessageChannels">) {
    const { resource_id } = store.resources.get(path.resource_id);
    return { channels: channelsOf(store, store.resourceMessageChannels.find(resource_id)?.message_channel_ids ?? []) };
}

function setMessageChannels({ store, path, body }: Call<"setResourceMessageChannels">): string[] {
    const { resource_id } = store.resources.get(path.resource_id);
    return store.resourceMessageChannels.set({ resource_id, message_channel_ids: readChannels(store, body) })
        .message_channel_ids;
}

/** Inferred, as for the stages: the reviewers are the owners of the first stage of the default configuration. */
function setReviewers({ store, path, body }: Call<"setResourceReviewers">): string[] {
    const resource = store.resources.get(path.resource_id);
    const request_configurations = withFirstReviewers(store, resource, body);
    mustAgree(store, "", resource, { request_configurations });
    return firstReviewersOf(store.resources.change(resource.resource_id, { request_configurations }));
}

function setStages({ store, path, body }: Call<"setResourceReviewerStages">) {
    const resource = store.resources.get(path.resource_id);
    const request_configurations = withStages(store, "stages", resource, body.stages);
    mustAgree(store, "", resource, { request_configurations });
    return stagesOf(store.resources.change(resource.resource_id, { request_configurations }));
}

function getAccessLevels({ store, path }: Call<"getResourceAccessLevels">) {
    const levels = store.resourceAccessLevels.where("resource_id", store.resources.get(path.resource_id).resource_id);
    return {
        results: levels.map(({ access_level_name, access_level_remote_id }) => ({
            access_level_name,
            access_level_remote_id,
        })),
    };
}

function getTags({ store, path }: Call<"getResourceTags">) {
    const { resource_id } = store.resources.get(path.resource_id);
    return { tags: store.resourceTags.where("resource_id", resource_id).map((link) => store.tags.get(link.tag_id)) };
}
