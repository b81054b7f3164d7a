import { z } from "zod";
import type { Live, Source } from "../live/live.js";
import { field, hasUnknown, type Properties } from "../schema/fields.js";
import { ids, minutes } from "./values.js";

const escalation = z.strictObject({
    /** Minutes without an answer after which the stage escalates: 1 to 1440. */
    delayMinutes: minutes(1).max(1440),
    /** Owners who review from then on. */
    ownerIds: field(ids(), { unordered: true }).optional(),
    /** Users who review from then on. */
    userIds: field(ids(), { unordered: true }).optional(),
});

export const reviewerStage = z
    .strictObject({
        /** `AND`: all reviewers must approve. `OR`: any one of them. */
        operator: z.enum(["AND", "OR"]),
        /** Owners who review. */
        ownerIds: field(ids(), { unordered: true, whenNew: [] }).optional(),
        /** Service users who review: the ids of Paladins go here. */
        serviceUserIds: field(ids(), { unordered: true }).optional(),
        /** The manager of the requester must approve. */
        requireManagerApproval: field(z.boolean(), { whenNew: false }).optional(),
        /** The admin owner must approve in this stage. */
        requireAdminApproval: z.boolean().optional(),
        /** Where the stage goes when nobody answers; with `OR` only. */
        escalation: field(escalation, { sentBackWith: ({ operator }) => operator === "OR" }).optional(),
    })
    .refine((stage) => stage.escalation === undefined || stage.operator === "OR", {
        path: ["escalation"],
        error: 'it goes with operator "OR" only',
    })
    .refine(({ escalation, ownerIds }) => escalation === undefined || isForOthers(escalation, ownerIds), {
        path: ["escalation"],
        error: "it must name an owner or a user who does not review in the stage already",
    });

/** What is not given stays as it is on the service, and what is known later is not looked at: only what is given can be wrong. */
function isForOthers(
    { ownerIds, userIds }: z.infer<typeof escalation>,
    reviewing: readonly string[] | undefined,
): boolean {
    if (ownerIds === undefined || (userIds ?? []).length > 0) return true;
    if (ownerIds.length === 0) return userIds === undefined;
    return reviewing === undefined || hasUnknown(reviewing) || ownerIds.some((one) => !reviewing.includes(one));
}

/** So many stages a request can have. */
export const mostStages = 3;

/** Stages of review, one to three, in their order. */
export const reviewerStages = z.array(reviewerStage).min(1).max(mostStages);

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
