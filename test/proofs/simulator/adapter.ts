import { typeOf } from "../../../src/local/engine/contract/state.js";
import type { Properties } from "../../../src/local/engine/contract/values.js";
import type { Provider } from "../../../src/local/engine/processes/plugin.js";
import type { Goal } from "../../../src/local/engine/run/steps/goal.js";
import { secretFields } from "../../../src/provider/schema/fields.js";
import * as classes from "../../../src/resources/index.js";
import type { Declaration, Options } from "./program.js";

/** A failure inside of the kernel that is no sentence for people. */
export class Crash extends Error {
    override readonly name = "Crash";
}

/** A process of a provider, which ends with the run. */
export interface Process extends Provider {
    /** Crashes that the engine would print as errors of the resource. */
    readonly crashes: readonly Crash[];
}

/** What a process is started with. */
export interface Start {
    readonly config: Properties;
    now(): number;
    say(line: string): void;
    /** Rejects when the process dies. */
    readonly death: Promise<never>;
}

/** How the kernel is spoken to, and what a program can say through it. */
export interface Adapter {
    /** The package of the provider. */
    readonly package: string;
    /** The type that Pulumi knows a kind by. */
    typeOf(kind: string): string;
    start(start: Start): Process;
    /** What the class of a resource passes beside its properties. */
    hiddenInputs(declaration: Declaration, above: Surroundings): Properties;
    /** What the engine itself is asked for. */
    goalOf(options: Options): Pick<Goal, "importID" | "replaceOnChanges">;
    /** The options, without those that no program can give. */
    known(options: Options): Options;
}

/** Where a declaration stands. */
export interface Surroundings {
    /** URN of the component that it is in. */
    readonly parent: string | undefined;
    /** The resource of the program with this name, and the URN of the component that it is in. */
    declarer(name: string): { readonly kind: string; readonly parent: string | undefined } | undefined;
}

/** By their names, as Pulumi's type ends in them. */
const KINDS = { ...classes };

/** The kind of this name. */
export const kindNamed = (name: string) => KINDS[name as keyof typeof KINDS].kind;

export const kindOf = (urn: string): string => typeOf(urn).split(":").at(-1) ?? "";

/** Names of the properties that are secret, by their kind or by the program. */
export function secretsOf({ kind, options }: Pick<Declaration, "kind" | "options">): string[] {
    return [...new Set([...secretFields(kindNamed(kind).fields), ...(options?.secrets ?? [])])];
}

/** The properties that an option speaks of: `*` is everything, as the class says it. */
export function propertyNames(kind: string, names: readonly string[] | undefined): string[] | undefined {
    return names?.includes("*") ? Object.keys(kindNamed(kind).fields) : names && [...names];
}
