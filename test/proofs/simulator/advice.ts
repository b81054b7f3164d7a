import type { Diagnostic } from "../../../src/local/engine/contract/stack.js";
import { nameOf } from "../../../src/local/engine/contract/state.js";
import { entryOf, keyTextOf } from "./claims.js";
import type { Declaration, Edit, Program } from "./program.js";

/** What somebody does who reads an error and follows its advice. */
export type Answer =
    | { readonly do: "edit"; readonly edit: Edit }
    | { readonly do: "unprotect"; readonly name: string }
    | { readonly do: "refresh" }
    /** To run again later, from this ISO date on. */
    | { readonly do: "wait"; readonly until: string }
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

/** An error as somebody reads it. */
interface Reading extends Knowledge {
    /** The parts that the pattern found. */
    readonly found: readonly string[];
    readonly urn: string | undefined;
    /** The name of the resource that it is about. */
    readonly name: string;
    readonly declaration: Declaration | undefined;
}

type Advice = readonly [pattern: RegExp, answers: (reading: Reading) => Answer[]];

/** What the first of these to be found in an error says. */
const ADVICE: readonly Advice[] = [
    [/Run again later; from (\S+) on, /, ({ found }) => [{ do: "wait", until: found[0] ?? "" }]],
    [
        /add the option \{ import: ("(?:[^"\\]|\\.)*") \}/,
        (reading) => {
            const id: string = JSON.parse(reading.found[0] ?? '""');
            const holder = reading.holderOf(id);
            // His own, which gives the name up: the advice for that stands beside.
            if (!holder || holder === reading.name) return option(reading, { import: id });
            const after = option(reading, { dependsOn: holder });
            return after.some(reading.wasTried) ? renamed(reading) : after;
        },
    ],
    [
        /"(\S+)" and "(\S+)" both declare the .* keep one of them/,
        (reading) => {
            const pair = reading.program.filter(({ name }) => reading.found.includes(name));
            const frozen = pair.find(({ options }) => options?.ignoreChanges?.includes("*"));
            // It is still what it was, whatever the program says.
            if (frozen) return option(frozen, { ignoreChanges: null });
            const taker = pair.find(({ options }) => options?.import ?? options?.adopt);
            return [{ do: "declare anew", name: taker?.name ?? reading.name }];
        },
    ],
    // One of the two may have been renamed outside, and its name is ignored.
    [/Give the two resources different names/, (reading) => renamed(reading)],
    [
        /^.*import: several objects of this kind are named .* \(([^,]+), .*\)\. Use the id\./,
        (reading) => option(reading, { import: reading.found[0] ?? null }),
    ],
    [
        / of this program\. Keep only one of them\./,
        ({ program, urn = "", declaration }) => {
            const frozen = program.find(
                ({ kind, options }) => kind === declaration?.kind && options?.ignoreChanges?.includes("*"),
            );
            // It is still what it was, whatever the program says.
            if (frozen) return option(frozen, { ignoreChanges: null, import: null, adopt: null });
            return [{ do: "edit", edit: { edit: "remove", name: nameOf(urn) } }];
        },
    ],
    // What deletes the first one has made room by itself, and one that was retained is there for good.
    [/Add Pulumi's option deleteBeforeReplace: true/, renamed],
    [/add the option \{ adopt: true \}/, (reading) => option(reading, { adopt: true })],
    [
        /The owner ".*" cannot be deleted: it (?:administers|reviews requests for) the (group|resource|bundle) "(.+?)"(?:,| and | \(request)/,
        (reading) => {
            // What others use cannot be made anew under the same name.
            if (reading.declaration?.options?.replaceOnChanges)
                return option(reading, { replaceOnChanges: null, deleteBeforeReplace: null });
            const [kind = "", name] = reading.found;
            // An access rule is a group, too.
            const kinds = kind === "group" ? ["Group", "AccessRule"] : [kind === "bundle" ? "Bundle" : "Resource"];
            const used = reading.program.find((one) => kinds.includes(one.kind) && one.args.name === name);
            // A line that was taken out changes nothing: another owner must be given.
            const another = {
                adminOwnerId: "@owner:0",
                ...(used?.kind === "Group" ? { requestConfigurations: OPEN } : {}),
            };
            const edit = { do: "edit", edit: { edit: "set", name: used?.name ?? "", args: another } } as const;
            if (used && !reading.wasTried(edit)) return [...option(used, { ignoreChanges: null }), edit];
            const gone = reading.declared(reading.name);
            if (!gone) return [];
            const isTaken = reading.program.some((one) => keyTextOf(one) === keyTextOf(gone));
            const args = { ...gone.args, ...(isTaken ? otherName(reading.program, gone) : {}) };
            return [{ do: "edit", edit: { edit: "declare", declaration: { ...gone, args } } }];
        },
    ],
    [
        /unless auto_approval is true/,
        ({ name }) => [{ do: "edit", edit: { edit: "set", name, args: { requestConfigurations: OPEN } } }],
    ],
    [
        // The last two come from the engine.
        /Correct the option, or omit it to create a new one|no write can change this|^resource '.+' does not exist|remove the `import` declaration/,
        (reading) => option(reading, { import: null, adopt: null }),
    ],
    [
        / would take the name of the .+? (\S+(?:, \S+)*) on the service\. Choose another name\./,
        (reading) => {
            const holders = reading.found[0]?.split(", ") ?? [];
            const later: Answer = { do: "run without", name: reading.name };
            // What another resource of the program is does not go away.
            const isLeft = holders.every((id) => reading.holderOf(id) === "");
            return isLeft && !reading.wasTried(later) ? [later] : renamed(reading);
        },
    ],
    [
        /access-governance:allowMissing true/,
        ({ isElsewhere, name, urn }) => [isElsewhere ? { do: "run with", name } : { do: "allow missing", urn }],
    ],
    [
        /resource "(urn:[^"]+)"\s+(?:cannot be deleted|as it is currently marked|as part of)/,
        ({ found: [urn = ""] }) => {
            const name = nameOf(urn);
            return [{ do: "unprotect", name }, ...option({ name }, { protect: null })];
        },
    ],
];

