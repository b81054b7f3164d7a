import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../api/client.js";
import { BadRequestError, ForbiddenError, NotFoundError } from "../../api/errors.js";
import { WrongOrganizationError } from "../../common/errors.js";

/** If this many objects are missing and none was found, the run stops, because this looks like the wrong organization. */
const SUSPICIOUS = 5;

/**
 * How long to wait for further missing objects before a single one is accepted as missing, in milliseconds. The reads of a refresh follow
 * each other within this time.
 */
const QUIET_MS = 250;

/**
 * Tracks which objects of the state are missing, and decides whether that is plausible. In the wrong organization, every object looks
 * deleted, and a run would recreate the whole stack or empty the state. Evidence for the right organization is an object of the state that
 * was found, or the existence of the user who created a missing object. Objects that this run creates are not evidence.
 */
export class Absence {
    private isHome = false;
    private readonly missing = new Set<string>();
    /** Ids of the missing objects. A missing membership or document counts as the object that it belongs to. */
    private readonly roots = new Set<string>();
    private lastNews = 0;
    private readonly looks = new Set<Promise<unknown>>();
    private refused: WrongOrganizationError | undefined;

    constructor(
        /** Whether the user confirms that every object that is not found was deleted. */
        readonly allowMissing: boolean,
        /** Whether the organization has a user; undefined if the service does not reveal it. */
        private readonly hasUser: (userId: string) => Promise<boolean | undefined>,
    ) {}

    /** Whether an object of the state was found, so this is the right organization. */
    get isAtHome(): boolean {
        return this.isHome;
    }

    /** Records that an object of the state exists. */
    found(): void {
        this.isHome = true;
    }

    /** Records that a lookup of an object of the state is in progress. */
    looking(look: Promise<unknown>): void {
        this.looks.add(look);
        const end = () => this.looks.delete(look);
        look.then(end, end);
    }

    /**
     * Waits for all pending lookups, because any of them may still find evidence: with parallel diffs, one resource is created while others
     * are still being looked up.
     * @throws WrongOrganizationError if this is the wrong organization
     */
    async assertHome(): Promise<void> {
        if (!this.isHome) await Promise.allSettled(this.looks);
        if (this.refused && !this.isHome) throw this.refused;
    }

    /**
     * Records that an object of the state is missing, and returns once that is plausible. `root` is the object that it is part of.
     * @throws WrongOrganizationError if it is not plausible
     */
    async believe(kind: string, id: string, root: string, createdBy: string | undefined): Promise<void> {
        this.missing.add(`${kind} ${id}`);
        this.roots.add(root);
        this.lastNews = Date.now();
        if (this.allowMissing || this.isHome) return;
        const hasCreator = createdBy ? await this.hasUser(createdBy) : undefined;
        if (this.isHome || hasCreator) return;
        if (hasCreator === false)
            throw this.refusal("and the organization does not have the user who created the stack's objects");
        for (let left = this.wait(); left > 0 && !this.isHome; left = this.wait()) await sleep(Math.min(left, 25));
        if (this.isHome) return;
        if (this.refused) throw this.refused;
        if (this.roots.size >= SUSPICIOUS) throw this.refusal("and no other object of the stack was found");
    }

    /** Records that an object exists, or may exist, although it was recorded as missing. */
    withdraw(kind: string, id: string): void {
        this.missing.delete(`${kind} ${id}`);
    }

    /** Whether this run found the object missing. */
    has(kind: string, id: string): boolean {
        return this.missing.has(`${kind} ${id}`);
    }

    private wait(): number {
        return this.roots.size >= SUSPICIOUS ? 0 : this.lastNews + QUIET_MS - Date.now();
    }

    private refusal(why: string): WrongOrganizationError {
        const count = this.roots.size === 1 ? "An object" : `${this.roots.size} objects`;
        this.refused = new WrongOrganizationError(
            `${count} of this stack cannot be found, ${why}. This looks like the wrong organization, so the run stops. ` +
                "Check access-governance:url and access-governance:token (without `--run-program`, `destroy` and `refresh` may use those of the last `up`, and so may an `up` of a program that no longer declares any of these resources). If the objects were really deleted, run `pulumi config set access-governance:allowMissing true`.",
        );
        return this.refused;
    }
}

/** Whether the organization has a user; undefined if the service does not reveal it. */
export async function hasUser(client: Client, userId: string): Promise<boolean | undefined> {
    try {
        await client.call("getUser", { query: { user_id: userId } });
        return true;
    } catch (error) {
        if (error instanceof NotFoundError) return false;
        if (error instanceof ForbiddenError || error instanceof BadRequestError) return undefined;
        throw error;
    }
}
