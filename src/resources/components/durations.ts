import { z } from "zod";
import { MAX_MINUTES } from "../fields/grants.js";
import { programError } from "../program/program-error.js";

declare const ends: unique symbol;

/**
 * A duration in minutes that ends. Create one with `minutes`, `hours` or `days`: the compiler rejects a plain number, because 0 and -1 mean
 * "no end" to the API.
 */
export type Minutes = number & { readonly [ends]: true };

/** A duration in minutes: a whole number of at least 1. @throws for any other number. */
export function minutes(count: number): Minutes {
    return limited(count, `minutes(${count})`);
}

/** A duration in hours, as minutes: `hours(8)`, `hours(0.5)`. @throws if that is not a whole number of minutes, 1 or more. */
export function hours(count: number): Minutes {
    return limited(count * 60, `hours(${count})`);
}

/** A duration in days of 24 hours, as minutes. @throws if that is not a whole number of minutes, 1 or more. */
export function days(count: number): Minutes {
    return limited(count * 24 * 60, `days(${count})`);
}

const REASON = "it must be a whole number of minutes, at least 1, such as access.hours(8): 0 and -1 mean no end";

/** The schema of a duration that ends. */
export function ending(): z.ZodNumber {
    return z.number(REASON).int(REASON).min(1, REASON).max(MAX_MINUTES, REASON);
}

function limited(count: number, label: string): Minutes {
    // Only the compiler needs the brand: the number has just been checked.
    if (ending().safeParse(count).success) return count as Minutes;
    throw programError(`${label}: ${REASON}.`);
}
