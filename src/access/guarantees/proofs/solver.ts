import type { Bool, Context } from "z3-solver";
import { UsageError } from "../../../common/errors.js";
import { type Assignment, type Atom, atomsOf, type Formula } from "./formula.js";

/** Searches for values of atoms that make a formula true. Uses Z3, an SMT solver that runs as WebAssembly. */
export class Solver {
    private constructor(
        private readonly context: Context<"proofs">,
        private readonly end: () => void,
    ) {}

    /**
     * Starts Z3. Call `close` when done, because its threads keep the process alive.
     * @throws UsageError if the package z3-solver is not installed
     */
    static async start(): Promise<Solver> {
        const { init } = await import("z3-solver").catch(() => {
            throw new UsageError(
                "`prove` requires the package z3-solver. Install it with `npm install --save-dev z3-solver`.",
            );
        });
        const { Context, em } = await init();
        return new Solver(Context("proofs"), () => em.PThread.terminateAllThreads());
    }

    close(): void {
        this.end();
    }

    /**
     * Returns values of all atoms that make the formula true, or undefined if there are none.
     * @param always atoms for all of whose values the formula must be true. The result does not contain values for them.
     */
    async solve(formula: Formula, always: readonly Atom[] = []): Promise<Assignment | undefined> {
        const { Solver: Z3Solver, Bool, ForAll } = this.context;
        const solver = new Z3Solver();
        const constants = new Map(atomsOf(formula).map(({ key }) => [key, Bool.const(key)]));
        const hidden = always.flatMap(({ key }) => constants.get(key) ?? []);
        const body = this.#translated(formula, constants);
        const [first, ...rest] = hidden;
        solver.add(first ? ForAll([first, ...rest], body) : body);
        const result = await solver.check();
        if (result === "unknown")
            throw new Error(`The solver Z3 could not decide whether the test holds: ${solver.reasonUnknown()}.`);
        if (result === "unsat") return undefined;
        const model = solver.model();
        const values = new Map(
            [...constants].map(([key, constant]) => [key, model.eval(constant, true).toString() === "true"]),
        );
        return ({ key }) => (hidden.length > 0 && always.some((one) => one.key === key) ? undefined : values.get(key));
    }

    /** Translates each shared part of the formula only once. */
    #translated(formula: Formula, constants: ReadonlyMap<string, Bool<"proofs">>): Bool<"proofs"> {
        const { Bool, And, Or, Not } = this.context;
        const known = new Map<Formula, Bool<"proofs">>();
        const translate = (one: Formula): Bool<"proofs"> => {
            const found = known.get(one);
            if (found) return found;
            const translated = (): Bool<"proofs"> => {
                if (typeof one === "boolean") return Bool.val(one);
                if ("not" in one) return Not(translate(one.not));
                if ("all" in one) return And(...one.all.map(translate));
                if ("any" in one) return Or(...one.any.map(translate));
                return constants.get(one.key) ?? Bool.const(one.key);
            };
            const result = translated();
            known.set(one, result);
            return result;
        };
        return translate(formula);
    }
}