/** Requests that nobody reviews. */
const OPEN = [{ priority: 0, allowRequests: true, autoApproval: true }];

/** What an error says is to be done; nothing when it says nothing. */
export function adviceOf({ message, urn }: Diagnostic, knowledge: Knowledge): Answer[] {
    const told = urn === undefined ? "" : nameOf(urn);
    // What waits to be deleted may still have its former name.
    const declaration =
        knowledge.program.find((one) => one.name === told) ??
        knowledge.program.find(({ options }) => options?.aliases?.some((alias) => alias.name === told) ?? false);
    const name = declaration?.name ?? told;
    for (const [pattern, answers] of ADVICE) {
        const found = message.match(pattern);
        if (found) return answers({ ...knowledge, found: found.slice(1), urn, name, declaration });
    }
    return [];
}

/** What gives an object a name that nothing of the program has. */
export function otherName(program: Program, declaration: Declaration): Declaration["args"] {
    const [field = ""] = entryOf(declaration).key ?? [];
    for (let name = `Other ${declaration.name}`; ; name = `Other ${name}`)
        if (!program.some((one) => one.args[field] === name)) return { [field]: name };
}

function renamed({ program, declaration }: Reading): Answer[] {
    if (!declaration) return [];
    const args = otherName(program, declaration);
    return [{ do: "edit", edit: { edit: "set", name: declaration.name, args } }];
}

function option({ name }: { readonly name: string }, options: Record<string, string | boolean | null>): Answer[] {
    return name === "" ? [] : [{ do: "edit", edit: { edit: "option", name, options } }];
}
