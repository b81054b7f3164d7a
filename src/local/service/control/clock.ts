import { StartError } from "../http/errors.js";

/**
 * The clock of the service. By default it follows the system clock, plus an offset after it has been moved. If a start time is specified,
 * it stays at that time until it is moved, so runs are reproducible. It goes backward only if it is set to an earlier time.
 */
export class Clock {
    /** The current time of a stopped clock, in milliseconds since 1970. Undefined if the clock is running. */
    #standing: number | undefined;
    #offset = 0;
    #latest = Number.NEGATIVE_INFINITY;

    /** @throws StartError if the start is not a valid date */
    constructor(start?: Date | string) {
        if (start === undefined) return;
        this.#standing = new Date(start).getTime();
        if (Number.isNaN(this.#standing)) {
            throw new StartError(`The clock cannot start at ${start}. Specify an ISO 8601 date or date-time.`);
        }
    }

    now(): Date {
        // If the system clock is set back, this clock must not go backward.
        this.#latest = Math.max(this.#latest, this.#standing ?? Date.now() + this.#offset);
        return new Date(this.#latest);
    }

    /** @throws RangeError if the date is invalid */
    set(date: Date): void {
        const time = date.getTime();
        if (Number.isNaN(time)) throw new RangeError("A clock can only be set to a valid date.");
        if (this.#standing === undefined) this.#offset = time - Date.now();
        else this.#standing = time;
        this.#latest = time;
    }

    /** @param milliseconds must be 0 or more */
    advance(milliseconds: number): void {
        if (!(milliseconds >= 0)) throw new RangeError("A clock can only be advanced by 0 or more milliseconds.");
        this.set(new Date(this.now().getTime() + milliseconds));
    }
}
