import { type Properties, UNKNOWN } from "./values.js";

const PROVIDERS = "pulumi:providers:";

/** One resource of a deployment, with the property names of Pulumi's state file. Secrets are decrypted and marked. */
export interface State {
    urn: string;
    custom: boolean;
    type: string;
    id?: string;
    inputs: Properties;
    outputs: Properties;
    parent?: string;
    provider?: string;
    protect?: boolean;
    external?: boolean;
    /** Already replaced, but not yet deleted. */
    delete?: boolean;
    /** Already deleted, but not yet recreated. */
    pendingReplacement?: boolean;
    retainOnDelete?: boolean;
    deletedWith?: string;
    dependencies?: string[];
    propertyDependencies?: Record<string, string[]>;
    initErrors?: string[];
    additionalSecretOutputs?: string[];
    ignoreChanges?: string[];
    aliases?: string[];
    /** The line of the program that registered it, as \`project:///index.ts#12,5\`. */
    sourcePosition?: string;
    /** The call stack of the registration, innermost call first. */
    stackTrace?: { sourcePosition?: string }[];
    /** The id of the `import` option, while the program has that option. */
    importID?: string;
    /** Whether the engine reads the object before each diff. */
    refreshBeforeUpdate?: boolean;
    created?: string;
    modified?: string;
}

export const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");
export const typeOf = (urn: string): string => (urn.split("::")[2] ?? "").split("$").at(-1) ?? "";
/** The package of dynamic resources. */
export const DYNAMIC = "pulumi-nodejs";

export const providerType = (name: string): string => `${PROVIDERS}${name}`;
/** The package of a resource type or a provider type. */
export const packageOf = (type: string): string =>
    (type.startsWith(PROVIDERS) ? type.slice(PROVIDERS.length) : type).split(":")[0] ?? "";
export const isProvider = (type: string): boolean => type.startsWith(PROVIDERS);

/** Whether a resource is a provider that the engine itself creates. Its steps do not count as changes of the program. */
export const isDefaultProvider = ({ type, name }: { type: string; name: string }): boolean =>
    isProvider(type) && name === "default";
export const STACK_TYPE = "pulumi:pulumi:Stack";

/** The URN in a provider reference (urn::id). */
export function providerUrn(reference: string): string {
    return reference.slice(0, reference.lastIndexOf("::"));
}

export function referenceTo(provider: State | undefined): string {
    return `${provider?.urn}::${provider?.id ?? UNKNOWN}`;
}

/** URNs of everything that a resource depends on. These resources are created before it and deleted after it. */
export function needs(state: State): string[] {
    return [
        ...(state.parent ? [state.parent] : []),
        ...(state.provider ? [providerUrn(state.provider)] : []),
        ...(state.dependencies ?? []),
        ...Object.values(state.propertyDependencies ?? {}).flat(),
        ...(state.deletedWith ? [state.deletedWith] : []),
    ];
}

/** The URN that a resource gets when a program registers it. */
export function urnOf(
    { stack, project }: { readonly stack: string; readonly project: string },
    { type, name, parent }: { readonly type: string; readonly name: string; readonly parent?: string },
): string {
    const parentTypes = parent && typeOf(parent) !== STACK_TYPE ? `${parent.split("::")[2]}$` : "";
    return `urn:pulumi:${stack}::${project}::${parentTypes}${type}::${name}`;
}
