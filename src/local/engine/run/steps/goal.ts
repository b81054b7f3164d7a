import { EngineError } from "../../contract/project.js";
import { referenceTo, type State } from "../../contract/state.js";
import { isSecret, type Properties } from "../../contract/values.js";

/** Declaration of one resource by the program. */
export interface Goal {
    type: string;
    name: string;
    custom: boolean;
    inputs: Properties;
    parent?: string;
    /** A reference, urn::id; none means the default provider. */
    provider?: string;
    /** Id of the object to import, in the provider's format. */
    importID?: string;
    protect?: boolean;
    retainOnDelete?: boolean;
    dependencies?: string[];
    propertyDependencies?: Record<string, string[]>;
    deletedWith?: string;
    /** Undefined: the provider decides. */
    deleteBeforeReplace?: boolean;
    ignoreChanges?: string[];
    replaceOnChanges?: string[];
    additionalSecretOutputs?: string[];
    aliases?: string[];
    sourcePosition?: string;
    stackTrace?: { sourcePosition?: string }[];
}

/** Declaration of an object that the program only reads. */
export interface ReadGoal extends Pick<Goal, "type" | "name" | "inputs" | "parent" | "provider" | "dependencies"> {
    id: string;
}

export interface Registered {
    urn: string;
    id: string;
    outputs: Properties;
}

/** The state that a registration asks for, before its outputs are known. */
export function stateOf(goal: Goal, urn: string, provider: State | undefined): State {
    const { name, aliases, deleteBeforeReplace, replaceOnChanges, provider: _, ...asked } = goal;
    return { ...asked, urn, outputs: {}, ...(provider && { provider: referenceTo(provider) }) };
}

/** The new inputs, with the old values of the properties whose changes are ignored. */
export function ignoring(news: Properties, olds: Properties, ignored: string[] = []): Properties {
    const result = { ...news };
    for (const path of ignored) {
        assertWhole(path, "ignores changes");
        if (path in olds) result[path] = olds[path];
        else delete result[path];
    }
    return result;
}

/** The properties that a diff names by path and whose change replaces the object; `*` stands for all. */
export function replacing(paths: readonly string[], properties: readonly string[] = []): string[] {
    for (const path of properties) if (path !== "*") assertWhole(path, "replaces on changes");
    const isAsked = (name: string) => properties.includes("*") || properties.includes(name);
    return [...new Set(paths.map(propertyOf))].filter(isAsked);
}

/** The property that a path begins with. */
export function propertyOf(path: string): string {
    return /^[^.[]+/.exec(path)?.[0] ?? path;
}

/** A value in a failed check, as the Pulumi engine prints it. */
export function inWords(value: unknown): string {
    if (isSecret(value)) return `{&{${inWords(value.value)}}}`;
    return `{${typeof value === "string" ? value : JSON.stringify(value)}}`;
}

function assertWhole(path: string, does: string): void {
    if (/[.[\]*]/.test(path))
        throw new EngineError(
            `The local engine ${does} of whole properties only, not of "${path}": use the Pulumi CLI for this program.`,
        );
}
