import { z } from "zod";
import { MAX_MINUTES } from "../fields/grants.js";
import { programError } from "../program/program-error.js";

declare const ends: unique symbol;

/**
 * A finite duration in minutes. Create one with `minutes`, `hours` or `days`. The compiler rejects plain numbers, because the API treats 0
 * and -1 as "does not expire".
 */
export type Minutes = number & { readonly [ends]: true };

/** Returns a duration in minutes. @throws if the number is not an integer of at least 1. */
export function minutes(count: number): Minutes {
    return limited(count, `minutes(${count})`);
}

/** Converts hours to minutes, such as `hours(8)` or `hours(0.5)`. @throws if the result is not an integer of at least 1. */
export function hours(count: number): Minutes {
    return limited(count * 60, `hours(${count})`);
}

/** Converts days of 24 hours to minutes. @throws if the result is not an integer of at least 1. */
export function days(count: number): Minutes {
    return limited(count * 24 * 60, `days(${count})`);
}

const REASON =
    "it must be a whole number of minutes, at least 1, such as 480 for eight hours; 0 and -1 would mean unlimited";

/** Schema of a finite duration. */
export function ending(): z.ZodNumber {
    return z.number(REASON).int(REASON).min(1, REASON).max(MAX_MINUTES, REASON);
}

function limited(count: number, label: string): Minutes {
    // The brand exists only at compile time, and the number has just been checked.
    if (ending().safeParse(count).success) return count as Minutes;
    throw programError(`${label}: ${REASON}.`);
}
