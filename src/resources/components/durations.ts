import { z } from "zod";
import { programError } from "../program/program-error.js";

declare const ends: unique symbol;

/**
 * A number of minutes that is not "no end": `minutes`, `hours` and `days` make one. A plain number is refused by the compiler, since 0 and
 * -1 mean "no end" to the API.
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

/** The longest duration that the API takes, in minutes. */
const LONGEST = 153_722_867;
const REASON = "it must be a whole number of minutes from 1 on, such as access.hours(8): 0 and -1 mean no end";

/** The schema of a duration that ends. */
export function ending(): z.ZodNumber {
    return z.number(REASON).int(REASON).min(1, REASON).max(LONGEST);
}

function limited(count: number, label: string): Minutes {
    // The brand is for the compiler alone: the number has just been checked.
    if (ending().safeParse(count).success) return count as Minutes;
    throw programError(`${label}: ${REASON}.`);
}
