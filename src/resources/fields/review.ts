import type { Properties } from "../../common/properties.js";
import type { Live } from "../../provider/live/live.js";
import type { Source } from "../../provider/live/source.js";

/**
 * Name of the data that reviewers, reviewer stages and request configurations of a resource share. They are views of the same data, so
 * writing one changes the others.
 */
export const reviewDocument = "ResourceReviewers";

/** Returns text that describes the effect of removing the declaration of reviewers. */
export const effectOfRemoval = (noun: string): string => `replaces the reviewers with the admin owner of the ${noun}`;

/** Returns the admin owner of a group or resource, or undefined if the service does not return it. */
export async function liveAdministratorId(live: Live, source: Source, id: string): Promise<string | undefined> {
    const { adminOwnerId } = (await live.object(source, id)) ?? {};
    return typeof adminOwnerId === "string" ? adminOwnerId : undefined;
}

/**
 * Returns the stages to write when their declaration is removed: one stage, with the admin owner as the reviewer. Without a stage, requests
 * would not have a reviewer. With the old stages, the owners in them could not be deleted.
 */
export async function stagesAfterRemoval(now: Properties, live: Live, source: Source, id: string): Promise<Properties> {
    const administrator = await liveAdministratorId(live, source, id);
    if (administrator === undefined) return now;
    return { stages: [{ operator: "AND", ownerIds: [administrator], requireManagerApproval: false }] };
}
