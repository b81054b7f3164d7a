import { Stopped } from "./failures.js";

/** A turn of one registration. The next one starts when it ends. */
export interface Turn {
    end: () => void;
}

/** Lets registrations be decided one at a time. */
export class Turns {
    #last: Promise<void> = Promise.resolve();

    constructor(private readonly isStopped: () => boolean) {}

    /** Waits until all earlier turns have ended. @throws Stopped if no further steps may start */
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
