import type { Diagnostic } from "../../src/engine/stack.js";
import { nameOf } from "../../src/engine/state.js";
import type { Edit } from "./program.js";

/** What somebody does who reads an error and follows its advice. */
export type Answer =
    | { readonly do: "edit"; readonly edit: Edit }
    | { readonly do: "unprotect"; readonly name: string }
    | { readonly do: "refresh" }
    | { readonly do: "allow missing" };

/** What the errors of a run that failed say is to be done; nothing when they say nothing. */
export function answersTo(diagnostics: readonly Diagnostic[]): Answer[] {
    const answers = diagnostics.filter(({ severity }) => severity === "error").flatMap(answerTo);
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

function answerTo({ message, urn }: Diagnostic): Answer[] {
    const name = urn === undefined ? undefined : nameOf(urn);
    const option = (options: Record<string, string | boolean | null>): Answer[] =>
        name === undefined ? [] : [{ do: "edit", edit: { edit: "option", name, options } }];
    const taken = message.match(/add the option \{ import: ("(?:[^"\\]|\\.)*") \}/);
    if (taken?.[1]) return option({ import: JSON.parse(taken[1]) });
    if (message.includes("add the option { adopt: true }")) return option({ adopt: true });
    if (/Correct the option, or leave it out to make a new one|no write can change this/.test(message))
        return option({ import: null, adopt: null });
    if (message.includes("access-governance:allowMissing true")) return [{ do: "allow missing" }];
    const guarded = message.match(
        /resource "(urn:[^"]+)"\s+(?:cannot be deleted|as it is currently marked|as part of)/,
    );
    if (guarded?.[1]) {
        const name = nameOf(guarded[1]);
        return [
            { do: "unprotect", name },
            { do: "edit", edit: { edit: "option", name, options: { protect: null } } },
        ];
    }
    return [];
}
