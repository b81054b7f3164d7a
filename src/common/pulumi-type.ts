/** Names of types and settings in the two forms in which programs use the kinds: dynamic resources and the plugin. */
export type FormName = "dynamic" | "plugin";

/** Names that a state contains for the resources of one form and their provider. */
export interface Form {
    /** Prefix of the types of all kinds. */
    readonly prefix: string;
    /** Type of the provider. */
    readonly provider: string;
    /** Prefix of the provider's settings. */
    readonly settings: string;
}

export const FORMS: Readonly<Record<FormName, Form>> = {
    dynamic: {
        prefix: "pulumi-nodejs:dynamic/access-governance:",
        provider: "pulumi:providers:pulumi-nodejs",
        settings: "access-governance:",
    },
    plugin: { prefix: "access-governance:index:", provider: "pulumi:providers:access-governance", settings: "" },
};

/** Returns the type of a kind in programs that use dynamic resources. */
export function pulumiType(kind: string): string {
    return `${FORMS.dynamic.prefix}${kind}`;
}

/** Returns the type of a kind in programs that use the plugin. */
export function pluginType(kind: string): string {
    return `${FORMS.plugin.prefix}${kind}`;
}

/** Returns the name of the type of an argument in the plugin's schema. If a kind has that name, appends a suffix, because SDKs name the arguments of the kind so. */
export function argumentsType(name: string, kinds: readonly { readonly name: string }[]): string {
    return kinds.some((kind) => kind.name === name) ? `${name}Setting` : name;
}

/** Returns the type of a component, which is the same in both forms. */
export function componentType(component: string): string {
    return `access-governance:components:${component}`;
}

/** Returns the kind that a Pulumi type belongs to, in either form; undefined if the type is not from this package. */
export function kindNameOf(type: string): string | undefined {
    const form = Object.values(FORMS).find(({ prefix }) => type.startsWith(prefix));
    const name = form && type.slice(form.prefix.length);
    return name && /^\w+$/.test(name) ? name : undefined;
}

/** Whether a Pulumi type is a kind of this package or a provider of one of its forms. */
export function isOwnType(type: string): boolean {
    return kindNameOf(type) !== undefined || Object.values(FORMS).some(({ provider }) => provider === type);
}

/**
 * Returns the Pulumi type of an object: a resource, or what Pulumi's policies pass to `isInstance`, which has only a type. Undefined if it
 * has none.
 */
export function resourceTypeOf(object: unknown): string | undefined {
    const type: unknown = Object(object).__pulumiType;
    return typeof type === "string" ? type : undefined;
}

/**
 * Whether the settings of a provider name the address of its plugin, which Pulumi would download and run. Current versions store it inside
 * `__internal`, older ones beside the settings.
 */
export function hasDownloadUrl(settings: Readonly<Record<string, unknown>>): boolean {
    return "pluginDownloadURL" in settings || "pluginDownloadURL" in Object(settings.__internal);
}

/** Whether a provider is one that the engine creates from the stack's configuration. A version of the plugin may follow the name. */
export function isDefaultProviderUrn(urn: string): boolean {
    return /::default(_\d+_\d+_\d+.*)?$/.test(urn);
}
