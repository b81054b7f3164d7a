import type { DeclarationConflictError } from "../../common/errors.js";
import type { Declarer } from "../../common/names.js";

/** A move to a key of other objects, as long as it is not known whether the program also moves these. */
export interface ContestedMove {
    /** Ids of the objects that have the key. */
    readonly holders: readonly string[];
    /** The resource of the object that moves. */
    readonly resource: Declarer;
    /** Creates the error of the update if they keep the key, with what is known so far. */
    readonly error: () => DeclarationConflictError;
}

/** An object that changes its natural key in this run. */
interface Move {
    readonly done: Promise<void>;
    readonly finish: () => void;
    /** Whether the object has released its key; undefined until the move ends. */
    left: boolean | undefined;
    /** The move that this one is waiting for. */
    waitsFor?: Move;
}

/**
 * Maximum wait for another write of the run to release a name, in milliseconds. Limited, because that write may in turn depend on this one.
 */
const RELEASE_TIMEOUT_MS = 10_000;

/**
 * Tracks objects that change their natural key in a run, so that one `pulumi up` can swap the names of two objects or pass a name to
 * another object. Also tracks which of these moves would fail, because nothing shows yet that the key becomes free.
 */
export class Moves {
    readonly #moves = new Map<string, Move>();
    readonly #contested = new Map<string, ContestedMove & { readonly kind: string }>();
    /** For each object that moves: the objects that have its new key. */
    readonly #wanted = new Map<string, readonly string[]>();
    /** The resource of each object that keeps its key in this run. */
    readonly #keepers = new Map<string, Declarer>();

    /** @param onContested called when the contested moves change */
    constructor(
        private readonly patienceMs = RELEASE_TIMEOUT_MS,
        private readonly onContested: () => void = () => {},
    ) {}

    /** Records that the program changes the object's natural key. */
    announce(kind: string, id: string): void {
        const name = `${kind} ${id}`;
        this.released(kind, id);
        this.#keepers.delete(name);
        if (this.#moves.has(name)) return;
        let finish = () => {};
        const done = new Promise<void>((resolve) => {
            finish = resolve;
        });
        this.#moves.set(name, { done, finish, left: undefined });
    }

    /** Records that the objects `holders` have the key to which the object `id` moves. */
    want(kind: string, id: string, holders: readonly string[]): void {
        this.#wanted.set(`${kind} ${id}`, holders);
    }

    /** Whether the object moves to the key of an object that, directly or through others, moves to its key. */
    isInCircle(kind: string, id: string): boolean {
        const seen = new Set<string>();
        const next = [id];
        for (let one = next.pop(); one !== undefined; one = next.pop()) {
            for (const holder of this.#wanted.get(`${kind} ${one}`) ?? []) {
                if (holder === id) return true;
                if (seen.has(holder)) continue;
                seen.add(holder);
                next.push(holder);
            }
        }
        return false;
    }

    /** Records that the program keeps the object's natural key. */
    keep(kind: string, id: string, resource: Declarer): void {
        this.#keepers.set(`${kind} ${id}`, resource);
        const decided = [...this.#contested.values()].some((move) => move.kind === kind && move.holders.includes(id));
        if (decided) this.onContested();
    }

    /** Returns the resource of an object that keeps its key; undefined if this is not known. */
    keeper(kind: string, id: string): Declarer | undefined {
        return this.#keepers.get(`${kind} ${id}`);
    }

    /** Records that the move of the object `id` is contested. */
    contest(kind: string, id: string, move: ContestedMove): void {
        this.#contested.set(`${kind} ${id}`, { ...move, kind });
        this.onContested();
    }

    /** The contested moves. At the end of a preview, these are the moves that will fail. */
    get contested(): readonly ContestedMove[] {
        return [...this.#contested.values()];
    }

    /** Returns the contested move of the object; undefined if it is not contested. */
    contestedMove(kind: string, id: string): ContestedMove | undefined {
        return this.#contested.get(`${kind} ${id}`);
    }

    /**
     * Records that the object `holder` moves, or no longer exists, so that others can have its key. Returns the contested moves that this
     * decides.
     */
    released(kind: string, holder: string): readonly ContestedMove[] {
        const decided: ContestedMove[] = [];
        for (const [name, move] of this.#contested) {
            if (move.kind !== kind || !move.holders.includes(holder)) continue;
            const holders = move.holders.filter((one) => one !== holder);
            if (holders.length > 0) this.#contested.set(name, { ...move, holders });
            else if (this.#contested.delete(name)) decided.push(move);
            this.onContested();
        }
        return decided;
    }

    /** Whether the object releases its key in this run, or has already done so. */
    isLeaving(kind: string, id: string): boolean {
        return this.#moves.has(`${kind} ${id}`);
    }

    /** Records the end of a move. `left` is false if the move failed. */
    finished(kind: string, id: string, left: boolean): void {
        if (this.#contested.delete(`${kind} ${id}`)) this.onContested();
        const move = this.#moves.get(`${kind} ${id}`);
        if (!move) return;
        move.left ||= left;
        move.finish();
    }

    /**
     * Waits until the objects `holders` have released the key that the object `id` needs. `id` is undefined for a new object. Returns
     * "cycle" if one of the holders is itself waiting for the key of `id`, so that `id` must release its key first. Returns "held" if one
     * of them failed to release the key.
     */
    async freed(kind: string, holders: readonly string[], id: string | undefined): Promise<"free" | "cycle" | "held"> {
        const own = id === undefined ? undefined : this.#moves.get(`${kind} ${id}`);
        for (const holder of holders) {
            const move = this.#moves.get(`${kind} ${holder}`);
            if (!move || move === own || move.left) continue;
            for (let next: Move | undefined = move; next && !own?.left; next = next.waitsFor) {
                if (next === own) return "cycle";
            }
            if (own) own.waitsFor = move;
            let timer: NodeJS.Timeout | undefined;
            const tooLong = new Promise<void>((resolve) => {
                timer = setTimeout(resolve, this.patienceMs);
            });
            await Promise.race([move.done, tooLong]);
            clearTimeout(timer);
            if (own) delete own.waitsFor;
            if (move.left === false) return "held";
        }
        return "free";
    }
}
