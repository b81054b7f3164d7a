import type { Properties } from "../../common/properties.js";
import type { Risk } from "../schema/risk.js";
import type { Expiration, Kind, Scope } from "./kind.js";

/** The parts of an object's state that concern its expiration. */
interface Known {
    readonly outputs: Properties;
    readonly declared?: Properties;
    readonly expires?: string | null;
}

/** An object that expired. This is not drift. */
export class Expired {
    constructor(
        /** Expiration date, as an ISO date. If the object ended early, a date by which it had ended. */
        readonly end: string,
        /** Set if an audit event shows that the object was changed outside Pulumi, and nothing shows that it was deleted afterwards. */
        readonly isEarly = false,
    ) {}
}

/** Maximum difference between a computed expiration date and the one on the service, in milliseconds. */
export const END_SKEW_MS = 2 * 60_000;

/** Prefix of an expiration date that stands for a duration that is not the declared one. */
const UNTIL = "until ";

/** Property for the expiration date that the kernel computes if it is not in any response. */
const COMPUTED_END = "__expires";

/**
 * Returns the expiration of a missing object according to the state; undefined if the object should still exist. The earlier date counts:
 * the one of the last write, or the one that a refresh found on the service.
 */
export function expiryOf(kind: Pick<Kind, "ends">, state: Known, now: number): Expired | undefined {
    const seen = kind.ends?.date === undefined ? undefined : state.outputs[kind.ends.date];
    const [end] = [kind.ends && expirationOf(kind.ends, state), kind.ends && seen]
        .filter((one) => typeof one === "string")
        .sort((a, b) => Date.parse(a) - Date.parse(b));
    return end !== undefined && Date.parse(end) <= now + END_SKEW_MS ? new Expired(end) : undefined;
}

/**
 * Returns the state of an expired object as if no refresh had recorded the expiration date of the service instead of the declared duration.
 * Otherwise the declared duration would look like a change of the program, for which the object is recreated.
 */
export function withDeclaredDuration<Of extends Known>({ ends }: Pick<Kind, "ends">, state: Of, given: Properties): Of {
    const name = ends?.duration;
    if (name === undefined || !isLiveEnd(state.declared?.[name]) || given[name] === undefined) return state;
    const own = { [name]: given[name] };
    return { ...state, declared: { ...state.declared, ...own }, outputs: { ...state.outputs, ...own } };
}

/**
 * Returns the effect on access of writing the declared duration: it is counted from now, so the object may expire later than it would on
 * the service. Undefined if the property is not the duration.
 */
export function riskOfDuration(
    { ends }: Pick<Kind, "ends">,
    { property, live, declared }: { readonly property: string; readonly live: unknown; readonly declared: unknown },
    now: number,
): Risk | undefined {
    if (property !== ends?.duration || typeof declared !== "number") return undefined;
    const end = isLiveEnd(live) ? Date.parse(live.slice(UNTIL.length)) : Number.POSITIVE_INFINITY;
    const next = declared > 0 ? now + declared * 60_000 : Number.POSITIVE_INFINITY;
    return next > end ? "widens" : "narrows";
}

/**
 * Adds the duration to the live properties, so that it can be compared with the declared duration. The service returns only the expiration
 * date. If that date is the same as after the last write, the duration is treated as unchanged; for another date, the duration becomes
 * `until …`, because somebody changed it. Without a state, the date is compared with the declared duration, counted from now, and an earlier
 * date counts as unchanged.
 */
export function withDuration(
    ends: Expiration | undefined,
    live: Properties,
    declared: Properties,
    now: number,
    state?: Known,
): Properties {
    if (!ends?.duration) return live;
    const known = state?.declared ?? declared;
    const requested = known[ends.duration];
    if (requested === undefined && declared[ends.duration] === undefined) return live;
    if (ends.date === undefined) return { ...live, [ends.duration]: requested };
    const end = live[ends.date];
    if (typeof end !== "string") return { ...live, [ends.duration]: 0 };
    const lastEnd = state && expirationOf(ends, state);
    const minutes = typeof requested === "number" ? requested : 0;
    const latest = typeof lastEnd === "string" ? Date.parse(lastEnd) : now + minutes * 60_000;
    const isEarlier = typeof lastEnd === "string" && Date.parse(end) < latest - END_SKEW_MS;
    const isUnchanged = minutes > 0 && !isEarlier && Date.parse(end) <= latest + END_SKEW_MS;
    return { ...live, [ends.duration]: isUnchanged ? requested : `${UNTIL}${end}` };
}

/** Returns when an object expires according to the state, as an ISO date; undefined if it does not expire or the date is unknown. */
export function knownEnd({ ends }: Pick<Kind, "ends">, state: Known): string | undefined {
    const end = ends && expirationOf(ends, state);
    return typeof end === "string" ? end : undefined;
}

/** Returns the expiration date after a write, for the state; undefined if objects of the kind do not expire. */
export function endAfterWrite({ ends }: Pick<Kind, "ends">, live: Properties): string | null | undefined {
    const end = live[ends?.date ?? COMPUTED_END];
    return typeof end === "string" || end === null ? end : undefined;
}

/** Computes the expiration date of a new grant. Returns it as a property, which is used if the date is not in any response. */
export function computedEnd(
    { ends }: Pick<Kind, "ends">,
    scope: Pick<Scope, "now">,
    properties: Properties,
): Properties {
    const minutes = properties[ends?.duration ?? ""];
    if (!ends || typeof minutes !== "number") return {};
    const end = minutes > 0 ? new Date(scope.now() + minutes * 60_000).toISOString() : null;
    return { [ends.date ?? COMPUTED_END]: end };
}

function isLiveEnd(duration: unknown): duration is string {
    return typeof duration === "string" && duration.startsWith(UNTIL);
}

function expirationOf(ends: Expiration | undefined, { expires, outputs }: Known): unknown {
    if (expires !== undefined) return expires;
    return ends?.date === undefined ? undefined : outputs[ends.date];
}
