/** The public spelling of types that this API spells differently. Both are accepted, stored and returned as sent. */
const SPELLINGS: Readonly<Record<string, string>> = {
    OPAL: "SVC",
    OPAL_GROUP: "SVC_GROUP",
    OPAL_ACCESS_RULE: "SVC_ACCESS_RULE",
    OPAL_ROLE: "SVC_ROLE",
    OPAL_SCOPED_ROLE: "SVC_SCOPED_ROLE",
};

/** Canonical spelling of an app, group or resource type, for comparing and looking up rules. */
export function normalType(type: string): string {
    return SPELLINGS[type] ?? type;
}

/** The public spelling of a type. */
export function publicType(type: string): string {
    return Object.keys(SPELLINGS).find((spelling) => SPELLINGS[spelling] === type) ?? type;
}

/** The type of a rule's group, which is never sent, in the spelling of the type of the organization's own app. */
export function ruleGroupType(appType: string | undefined): "SVC_ACCESS_RULE" | "OPAL_ACCESS_RULE" {
    return appType === "OPAL" ? "OPAL_ACCESS_RULE" : "SVC_ACCESS_RULE";
}

/** A type as an organization with these apps spells it: as the type of its own app. */
export function spelledFor(apps: readonly { readonly app_type?: string }[], type: string): string {
    return apps.some(({ app_type }) => app_type === "OPAL") ? publicType(type) : type;
}

/** Whether two spellings mean the same type. */
export function sameType(one: string | undefined, other: string): boolean {
    return one !== undefined && normalType(one) === normalType(other);
}
