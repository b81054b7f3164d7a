import type { Client } from "../../api/client.js";
import type { Request } from "../../api/generated/types.gen.js";
import { grouped } from "../../common/collections.js";
import type { Live } from "../live/live.js";
import { listing } from "../live/operation.js";
import type { Source } from "../live/source.js";
import type { Properties } from "../schema/fields.js";

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
    const byTarget = [...grouped(memberships, (one) => String(one[of.target]))];
    const found = await Promise.all(
        byTarget.map(async ([id, those]) => {
            const target = (await of.requestedAs?.(live, id)) ?? id;
            const load = (client: Client) => requests.all(client, { [of.item]: target });
            const all = (await live.part("requests", of.source, target, load)) ?? [];
            const approved = all.filter(({ status }) => status === "APPROVED");
            const now = live.client.now();
            return those.filter((one) => approved.some((request) => explains(of, request, target, one, now)));
        }),
    );
    return found.flat();
}

const requests = listing("getRequests", (query: { group_id?: string; resource_id?: string }) => ({ query }));

function explains(
    { item, receiver }: RequestedMembership,
    request: Request,
    target: string,
    membership: Properties,
    now: number,
): boolean {
    const { target_group_id: group, target_user_id: user, requester_id: requester } = request;
    // A request without a target is for the requester.
    const isReceiver =
        receiver === "groupId" ? group === membership.groupId : !group && (user ?? requester) === membership.userId;
    if (!isReceiver) return false;
    const level = membership.accessLevelRemoteId ?? "";
    const isRequested = (request.requested_items_list ?? []).some(
        (one) => one[item] === target && (one.access_level_remote_id ?? "") === level,
    );
    return isRequested && !endsLater(request, membership.expirationDate, now);
}

/** Whether a membership ends later than the request allows, or should have ended. */
function endsLater({ duration_minutes: minutes = -1, updated_at: since }: Request, end: unknown, now: number): boolean {
    if (minutes <= 0) return false;
    const latest = Date.parse(since) + minutes * MINUTE_MS + SLACK_MS;
    // Not every list contains the expiration date.
    if (end === undefined) return now > latest;
    return typeof end !== "string" || Date.parse(end) > latest;
}
