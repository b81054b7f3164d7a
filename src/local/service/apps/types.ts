/**
 * Types that have a different name in the public API: public name to internal name. Both are accepted, and responses contain the name that
 * was sent.
 */
const SPELLINGS: Readonly<Record<string, string>> = {
    OPAL: "SVC",
    OPAL_GROUP: "SVC_GROUP",
    OPAL_ACCESS_RULE: "SVC_ACCESS_RULE",
    OPAL_ROLE: "SVC_ROLE",
    OPAL_SCOPED_ROLE: "SVC_SCOPED_ROLE",
};

/** Returns the internal name of an app, group or resource type, for comparisons and lookups. */
export function normalType(type: string): string {
    return SPELLINGS[type] ?? type;
}

/** Returns the public name of a type. */
export function publicType(type: string): string {
    return Object.keys(SPELLINGS).find((spelling) => SPELLINGS[spelling] === type) ?? type;
}

/**
 * Returns the type of an access rule's group. Callers do not send this type, so its name follows the type of the organization's own app.
 */
export function ruleGroupType(appType: string | undefined): "SVC_ACCESS_RULE" | "OPAL_ACCESS_RULE" {
    return appType === "OPAL" ? "OPAL_ACCESS_RULE" : "SVC_ACCESS_RULE";
}

/** Returns a type with the name that an organization uses. Organizations whose own app has the type `OPAL` use the public names. */
export function spelledFor(apps: readonly { readonly app_type?: string }[], type: string): string {
    return apps.some(({ app_type }) => app_type === "OPAL") ? publicType(type) : type;
}

/** Whether two type names refer to the same type. */
export function sameType(one: string | undefined, other: string): boolean {
    return one !== undefined && normalType(one) === normalType(other);
}
