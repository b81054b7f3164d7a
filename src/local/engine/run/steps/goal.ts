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
        if (/[.[\]*]/.test(path))
            throw new EngineError(
                `The local engine ignores changes of whole properties only, not of "${path}": use the Pulumi CLI for this program.`,
            );
        if (path in olds) result[path] = olds[path];
        else delete result[path];
    }
    return result;
}

/** Whether a path of a diff belongs to one of these properties; `*` matches all. */
export function isIn(properties: string[] = [], path: string): boolean {
    const [property = ""] = path.split(/[.[]/);
    return properties.includes("*") || properties.includes(property);
}

/** A value in a failed check, as the Pulumi engine prints it. */
export function inWords(value: unknown): string {
    if (isSecret(value)) return `{&{${inWords(value.value)}}}`;
    return `{${typeof value === "string" ? value : JSON.stringify(value)}}`;
}
