import { Stopped } from "./failures.js";

/** Held while one registration is being decided. */
export interface Turn {
    end: () => void;
}

/** Decides on registrations one at a time. */
export class Turns {
    #last: Promise<void> = Promise.resolve();

    constructor(private readonly isStopped: () => boolean) {}

    /** Waits until all turns before this one have ended. @throws Stopped */
    async next(): Promise<Turn> {
        const before = this.#last;
        let end: () => void = () => {};
        this.#last = new Promise((resolve) => {
            end = resolve;
        });
        await before;
        if (!this.isStopped()) return { end };
        end();
        throw new Stopped();
    }
}
