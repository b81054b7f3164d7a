import type { Diagnostic } from "../../src/engine/stack.js";
import { nameOf } from "../../src/engine/state.js";
import { entryOf, keyTextOf, unsound } from "./claims.js";
import { type Edit, edited, type Program, type Value } from "./program.js";

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
}

/** What the errors of a run that failed say is to be done; nothing when they say nothing. */
export function answersTo(diagnostics: readonly Diagnostic[], knowledge: Knowledge): Answer[] {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const answers = errors.flatMap((error) => answerTo(error, knowledge));
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
        const args = Object.fromEntries(key.map((field) => [field, (inputs?.[field] ?? null) as Value]));
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

function answerTo({ message, urn }: Diagnostic, knowledge: Knowledge): Answer[] {
    const { program, isElsewhere } = knowledge;
    const name = urn === undefined ? undefined : nameOf(urn);
    const option = (options: Record<string, string | boolean | null>): Answer[] =>
        name === undefined ? [] : [{ do: "edit", edit: { edit: "option", name, options } }];
    const taken = message.match(/add the option \{ import: ("(?:[^"\\]|\\.)*") \}/);
    if (taken?.[1]) {
        const id: string = JSON.parse(taken[1]);
        const holder = knowledge.holderOf(id);
        // His own, which gives the name up: the advice for that stands beside.
        return holder && holder !== name ? option({ dependsOn: holder }) : option({ import: id });
    }
    const both = message.match(/"(\S+)" and "(\S+)" both declare the .* keep one of them/)?.slice(1);
    const pair = program.filter((one) => both?.includes(one.name));
    const frozen = pair.find(({ options }) => options?.ignoreChanges?.includes("*"));
    // It is still what it was, whatever the program says.
    if (frozen) return [{ do: "edit", edit: { edit: "option", name: frozen.name, options: { ignoreChanges: null } } }];
    const taker = pair.find(({ options }) => options?.import ?? options?.adopt);
    if (taker) return [{ do: "declare anew", name: taker.name }];
    if (both) return option({ import: null, adopt: null });
    const several = message.match(
        /^.*import: several objects of this kind are called .* \(([^,]+), .*\): give the id\./,
    );
    if (several?.[1]) return option({ import: several[1] });
    if (message.includes("Add Pulumi's option deleteBeforeReplace: true")) {
        const declaration = program.find((one) => one.name === name);
        if (!declaration?.options?.retainOnDelete) return option({ deleteBeforeReplace: true });
        const [field = ""] = entryOf(declaration).key ?? [];
        return [
            {
                do: "edit",
                edit: { edit: "set", name: declaration.name, args: { [field]: `Other ${declaration.name}` } },
            },
        ];
    }
    if (message.includes("add the option { adopt: true }")) return option({ adopt: true });
    const [, group] = message.match(/ is in use: administers the group (.+?) \(request/) ?? [];
    const administered = program.find((one) => one.kind === "Group" && one.args.name === group);
    // A line that was taken out changes nothing: another owner must be given.
    if (administered)
        return [{ do: "edit", edit: { edit: "set", name: administered.name, args: { adminOwnerId: "@owner:0" } } }];
    const { requestConfigurations } = program.find((one) => one.name === name)?.args ?? {};
    if (
        name !== undefined &&
        message.includes("unless auto_approval is true") &&
        Array.isArray(requestConfigurations)
    ) {
        const args = { requestConfigurations: requestConfigurations.map((one) => ({ ...one, autoApproval: true })) };
        return [{ do: "edit", edit: { edit: "set", name, args } }];
    }
    if (/Correct the option, or leave it out to make a new one|no write can change this/.test(message))
        return option({ import: null, adopt: null });
    const holders = message.match(/ that (\S+(?:, \S+)*) is on the service\. Give it another name\./)?.[1]?.split(", ");
    if (name !== undefined && holders)
        // What another resource of the program is does not go away.
        return holders.every((id) => knowledge.holderOf(id) === "")
            ? [{ do: "run without", name }]
            : [{ do: "edit", edit: { edit: "set", name, args: { name: `Other ${name}` } } }];
    if (message.includes("access-governance:allowMissing true"))
        return [isElsewhere && name !== undefined ? { do: "run with", name } : { do: "allow missing", urn }];
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
