import { StartError } from "../http/errors.js";

/**
 * The clock of the service. Without a start, it follows the machine's clock, also after it is moved. With a start, it stands still until
 * it is moved, which makes runs reproducible. It goes back only if it is set back.
 */
export class Clock {
    /** The time at which the clock stands still, in milliseconds since 1970. Undefined if it runs. */
    #standing: number | undefined;
    #offset = 0;
    #latest = Number.NEGATIVE_INFINITY;

    /** @throws StartError if the start is not a date. */
    constructor(start?: Date | string) {
        if (start === undefined) return;
        this.#standing = new Date(start).getTime();
        if (Number.isNaN(this.#standing)) {
            throw new StartError(`The clock cannot start at ${start}: it must be an ISO 8601 date or date-time.`);
        }
    }

    now(): Date {
        // The machine's clock may be set back; this one must not follow.
        this.#latest = Math.max(this.#latest, this.#standing ?? Date.now() + this.#offset);
        return new Date(this.#latest);
    }

    /** @throws RangeError if the date is invalid. */
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
