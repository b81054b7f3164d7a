/** The type of a kind in programs of dynamic resources. */
export function pulumiType(kind: string): string {
    return `pulumi-nodejs:dynamic/access-governance:${kind}`;
}

/** The type of a kind in programs that use the plugin. */
export function pluginType(kind: string): string {
    return `access-governance:index:${kind}`;
}

/** The type of a component, in both forms. */
export function componentType(component: string): string {
    return `access-governance:components:${component}`;
}

/** The name of the kind that a Pulumi type is of, in either form; undefined if the type is not of this package. */
export function kindNameOf(type: string): string | undefined {
    const form = [pulumiType, pluginType].find((one) => type.startsWith(one("")));
    const name = form && type.slice(form("").length);
    return name && /^\w+$/.test(name) ? name : undefined;
}
