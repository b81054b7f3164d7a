import { setTimeout as sleep } from "node:timers/promises";
import { type Declarer, declarerKey, resourceText } from "../../common/names.js";
import { UserError } from "../answers.js";

/** How long the engine must have asked for nothing before a preview with wrong declarations fails, in milliseconds. */
const IDLE_MS = 500;
const POLL_MS = 20;

/** Counts the engine's requests, to find out when it waits for an answer and asks for nothing else. */
export class EngineRequests {
    private open = 0;
    private waiting = 0;
    private last = 0;

    async during<T>(work: () => Promise<T>): Promise<T> {
        this.open += 1;
        try {
            return await work();
        } finally {
            this.open -= 1;
            this.last = Date.now();
        }
    }

    /** For a request that waits: resolves once the engine asks for nothing else, or if `isReleased` returns true. */
    async idle(isReleased: () => boolean): Promise<void> {
        this.waiting += 1;
        this.last = Date.now();
        try {
            while (!isReleased() && (this.open > this.waiting || Date.now() - this.last < IDLE_MS))
                await sleep(POLL_MS);
        } finally {
            this.waiting -= 1;
        }
    }
}

/**
 * Resources whose declarations are wrong. The engine ends a run at the first failed check, so the checks pass, and the creations or updates
 * fail. In a preview, only the last of them fails, when the engine asks for nothing else: the engine checks the other resources until then.
 * With the option `--continue-on-error`, `pulumi up` writes all resources but these.
 */
export class WrongDeclarations {
    private readonly faults = new Map<string, readonly string[]>();
    /** The request that waits. */
    private held: object | undefined;

    /** @param report prints the error of a resource that does not fail itself */
    constructor(
        private readonly requests: EngineRequests,
        private readonly report: (message: string, resource: Declarer) => void,
    ) {}

    /** Records the result of a check. */
    checked(resource: Declarer, faults: readonly string[]): void {
        if (faults.length > 0) this.faults.set(declarerKey(resource), faults);
        else this.faults.delete(declarerKey(resource));
    }

    has(resource: Declarer): boolean {
        return this.faults.has(declarerKey(resource));
    }

    /**
     * Called before a resource is created or updated.
     * @throws UserError if its declaration is wrong, except in a preview that can fail at a later one
     */
    async refuse(resource: Declarer, isPreview: boolean): Promise<void> {
        const message = this.faults.get(declarerKey(resource))?.join("\n");
        if (message === undefined) return;
        if (isPreview) {
            const request = {};
            this.held = request;
            await this.requests.idle(() => this.held !== request);
            if (this.held !== request) return this.report(message, resource);
        }
        throw new UserError(message, resourceText(resource));
    }
}
