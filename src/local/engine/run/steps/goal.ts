import { EngineError } from "../../contract/project.js";
import { type ResourceEntry, referenceTo } from "../../contract/state.js";
import { type EngineProperties, isEngineSecret } from "../../contract/values.js";

/** A resource as the program declares it. */
export interface Goal {
    type: string;
    name: string;
    custom: boolean;
    inputs: EngineProperties;
    parent?: string;
    /** A provider reference (urn::id). Default: the default provider. */
    provider?: string;
    /** Id of the object to import, in the provider's format. */
    importID?: string;
    protect?: boolean;
    retainOnDelete?: boolean;
    dependencies?: string[];
    propertyDependencies?: Record<string, string[]>;
    deletedWith?: string;
    /** Default: determined by the provider. */
    deleteBeforeReplace?: boolean;
    ignoreChanges?: string[];
    replaceOnChanges?: string[];
    additionalSecretOutputs?: string[];
    aliases?: string[];
    sourcePosition?: string;
    stackTrace?: { sourcePosition?: string }[];
}

/** An existing object that the program reads but does not manage. */
export interface ReadGoal extends Pick<Goal, "type" | "name" | "inputs" | "parent" | "provider" | "dependencies"> {
    id: string;
}

export interface RegisteredResource {
    urn: string;
    id: string;
    outputs: EngineProperties;
}

/** Returns the state of a registered resource, without its outputs. */
export function goalState(goal: Goal, urn: string, provider: ResourceEntry | undefined): ResourceEntry {
    const { name, aliases, deleteBeforeReplace, replaceOnChanges, provider: _, ...declared } = goal;
    return { ...declared, urn, outputs: {}, ...(provider && { provider: referenceTo(provider) }) };
}

/** Returns the new inputs, but with the old values at the paths in `ignoreChanges`. A path that only one side has is not ignored. */
export function ignoring(
    news: EngineProperties,
    olds: EngineProperties,
    ignored: readonly string[] = [],
): EngineProperties {
    return ignored.reduce((result, path) => reset(result, olds, path.match(/[^.[\]"]+/g) ?? []), news);
}

/**
 * Returns the changed properties for which `replaceOnChanges` requires a replacement.
 * @param paths paths of the changed values
 * @param properties value of the `replaceOnChanges` option; `*` matches all properties
 */
export function replacing(paths: readonly string[], properties: readonly string[] = []): string[] {
    for (const path of properties) if (path !== "*") assertWhole(path);
    const isListed = (name: string) => properties.includes("*") || properties.includes(name);
    return [...new Set(paths.map(topLevelProperty))].filter(isListed);
}

/** Returns the name of the top-level property in a property path. */
export function topLevelProperty(path: string): string {
    return /^[^.[]+/.exec(path)?.[0] ?? path;
}

/** Formats a property value as the Pulumi engine does in error messages. */
export function engineValueText(value: unknown): string {
    if (isEngineSecret(value)) return `{&{${engineValueText(value.value)}}}`;
    return `{${typeof value === "string" ? value : JSON.stringify(value)}}`;
}

function reset<Value>(now: Value, old: unknown, [first = "", ...inner]: readonly string[]): Value {
    if (!isContainer(now) || !isContainer(old)) return now;
    const isList = Array.isArray(now);
    if (isList !== Array.isArray(old)) return now;
    const result: Record<string, unknown> = { ...now };
    const before: Record<string, unknown> = { ...old };
    const keys = first === "*" ? Object.keys(isList ? before : { ...result, ...before }) : [first];
    for (const key of keys) {
        if (inner.length > 0 && key in result) result[key] = reset(result[key], before[key], inner);
        if (inner.length > 0) continue;
        if (key in before && (!isList || key in result)) result[key] = before[key];
        else if (!isList) delete result[key];
    }
    // The cast is safe: only elements that exist were replaced, so the value keeps its form.
    return (isList ? Object.values(result) : result) as Value;
}

/** Whether a value is a list or an object. A path does not lead into a secret. */
function isContainer(value: unknown): value is Record<string, unknown> {
    return typeof value === "object" && value !== null && !isEngineSecret(value);
}

function assertWhole(path: string): void {
    if (/[.[\]*]/.test(path))
        throw new EngineError(
            `The local engine supports replaceOnChanges only for whole properties, not for "${path}": use the Pulumi CLI for this program.`,
        );
}
