import { StartError } from "../http/errors.js";

/**
 * The time that the service lives in. Without a start it is the time of the machine, and goes on after it was moved; with a start it
 * stands still until it is moved, so that what happens is the same at every run. It goes back only when it is set back.
 */
export class Clock {
    /** Milliseconds since 1970 where the clock stands still; undefined where it goes. */
    #standing: number | undefined;
    #offset = 0;
    #latest = Number.NEGATIVE_INFINITY;

    /** @throws StartError when the start is no date. */
    constructor(start?: Date | string) {
        if (start === undefined) return;
        this.#standing = new Date(start).getTime();
        if (Number.isNaN(this.#standing)) {
            throw new StartError(`The clock cannot start at ${start}: it must be an ISO 8601 date or date-time.`);
        }
    }

    now(): Date {
        // The machine's own time may be set back.
        this.#latest = Math.max(this.#latest, this.#standing ?? Date.now() + this.#offset);
        return new Date(this.#latest);
    }

    /** @throws RangeError when the date is none. */
    set(date: Date): void {
        const time = date.getTime();
        if (Number.isNaN(time)) throw new RangeError("A clock can only be set to a valid date.");
        if (this.#standing === undefined) this.#offset = time - Date.now();
        else this.#standing = time;
        this.#latest = time;
    }

    /** @param milliseconds 0 or more. */
    advance(milliseconds: number): void {
        if (!(milliseconds >= 0)) throw new RangeError("A clock is advanced by 0 or more milliseconds.");
        this.set(new Date(this.now().getTime() + milliseconds));
    }
}
