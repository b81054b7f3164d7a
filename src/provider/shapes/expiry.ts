import type { Properties } from "../schema/fields.js";
import type { Ends, Kind, Scope } from "./kind.js";

/** State of an object that concerns its expiry. */
interface Known {
    readonly outputs: Properties;
    readonly declared?: Properties;
    readonly expires?: string | null;
}

/** An object that expired, which is not drift. */
export class Expired {
    constructor(
        /** When it ended, as an ISO date. */
        readonly end: string,
    ) {}
}

/** Maximum difference between a computed end and the service's, in milliseconds. */
const SKEW_MS = 2 * 60_000;

/** State that no answer contains: the end computed by the kernel. */
const RECKONED = "__expires";

/** The expiry of a missing object according to the state; undefined if it should still exist. */
export function expiryOf(kind: Kind, state: Known, now: number): Expired | undefined {
    const end = kind.ends && endOf(kind.ends, state);
    return typeof end === "string" && Date.parse(end) <= now + SKEW_MS ? new Expired(end) : undefined;
}

/**
 * The live properties with a duration that can be compared: the service returns when the object
 * ends, not its requested duration. The end after the last write, or an earlier one, stands for
 * the requested duration; a later one reads `until …`, because the access was prolonged. Without a
 * state, an end that fits the declared duration stands for it.
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
    const asked = known[ends.duration];
    if (asked === undefined && declared[ends.duration] === undefined) return live;
    if (ends.date === undefined) return { ...live, [ends.duration]: asked };
    const end = live[ends.date];
    if (typeof end !== "string") return { ...live, [ends.duration]: 0 };
    const told = state && endOf(ends, state);
    const minutes = typeof asked === "number" ? asked : 0;
    const latest = typeof told === "string" ? Date.parse(told) : now + minutes * 60_000;
    const isAsAsked = minutes > 0 && Date.parse(end) <= latest + SKEW_MS;
    return { ...live, [ends.duration]: isAsAsked ? asked : `until ${end}` };
}

/** When an object ends according to the state, as an ISO date; undefined for no end or if unknown. */
export function endKnown({ ends }: Pick<Kind, "ends">, state: Known): string | undefined {
    const end = ends && endOf(ends, state);
    return typeof end === "string" ? end : undefined;
}

/** The end after a write, for the state; undefined if the kind does not expire. */
export function endTold({ ends }: Pick<Kind, "ends">, live: Properties): string | null | undefined {
    const end = live[ends?.date ?? RECKONED];
    return typeof end === "string" || end === null ? end : undefined;
}

/** Computes the end of a new grant, for use if no answer contains it. */
export function reckoned({ ends }: Pick<Kind, "ends">, scope: Pick<Scope, "now">, properties: Properties): Properties {
    const minutes = properties[ends?.duration ?? ""];
    if (!ends || typeof minutes !== "number") return {};
    const end = minutes > 0 ? new Date(scope.now() + minutes * 60_000).toISOString() : null;
    return { [ends.date ?? RECKONED]: end };
}

function endOf(ends: Ends | undefined, { expires, outputs }: Known): unknown {
    if (expires !== undefined) return expires;
    return ends?.date === undefined ? undefined : outputs[ends.date];
}
