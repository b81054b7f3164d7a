/**
 * Types that this API and the public API spell differently: public spelling to canonical spelling. Both are accepted, stored and returned
 * as sent.
 */
const SPELLINGS: Readonly<Record<string, string>> = {
    OPAL: "SVC",
    OPAL_GROUP: "SVC_GROUP",
    OPAL_ACCESS_RULE: "SVC_ACCESS_RULE",
    OPAL_ROLE: "SVC_ROLE",
    OPAL_SCOPED_ROLE: "SVC_SCOPED_ROLE",
};

/** The canonical spelling of an app, group or resource type, for comparisons and lookups. */
export function normalType(type: string): string {
    return SPELLINGS[type] ?? type;
}

/** The public spelling of a type. */
export function publicType(type: string): string {
    return Object.keys(SPELLINGS).find((spelling) => SPELLINGS[spelling] === type) ?? type;
}

/** The type of an access rule's group. Callers never send it, so it has the spelling of the organization's own app type. */
export function ruleGroupType(appType: string | undefined): "SVC_ACCESS_RULE" | "OPAL_ACCESS_RULE" {
    return appType === "OPAL" ? "OPAL_ACCESS_RULE" : "SVC_ACCESS_RULE";
}

/** A type in the spelling of the organization with these apps, which follows from the type of its own app. */
export function spelledFor(apps: readonly { readonly app_type?: string }[], type: string): string {
    return apps.some(({ app_type }) => app_type === "OPAL") ? publicType(type) : type;
}

/** Whether two spellings mean the same type. */
export function sameType(one: string | undefined, other: string): boolean {
    return one !== undefined && normalType(one) === normalType(other);
}
