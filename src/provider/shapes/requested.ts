import { listing } from "../../api/calls.js";
import type { Client } from "../../api/client.js";
import type { Request } from "../../api/generated/types.gen.js";
import { grouped } from "../../common/collections.js";
import type { Properties } from "../../common/properties.js";
import type { Live } from "../live/live.js";
import type { Source } from "../live/source.js";

/** How to recognize the memberships of a kind that a request explains. */
export interface RequestedMembership {
    /** Source of the requested objects, and the property of a request's items that contains their ids. */
    readonly source: Source;
    readonly item: "group_id" | "resource_id";
    /** The key property with the id of the requested object. */
    readonly target: string;
    /** The key property with the id of the user or group that receives the access. */
    readonly receiver: "userId" | "groupId";
    /** Returns the id under which an object is requested. Default: its own. */
    readonly requestedAs?: (live: Live, id: string) => Promise<string>;
}

/**
 * How long after the last change of a request its access may end later than computed, in milliseconds: the service grants it some time after
 * the approval.
 */
const SLACK_MS = 5 * 60_000;

const MINUTE_MS = 60_000;

/**
 * Returns the memberships that an approved request for this object, receiver and access level explains. A request that has expired does not,
 * nor one whose access would have ended earlier than the membership does. Operation: GET /requests, once for each requested object.
 */
export async function requestedAmong(
    of: RequestedMembership,
    live: Live,
    memberships: readonly Properties[],
): Promise<readonly Properties[]> {
    const ends = await requestedEnds(of, live, memberships);
    return memberships.filter((one) => {
        const end = ends.get(one);
        return end !== undefined && !endsLater(one.expirationDate, end);
    });
}

/**
 * Returns until when an approved request gives each membership, in milliseconds: infinity for a request without an end. Lacks memberships
 * that no request gives any more. Operation: GET /requests, once for each requested object.
 */
export async function requestedEnds(
    of: RequestedMembership,
    live: Live,
    memberships: readonly Properties[],
): Promise<ReadonlyMap<Properties, number>> {
    const byTarget = [...grouped(memberships, (one) => String(one[of.target]))];
    const ends = new Map<Properties, number>();
    await Promise.all(
        byTarget.map(async ([id, those]) => {
            const target = (await of.requestedAs?.(live, id)) ?? id;
            const load = (client: Client) => requests.all(client, { [of.item]: target });
            const all = (await live.part("requests", of.source, target, load)) ?? [];
            const approved = all.filter(({ status }) => status === "APPROVED");
            for (const one of those) {
                const given = approved.filter((request) => isFor(of, request, target, one)).map(endOf);
                const end = Math.max(...given);
                if (end + SLACK_MS >= live.client.now()) ends.set(one, end);
            }
        }),
    );
    return ends;
}

/** Whether a membership ends later than a request allows. Not every list contains the expiration date. */
export function endsLater(end: unknown, allowed: number): boolean {
    if (end === undefined || allowed === Number.POSITIVE_INFINITY) return false;
    return typeof end !== "string" || Date.parse(end) > allowed + SLACK_MS;
}

const requests = listing("getRequests", (query: { group_id?: string; resource_id?: string }) => ({ query }));

/** Whether a request is for the object, the receiver and the access level of a membership. */
function isFor(
    { item, receiver }: RequestedMembership,
    request: Request,
    target: string,
    membership: Properties,
): boolean {
    const { target_group_id: group, target_user_id: user, requester_id: requester } = request;
    // A request without a target is for the requester.
    const isReceiver =
        receiver === "groupId" ? group === membership.groupId : !group && (user ?? requester) === membership.userId;
    const level = membership.accessLevelRemoteId ?? "";
    return (
        isReceiver &&
        (request.requested_items_list ?? []).some(
            (one) => one[item] === target && (one.access_level_remote_id ?? "") === level,
        )
    );
}

function endOf({ duration_minutes: minutes = -1, updated_at: since }: Request): number {
    return minutes <= 0 ? Number.POSITIVE_INFINITY : Date.parse(since) + minutes * MINUTE_MS;
}
