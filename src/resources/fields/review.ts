import type { Live } from "../../provider/live/live.js";
import type { Source } from "../../provider/live/source.js";
import type { Properties } from "../../provider/schema/fields.js";

/**
 * Reviewers, reviewer stages and request configurations of a resource are views of the same data: a write through one shows in the others.
 * So they are one document.
 */
export const reviewDocument = "ResourceReviewers";

/** Effect of removing the declaration of reviewers, for messages. */
export const reviewLeft = (noun: string): string => `leaves the review to the owner that administers the ${noun}`;

/** The owner that administers a group or a resource, and reviews for a new one; undefined if the service returns none. */
export async function administratorOf(live: Live, source: Source, id: string): Promise<string | undefined> {
    const { adminOwnerId } = (await live.object(source, id)) ?? {};
    return typeof adminOwnerId === "string" ? adminOwnerId : undefined;
}

/**
 * `now` after the stages are no longer declared: the administrator reviews. Without stages, requests would go unseen; unchanged,
 * the reviewers could not be deleted.
 */
export async function stagesLeft(now: Properties, live: Live, source: Source, id: string): Promise<Properties> {
    const administrator = await administratorOf(live, source, id);
    if (administrator === undefined) return now;
    return { stages: [{ operator: "AND", ownerIds: [administrator], requireManagerApproval: false }] };
}
