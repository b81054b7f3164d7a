import type { Live } from "../../provider/live/live.js";
import type { Source } from "../../provider/live/source.js";
import type { Properties } from "../../provider/schema/fields.js";

/**
 * Reviewers, reviewer stages and request configurations of a resource share this document: they are views of the same data, so a write
 * through one changes the others.
 */
export const reviewDocument = "ResourceReviewers";

/** Effect of removing the declaration of reviewers, for messages. */
export const reviewLeft = (noun: string): string => `leaves the review to the owner that administers the ${noun}`;

/** Returns the owner that administers a group or a resource, and that reviews a new one; undefined if the service returns none. */
export async function administratorOf(live: Live, source: Source, id: string): Promise<string | undefined> {
    const { adminOwnerId } = (await live.object(source, id)) ?? {};
    return typeof adminOwnerId === "string" ? adminOwnerId : undefined;
}

/**
 * Returns the stages to write once they are no longer declared: one stage, reviewed by the administrator. Without a stage, requests would
 * have no reviewer; with the old stages, their reviewers could not be deleted.
 */
export async function stagesLeft(now: Properties, live: Live, source: Source, id: string): Promise<Properties> {
    const administrator = await administratorOf(live, source, id);
    if (administrator === undefined) return now;
    return { stages: [{ operator: "AND", ownerIds: [administrator], requireManagerApproval: false }] };
}
