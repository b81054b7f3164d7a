import type { Live } from "../../provider/live/live.js";
import type { Source } from "../../provider/live/source.js";
import type { Properties } from "../../provider/schema/fields.js";

/**
 * Reviewers, reviewer stages and request configurations of a resource say the same in three ways: what one of them writes, the others read.
 * So they are one document.
 */
export const reviewDocument = "ResourceReviewers";

/** What is left once nobody declares who reviews, for people. */
export const reviewLeft = (noun: string): string => `leaves the review to the owner that administers the ${noun}`;

/** The owner that administers a group or a resource, and reviews for a new one; undefined where the service names none. */
export async function administratorOf(live: Live, source: Source, id: string): Promise<string | undefined> {
    const { adminOwnerId } = (await live.object(source, id)) ?? {};
    return typeof adminOwnerId === "string" ? adminOwnerId : undefined;
}

/**
 * What is left of `now` once nobody declares the stages: the administrator reviews. With none at all requests would go unseen, and left as
 * they are, the reviewers could not be deleted.
 */
export async function stagesLeft(now: Properties, live: Live, source: Source, id: string): Promise<Properties> {
    const administrator = await administratorOf(live, source, id);
    if (administrator === undefined) return now;
    return { stages: [{ operator: "AND", ownerIds: [administrator], requireManagerApproval: false }] };
}
