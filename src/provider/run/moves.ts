/** An object of this run that leaves its natural key for another one. */
interface Move {
    readonly done: Promise<void>;
    readonly finish: () => void;
    /** Whether it has left its key; undefined while that is unknown. */
    left: boolean | undefined;
    /** The move that this one waits for. */
    waitsFor?: Move;
}

/** Maximum wait for a name that another write of the run gives up, in milliseconds. The other one may depend on this one. */
const PATIENCE_MS = 10_000;

/** Objects that change their natural key in one run, so that names can be swapped or handed on in one `pulumi up`. */
export class Moves {
    readonly #moves = new Map<string, Move>();

    constructor(private readonly patienceMs = PATIENCE_MS) {}

    /** The program changes the object's natural key. */
    announce(kind: string, id: string): void {
        const name = `${kind} ${id}`;
        if (this.#moves.has(name)) return;
        let finish = () => {};
        const done = new Promise<void>((resolve) => {
            finish = resolve;
        });
        this.#moves.set(name, { done, finish, left: undefined });
    }

    /** True if the object leaves its key, or has left it already, in this run. */
    isLeaving(kind: string, id: string): boolean {
        return this.#moves.has(`${kind} ${id}`);
    }

    /** The object has left its key, or tried to and failed. */
    finished(kind: string, id: string, left: boolean): void {
        const move = this.#moves.get(`${kind} ${id}`);
        if (!move) return;
        move.left ||= left;
        move.finish();
    }

    /**
     * Waits until the objects `holders`, which have the key that `id` is to get, have left it. `id` is undefined for a new object.
     * Returns "cycle" if one of them waits for the key of `id` in turn: then `id` has to make room first; "held" if one failed to leave it.
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
