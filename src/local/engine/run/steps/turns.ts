import { Stopped } from "./failures.js";

/** Permission to process one registration. The next registration waits until `end` is called. */
export interface Turn {
    end: () => void;
}

/** A queue that ensures that registrations are processed one at a time. */
export class Turns {
    #last: Promise<void> = Promise.resolve();

    constructor(private readonly isStopped: () => boolean) {}

    /** Waits until all earlier turns have ended. @throws Stopped if the operation has been stopped */
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
