import type { Diagnostic } from "../../../src/local/engine/contract/stack.js";
import { urnName } from "../../../src/local/engine/contract/state.js";
import { entryOf, keyTextOf } from "./claims.js";
import type { Declaration, Edit, Program } from "./program.js";

/** Action of a user who follows the advice of an error. */
export type Answer =
    | { readonly do: "edit"; readonly edit: Edit }
    | { readonly do: "unprotect"; readonly name: string }
    | { readonly do: "refresh" }
    /** Run again after this ISO date. */
    | { readonly do: "wait"; readonly until: string }
    /** First run `up` without the latest change of this resource, since the conflicting object is deleted last. */
    | { readonly do: "run without"; readonly name: string }
    /** Run `up` once with a removed resource, so that the settings of the program reach the provider. */
    | { readonly do: "run with"; readonly name: string }
    /** Run `up` once without this resource, then with it as a new one. */
    | { readonly do: "declare anew"; readonly name: string }
    /** Allow the resource with this URN to be missing. The URN is needed, since settings do not reach the provider of an empty program. */
    | { readonly do: "allow missing"; readonly urn: string | undefined };

/** Information available to a user who reads an error. */
export interface Knowledge {
    readonly program: Program;
    /** The resource of the program with this object id. "" for a removed resource; undefined if the id is not in the state. */
    holderOf(id: string): string | undefined;
    /** Whether runs of an empty program use another organization, regardless of the settings. */
    readonly isElsewhere: boolean;
    /** Latest declaration of a name, even if it was removed. */
    declared(name: string): Declaration | undefined;
    /** Whether the action was already tried without success. */
    wasTried(answer: Answer): boolean;
}

/** An error and its context. */
interface Reading extends Knowledge {
    /** Groups captured by the pattern. */
    readonly found: readonly string[];
    readonly urn: string | undefined;
    /** Name of the affected resource. */
    readonly name: string;
    readonly declaration: Declaration | undefined;
}

type Advice = readonly [pattern: RegExp, answers: (reading: Reading) => Answer[]];

/** Patterns of advice in errors. The first match is used. */
const ADVICE: readonly Advice[] = [
    [/Run again later; from (\S+) on, /, ({ found }) => [{ do: "wait", until: found[0] ?? "" }]],
    [
        /add the option \{ import: ("(?:[^"\\]|\\.)*") \}/,
        (reading) => {
            const id: string = JSON.parse(reading.found[0] ?? '""');
            const holder = reading.holderOf(id);
            // The object of the resource itself, which is being renamed. Other advice covers this case.
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
            // With ignoreChanges: *, the object keeps its old properties regardless of the program.
            if (frozen) return option(frozen, { ignoreChanges: null });
            const taker = pair.find(({ options }) => options?.import ?? options?.adopt);
            return [{ do: "declare anew", name: taker?.name ?? reading.name }];
        },
    ],
    // One of the two may have been renamed outside while its name is ignored.
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
            // With ignoreChanges: *, the object keeps its old properties regardless of the program.
            if (frozen) return option(frozen, { ignoreChanges: null, import: null, adopt: null });
            return [{ do: "edit", edit: { edit: "remove", name: urnName(urn) } }];
        },
    ],
    // deleteBeforeReplace would not help: the conflicting object may be retained, so it is renamed instead.
    [/Add Pulumi's option deleteBeforeReplace: true/, renamed],
    [/add the option \{ adopt: true \}/, (reading) => option(reading, { adopt: true })],
    [
        /The owner ".*" cannot be deleted: it (?:administers|reviews requests for) the (group|resource|bundle) "(.+?)"(?:,| and | \(request)/,
        (reading) => {
            // An object in use cannot be recreated under the same name.
            if (reading.declaration?.options?.replaceOnChanges)
                return option(reading, { replaceOnChanges: null, deleteBeforeReplace: null });
            const [kind = "", name] = reading.found;
            // Access rules are groups as well.
            const kinds = kind === "group" ? ["Group", "AccessRule"] : [kind === "bundle" ? "Bundle" : "Resource"];
            const used = reading.program.find((one) => kinds.includes(one.kind) && one.args.name === name);
            // Removing the property would have no effect, so another owner is set.
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
        // The last two are messages of the engine.
        /Correct the option, or omit it to create a new one|the API cannot change these properties|^resource '.+' does not exist|remove the `import` declaration/,
        (reading) => option(reading, { import: null, adopt: null }),
    ],
    [
        / would take the name of the .+? (\S+(?:, \S+)*) on the service\. Choose another name\./,
        (reading) => {
            const holders = reading.found[0]?.split(", ") ?? [];
            const later: Answer = { do: "run without", name: reading.name };
            // An object of another resource in the program will not be deleted.
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
            const name = urnName(urn);
            return [{ do: "unprotect", name }, ...option({ name }, { protect: null })];
        },
    ],
];

/** Request configuration without reviewers. */
const OPEN = [{ priority: 0, allowRequests: true, autoApproval: true }];

/** Actions that an error advises. Empty if it contains no advice. */
export function adviceOf({ message, urn }: Diagnostic, knowledge: Knowledge): Answer[] {
    const reported = urn === undefined ? "" : urnName(urn);
    // A resource to be deleted may still have its former name.
    const declaration =
        knowledge.program.find((one) => one.name === reported) ??
        knowledge.program.find(({ options }) => options?.aliases?.some((alias) => alias.name === reported) ?? false);
    const name = declaration?.name ?? reported;
    for (const [pattern, answers] of ADVICE) {
        const found = message.match(pattern);
        if (found) return answers({ ...knowledge, found: found.slice(1), urn, name, declaration });
    }
    return [];
}

/** Arguments with a name that no resource of the program has. */
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
