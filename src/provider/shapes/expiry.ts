import type { Properties } from "../schema/fields.js";
import type { Ends, Kind, Scope } from "./kind.js";

/** The parts of an object's state that concern its expiration. */
interface Known {
    readonly outputs: Properties;
    readonly declared?: Properties;
    readonly expires?: string | null;
}

/** An object that expired. This is not drift. */
export class Expired {
    constructor(
        /** Expiration date, as an ISO date. */
        readonly end: string,
    ) {}
}

/** Maximum difference between a computed expiration date and the one on the service, in milliseconds. */
const SKEW_MS = 2 * 60_000;

/** Property for the expiration date that the kernel computes if it is not in any response. */
const COMPUTED_END = "__expires";

/** Returns the expiration of a missing object according to the state; undefined if the object should still exist. */
export function expiryOf(kind: Kind, state: Known, now: number): Expired | undefined {
    const end = kind.ends && endOf(kind.ends, state);
    return typeof end === "string" && Date.parse(end) <= now + SKEW_MS ? new Expired(end) : undefined;
}

/**
 * Adds the duration to the live properties, so that it can be compared with the declared duration. The service returns only the expiration
 * date. If that date is not later than after the last write, the duration is treated as unchanged; for a later date, the duration becomes
 * `until …`, because the access was extended. Without a state, the date is compared with the declared duration, counted from now.
 */
export function withDuration(
    ends: Ends | undefined,
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
    const lastEnd = state && endOf(ends, state);
    const minutes = typeof requested === "number" ? requested : 0;
    const latest = typeof lastEnd === "string" ? Date.parse(lastEnd) : now + minutes * 60_000;
    const isUnchanged = minutes > 0 && Date.parse(end) <= latest + SKEW_MS;
    return { ...live, [ends.duration]: isUnchanged ? requested : `until ${end}` };
}

/** Returns when an object expires according to the state, as an ISO date; undefined if it does not expire or the date is unknown. */
export function knownEnd({ ends }: Pick<Kind, "ends">, state: Known): string | undefined {
    const end = ends && endOf(ends, state);
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

function endOf(ends: Ends | undefined, { expires, outputs }: Known): unknown {
    if (expires !== undefined) return expires;
    return ends?.date === undefined ? undefined : outputs[ends.date];
}
