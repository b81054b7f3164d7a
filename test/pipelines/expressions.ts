/** Evaluates expressions of GitHub Actions with GitHub's own library. */

/** A value in a context. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };
export type Contexts = Readonly<Record<string, Value>>;

const CONTEXTS = ["github", "needs", "strategy", "matrix", "steps", "secrets", "vars", "env"];
const STATUS = ["success", "failure", "always", "cancelled"];

export class Expressions {
    private constructor(private readonly library: typeof import("@actions/expressions")) {}

    /** Asynchronous, since the library consists of ES modules only. */
    static async load(): Promise<Expressions> {
        return new Expressions(await import("@actions/expressions"));
    }

    /** Replaces every `${{ }}` in a text by its value. */
    text(text: string, contexts: Contexts): string {
        return String(text).replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) =>
            this.#evaluate(expression, contexts, "success").coerceString(),
        );
    }

    /** The JSON value of a text that is a single `${{ }}`. */
    value(text: string, contexts: Contexts): Value {
        const [, expression] = /^\$\{\{(.*)\}\}$/.exec(text) ?? [];
        if (expression === undefined) throw new Error(`${text} is no expression`);
        const { data } = this.library;
        return JSON.parse(JSON.stringify(this.#evaluate(expression, contexts, "success"), data.replacer)) as Value; // parsed JSON
    }

    /** Whether a step or job with this `if` runs. Without a status function, it runs only if all earlier steps succeeded. */
    holds(condition: string | undefined, contexts: Contexts, status: "success" | "failure"): boolean {
        const expression = (condition ?? "success()").replace(/^\$\{\{(.*)\}\}$/, "$1");
        const checksStatus = STATUS.some((name) => expression.includes(`${name}()`));
        if (!checksStatus && status === "failure") return false;
        const result = this.#evaluate(expression, contexts, status);
        return result.coerceString() === "true";
    }

    #evaluate(expression: string, contexts: Contexts, status: "success" | "failure") {
        const { data, Evaluator, Lexer, Parser } = this.library;
        const statuses: Record<string, boolean> = {
            success: status === "success",
            failure: status === "failure",
            always: true,
            cancelled: false,
        };
        const functions = STATUS.map((name) => ({
            name,
            minArgs: 0,
            maxArgs: 0,
            call: () => new data.BooleanData(statuses[name] === true),
        }));
        const parsed = new Parser(new Lexer(expression).lex().tokens, CONTEXTS, functions).parse();
        const entries = CONTEXTS.map((key) => ({
            key,
            value: JSON.parse(JSON.stringify(contexts[key] ?? {}), data.reviver),
        }));
        const byName = new Map(functions.map((definition) => [definition.name, definition]));
        return new Evaluator(parsed, new data.Dictionary(...entries), byName).evaluate();
    }
}
