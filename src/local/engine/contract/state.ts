import { type EngineProperties, UNKNOWN } from "./values.js";

const PROVIDERS = "pulumi:providers:";

/** A resource in a deployment, with the property names of Pulumi's state file. Secrets are decrypted and marked as secret. */
export interface ResourceEntry {
    urn: string;
    custom: boolean;
    type: string;
    id?: string;
    inputs: EngineProperties;
    outputs: EngineProperties;
    parent?: string;
    provider?: string;
    protect?: boolean;
    external?: boolean;
    /** Whether the resource has been replaced but the old object has not been deleted yet. */
    delete?: boolean;
    /** Whether the object has been deleted for a replacement that has not been created yet. */
    pendingReplacement?: boolean;
    retainOnDelete?: boolean;
    deletedWith?: string;
    dependencies?: string[];
    propertyDependencies?: Record<string, string[]>;
    initErrors?: string[];
    additionalSecretOutputs?: string[];
    ignoreChanges?: string[];
    aliases?: string[];
    /** Source position in the program where the resource was registered, such as `project:///index.ts#12,5`. */
    sourcePosition?: string;
    /** The call stack at the registration, innermost call first. */
    stackTrace?: { sourcePosition?: string }[];
    /** The value of the `import` resource option, stored while the program sets that option. */
    importID?: string;
    /** Whether the engine must read the object before each diff. */
    refreshBeforeUpdate?: boolean;
    created?: string;
    modified?: string;
}

export const urnName = (urn: string): string => urn.split("::").slice(3).join("::");
export const urnType = (urn: string): string => (urn.split("::")[2] ?? "").split("$").at(-1) ?? "";
/** The package name of dynamic resources. */
export const DYNAMIC = "pulumi-nodejs";

export const providerType = (name: string): string => `${PROVIDERS}${name}`;
/** Returns the package name of a resource type or a provider type. */
export const packageOf = (type: string): string =>
    (type.startsWith(PROVIDERS) ? type.slice(PROVIDERS.length) : type).split(":")[0] ?? "";
export const isProvider = (type: string): boolean => type.startsWith(PROVIDERS);

/** Whether a resource is a default provider, which the engine creates itself. The version of a plugin may follow its name. Its steps do not count as changes. */
export const isDefaultProvider = ({ type, name }: { type: string; name: string }): boolean =>
    isProvider(type) && /^default(_\d+_\d+_\d+.*)?$/.test(name);
export const STACK_TYPE = "pulumi:pulumi:Stack";

/** Extracts the URN from a provider reference (urn::id). */
export function providerUrn(reference: string): string {
    return reference.slice(0, reference.lastIndexOf("::"));
}

export function referenceTo(provider: ResourceEntry | undefined): string {
    return `${provider?.urn}::${provider?.id ?? UNKNOWN}`;
}

/** Returns the URNs of all resources that a resource depends on. They are created before it and deleted after it. */
export function needs(state: ResourceEntry): string[] {
    return [
        ...(state.parent ? [state.parent] : []),
        ...(state.provider ? [providerUrn(state.provider)] : []),
        ...(state.dependencies ?? []),
        ...Object.values(state.propertyDependencies ?? {}).flat(),
        ...(state.deletedWith ? [state.deletedWith] : []),
    ];
}

/** Returns the URN of a resource that a program registers. */
export function urnOf(
    { stack, project }: { readonly stack: string; readonly project: string },
    { type, name, parent }: { readonly type: string; readonly name: string; readonly parent?: string },
): string {
    const parentTypes = parent && urnType(parent) !== STACK_TYPE ? `${parent.split("::")[2]}$` : "";
    return `urn:pulumi:${stack}::${project}::${parentTypes}${type}::${name}`;
}
