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
 * another object.
 */
export class Moves {
    readonly #moves = new Map<string, Move>();

    constructor(private readonly patienceMs = RELEASE_TIMEOUT_MS) {}

    /** Records that the program changes the object's natural key. */
    announce(kind: string, id: string): void {
        const name = `${kind} ${id}`;
        if (this.#moves.has(name)) return;
        let finish = () => {};
        const done = new Promise<void>((resolve) => {
            finish = resolve;
        });
        this.#moves.set(name, { done, finish, left: undefined });
    }

    /** Whether the object releases its key in this run, or has already done so. */
    isLeaving(kind: string, id: string): boolean {
        return this.#moves.has(`${kind} ${id}`);
    }

    /** Records the end of a move. `left` is false if the move failed. */
    finished(kind: string, id: string, left: boolean): void {
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
