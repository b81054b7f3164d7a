import { urnType } from "../../../src/local/engine/contract/state.js";
import type { EngineProperties } from "../../../src/local/engine/contract/values.js";
import type { EngineProvider } from "../../../src/local/engine/processes/plugin.js";
import type { Goal } from "../../../src/local/engine/run/steps/goal.js";
import { secretFields } from "../../../src/provider/schema/fields.js";
import * as classes from "../../../src/resources/index.js";
import type { Declaration, Options } from "./program.js";

/** An internal failure of the kernel, not an error message for users. */
export class Crash extends Error {
    override readonly name = "Crash";
}

/** A provider process, which ends with the run. */
export interface Process extends EngineProvider {
    /** Crashes that the engine would print as errors of the resource. */
    readonly crashes: readonly Crash[];
}

/** Input for starting a process. */
export interface Start {
    readonly config: EngineProperties;
    now(): number;
    say(line: string): void;
    /** Rejects when the process dies. */
    readonly death: Promise<never>;
}

/** A way to call the kernel, and what programs can express through it. */
export interface Adapter {
    /** Package name of the provider. */
    readonly package: string;
    /** Whether the default provider of the state uses the stack's configuration instead of that of the last `up`. */
    readonly usesStackConfig: boolean;
    /** Pulumi type of a kind. */
    typeOf(kind: string): string;
    start(start: Start): Process;
    /** Inputs that the resource class adds to the declared properties. */
    hiddenInputs(declaration: Declaration, above: Surroundings): EngineProperties;
    /** Options that the engine handles itself. */
    goalOf(options: Options): Pick<Goal, "importID" | "replaceOnChanges">;
    /** The options that a program can give through this adapter. */
    known(options: Options): Options;
}

/** Context of a declaration. */
export interface Surroundings {
    /** URN of the component that it is in. */
    readonly parent: string | undefined;
    /** The resource of the program with this name, and the URN of the component that it is in. */
    declarer(name: string): { readonly kind: string; readonly parent: string | undefined } | undefined;
}

/** Resource classes by name, which is the last part of the Pulumi type. */
const KINDS = { ...classes };

/** The kind with this name. */
export const kindNamed = (name: string) => KINDS[name as keyof typeof KINDS].kind;

export const kindOf = (urn: string): string => urnType(urn).split(":").at(-1) ?? "";

/** Names of the secret properties, according to the kind or the program. */
export function secretsOf({ kind, options }: Pick<Declaration, "kind" | "options">): string[] {
    return [...new Set([...secretFields(kindNamed(kind).fields), ...(options?.secrets ?? [])])];
}

/** Properties named in an option; `*` means all fields, as in the resource class. */
export function propertyNames(kind: string, names: readonly string[] | undefined): string[] | undefined {
    return names?.includes("*") ? Object.keys(kindNamed(kind).fields) : names && [...names];
}
