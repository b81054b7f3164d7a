/** The expressions of GitHub Actions, evaluated by GitHub's own library. */

/** What a context holds. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };
export type Contexts = Readonly<Record<string, Value>>;

const CONTEXTS = ["github", "needs", "strategy", "matrix", "steps", "secrets", "vars", "env"];
const STATUS = ["success", "failure", "always", "cancelled"];

export class Expressions {
    private constructor(private readonly library: typeof import("@actions/expressions")) {}

    /** The library is made of ES modules only. */
    static async load(): Promise<Expressions> {
        return new Expressions(await import("@actions/expressions"));
    }

    /** A text with all its `${{ }}` put in. */
    text(text: string, contexts: Contexts): string {
        return String(text).replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) =>
            this.#evaluate(expression, contexts, "success").coerceString(),
        );
    }

    /** What a text that is one `${{ }}` comes to, as JSON has it. */
    value(text: string, contexts: Contexts): Value {
        const [, expression] = /^\$\{\{(.*)\}\}$/.exec(text) ?? [];
        if (expression === undefined) throw new Error(`${text} is no expression`);
        const { data } = this.library;
        return JSON.parse(JSON.stringify(this.#evaluate(expression, contexts, "success"), data.replacer)) as Value; // as JSON is
    }

    /** Whether what has this `if` runs. Without a word about the status it runs only where all went well before. */
    holds(condition: string | undefined, contexts: Contexts, status: "success" | "failure"): boolean {
        const expression = (condition ?? "success()").replace(/^\$\{\{(.*)\}\}$/, "$1");
        const asks = STATUS.some((name) => expression.includes(`${name}()`));
        if (!asks && status === "failure") return false;
        const result = this.#evaluate(expression, contexts, status);
        return result.coerceString() === "true";
    }

    #evaluate(expression: string, contexts: Contexts, status: "success" | "failure") {
        const { data, Evaluator, Lexer, Parser } = this.library;
        const answers: Record<string, boolean> = {
            success: status === "success",
            failure: status === "failure",
            always: true,
            cancelled: false,
        };
        const functions = STATUS.map((name) => ({
            name,
            minArgs: 0,
            maxArgs: 0,
            call: () => new data.BooleanData(answers[name] === true),
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
