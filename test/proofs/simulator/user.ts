import type { Diagnostic } from "../../../src/local/engine/contract/stack.js";
import { type Answer, adviceOf, type Knowledge, otherName } from "./advice.js";
import { entryOf, keyTextOf, unsound } from "./claims.js";
import { edited, type Program, type Value } from "./program.js";

/** Actions that the errors of a failed run advise. Empty if they contain no advice. */
export function answersTo(diagnostics: readonly Diagnostic[], knowledge: Knowledge): Answer[] {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const answers = errors.flatMap((error) => adviceOf(error, knowledge));
    // Drift messages are not errors but may contain advice about one.
    const isProtected = diagnostics.some(
        ({ message }) => message.includes("for protection") || message.includes("is protected"),
    );
    if (isProtected && diagnostics.some(({ message }) => message.includes("run again with --refresh")))
        answers.unshift({ do: "refresh" });
    const seen = new Set<string>();
    return answers.filter((answer) => {
        const text = JSON.stringify(answer);
        return !seen.has(text) && seen.add(text);
    });
}

/**
 * The program in which these resources still have their names from the state. Other resources that would get one of these names
 * keep their old names as well, or are left out if they are new.
 */
export function without(
    program: Program,
    names: readonly string[],
    inputsOf: (name: string) => Readonly<Record<string, unknown>> | undefined,
): Program {
    const waiting = new Set<string>();
    let left = program;
    const wait = (name: string): void => {
        const declaration = left.find((one) => one.name === name);
        if (!declaration || waiting.has(name)) return;
        waiting.add(name);
        const inputs = inputsOf(name);
        const { key = [] } = entryOf(declaration);
        // Key properties in the state are strings.
        const before = Object.fromEntries(key.map((field) => [field, (inputs?.[field] ?? null) as Value]));
        // After a partial run, the state may already have the new name.
        const isOther = key.some((field) => (before[field] ?? null) !== (declaration.args[field] ?? null));
        const args = isOther ? before : otherName(left, declaration);
        left = edited(left, [inputs ? { edit: "set", name, args } : { edit: "remove", name }]);
    };
    for (const name of names) wait(name);
    for (let again = true; again && unsound(left) !== undefined; ) {
        const text = (name: string) => {
            const declaration = left.find((one) => one.name === name);
            return declaration && keyTextOf(declaration);
        };
        const taken = new Set([...waiting].map(text));
        const [next] = left.filter((one) => !waiting.has(one.name) && taken.has(keyTextOf(one)));
        again = next !== undefined;
        if (next) wait(next.name);
    }
    return left;
}
