import { orAbsent } from "../../api/absent.js";
import type { Tag } from "../../api/generated/types.gen.js";
import { ArgumentError, MissingError } from "../../common/errors.js";
import type { InCamelCase } from "../fields/values.js";
import { by, lookup, lookupOutput, wholeList } from "./lookup.js";

/** A tag, with its properties in camelCase. */
export type TagResult = InCamelCase<Tag>;

/** Specify the id, or the key and the value. */
export interface GetTagArgs {
    /** Id of the tag. */
    tagId?: string;
    /** Key of the tag. */
    key?: string;
    /** Value of the tag. Omit it for a tag without a value. */
    value?: string;
}

/**
 * Finds a tag. Operations: GET /tag/{tag_id}, GET /tag.
 * @throws if the tag does not exist.
 */
export const getTag = lookup(
    ["getTag", "findTag"],
    ["tagId", "key", "value"],
    async ({ one }, { tagId, key, value }: GetTagArgs): Promise<TagResult> => {
        if (!tagId && !key) throw new ArgumentError("To look up a tag, specify its id, or its key and value.");
        const found = await orAbsent(
            tagId
                ? one("getTag", { path: { tag_id: tagId } })
                : one("findTag", { query: { tag_key: String(key), tag_value: value } }),
        );
        if (found) return found;
        const pair = `the key ${JSON.stringify(key)} and ${value === undefined ? "no value" : `the value ${JSON.stringify(value)}`}`;
        throw new MissingError(`No tag found with ${tagId ? `the id ${JSON.stringify(tagId)}` : pair}.`);
    },
);

/** Lists all tags. Operation: GET /tags. */
export const getTags = wholeList("getTags");

/** Lists the tags of a group. Operation: GET /groups/{group_id}/tags. */
export const getGroupTags = by<{ groupId: string }>().all("getGroupTags");

/** Lists the tags of a resource. Operation: GET /resources/{resource_id}/tags. */
export const getResourceTags = by<{ resourceId: string }>().all("getResourceTags");

/** Lists the tags of a user. Operation: GET /users/{user_id}/tags. */
export const getUserTags = by<{ userId: string }>().all("getUserTags");

/** Like `getTag`, but accepts outputs of other resources as arguments. */
export const getTagOutput = lookupOutput(getTag);
/** Like `getTags`, but returns an output. */
export const getTagsOutput = lookupOutput(getTags);
/** Like `getGroupTags`, but accepts outputs of other resources as arguments. */
export const getGroupTagsOutput = lookupOutput(getGroupTags);
/** Like `getResourceTags`, but accepts outputs of other resources as arguments. */
export const getResourceTagsOutput = lookupOutput(getResourceTags);
/** Like `getUserTags`, but accepts outputs of other resources as arguments. */
export const getUserTagsOutput = lookupOutput(getUserTags);
