import { WrongOrganizationError } from "./errors.js";

/** So many objects gone, and none found, stop a run: this looks like the wrong organization, not like drift. */
const suspicious = 5;

/** Milliseconds without news after which those who wait for the verdict get it. Reads of a refresh arrive within this time. */
const quiet = 250;

/**
 * Counts what a run finds and misses, and holds back the word "gone" until it can be believed: a wrong organization looks like one
 * where everything was deleted, and believing that would empty the state.
 */
export class Census {
    private found = false;
    private readonly missed = new Set<string>();
    private lastNews = 0;

    constructor(
        private readonly allowMissing: boolean,
        /** Whether the organization knows a user; undefined where it can't be told. */
        private readonly knows: (userId: string) => Promise<boolean | undefined>,
    ) {}

    /** An object of the state is there. */
    saw(): void {
        this.found = true;
    }

    /**
     * An object of the state is not there. Returns when that can be believed.
     * @throws WrongOrganizationError when it can't.
     */
    async miss(kind: string, id: string, witness: string | undefined): Promise<void> {
        this.missed.add(`${kind} ${id}`);
        this.lastNews = Date.now();
        if (this.allowMissing || this.found) return;
        if (witness && (await this.knows(witness)) === false && !this.found) {
            throw this.refusal("and nobody here knows the user who made the stack's objects");
        }
        for (let left = this.wait(); left > 0 && !this.found; left = this.wait()) await sleep(Math.min(left, 25));
        if (!this.found && this.missed.size >= suspicious) throw this.refusal("and none of its objects was found");
    }

    /** True when this run found the object gone. */
    missing(kind: string, id: string): boolean {
        return this.missed.has(`${kind} ${id}`);
    }

    private wait(): number {
        return this.missed.size >= suspicious ? 0 : this.lastNews + quiet - Date.now();
    }

    private refusal(why: string): WrongOrganizationError {
        const count = this.missed.size === 1 ? "An object" : `${this.missed.size} objects`;
        return new WrongOrganizationError(
            `${count} of this stack cannot be found, ${why}. This looks like the wrong organization, so nothing was changed. ` +
                "Check access-governance:url and access-governance:token; if the objects really were deleted, run `pulumi config set access-governance:allowMissing true`.",
        );
    }
}

function sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
