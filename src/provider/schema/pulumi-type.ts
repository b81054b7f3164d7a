/** The two forms of the kinds in programs. */
export type FormName = "dynamic" | "plugin";

/** Names that a state uses for the resources of a form and their provider. */
export interface Form {
    /** Prefix of the type of every kind. */
    readonly prefix: string;
    /** The type of the provider. */
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

/** The type of a kind in programs of dynamic resources. */
export function pulumiType(kind: string): string {
    return `${FORMS.dynamic.prefix}${kind}`;
}

/** The type of a kind in programs that use the plugin. */
export function pluginType(kind: string): string {
    return `${FORMS.plugin.prefix}${kind}`;
}

/** The type of a component, in both forms. */
export function componentType(component: string): string {
    return `access-governance:components:${component}`;
}

/** Returns the kind of a Pulumi type, in either form; undefined if the type does not belong to this package. */
export function kindNameOf(type: string): string | undefined {
    const form = Object.values(FORMS).find(({ prefix }) => type.startsWith(prefix));
    const name = form && type.slice(form.prefix.length);
    return name && /^\w+$/.test(name) ? name : undefined;
}
