import type { Diagnostic } from "../../src/engine/stack.js";
import { adviceOf, otherName } from "./advice.js";
import { entryOf, keyTextOf, unsound } from "./claims.js";
import { type Declaration, type Edit, edited, type Program, type Value } from "./program.js";

/** What somebody does who reads an error and follows its advice. */
export type Answer =
    | { readonly do: "edit"; readonly edit: Edit }
    | { readonly do: "unprotect"; readonly name: string }
    | { readonly do: "refresh" }
    /** To run `up` first without the latest change of this resource, since what is in its way is deleted last. */
    | { readonly do: "run without"; readonly name: string }
    /** To run `up` once with a resource that was taken out, so that the settings of the program reach the provider. */
    | { readonly do: "run with"; readonly name: string }
    /** To run `up` once without this one, then with it as a new one. */
    | { readonly do: "declare anew"; readonly name: string }
    /** With the urn of what is missing: a setting reaches no provider of a program in which nothing is left. */
    | { readonly do: "allow missing"; readonly urn: string | undefined };

/** What somebody knows who reads an error. */
export interface Knowledge {
    readonly program: Program;
    /** The resource of the program that has the object of an id, "" if it is a removed one; undefined if the state does not have it. */
    holderOf(id: string): string | undefined;
    /** Runs of a program with nothing in it speak with another organization, whatever the settings say. */
    readonly isElsewhere: boolean;
    /** The last declaration of a name that the program once had. */
    declared(name: string): Declaration | undefined;
    /** Whether that was done already, and did not help. */
    wasTried(answer: Answer): boolean;
}

/** What the errors of a run that failed say is to be done; nothing when they say nothing. */
export function answersTo(diagnostics: readonly Diagnostic[], knowledge: Knowledge): Answer[] {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const answers = errors.flatMap((error) => adviceOf(error, knowledge));
    // What was said of drift is not an error, and tells what to do about one.
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
 * The program in which these resources are still called as the state has them. What else takes one of these names now waits with its own
 * change: it is still called as before, or not there yet.
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
        // What the state has of a key is a text.
        const before = Object.fromEntries(key.map((field) => [field, (inputs?.[field] ?? null) as Value]));
        // The state has what was wanted, too, where a run did a part of it.
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
