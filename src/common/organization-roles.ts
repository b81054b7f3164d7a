/**
 * Roles that apply to the whole organization. In the API, they are resources of the type `SVC_ROLE` (`OPAL_ROLE`), so their holders can be
 * read like those of any resource. `impersonator`: can see what any other user sees.
 */
export const ORGANIZATION_ROLES = ["admin", "readOnlyAdmin", "auditor", "globalRequester", "impersonator"] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** Whether a type of resources is that of the roles in the organization. */
export function isOrganizationRoleType(resourceType: string | undefined): boolean {
    return resourceType === "SVC_ROLE" || resourceType === "OPAL_ROLE";
}

/** Returns the role with a name from the vendor's guides; undefined for another name. */
export function organizationRoleNamed(name: string): OrganizationRole | undefined {
    const letters = name.toLowerCase().replace(/[^a-z]/g, "");
    return ROLE_NAMES.get(letters.replace(/^opal/, ""));
}

/** Role names from the vendor's guides, in lower case without spaces and punctuation. */
const ROLE_NAMES: ReadonlyMap<string, OrganizationRole> = new Map([
    ["admin", "admin"],
    ["readonlyadmin", "readOnlyAdmin"],
    ["auditor", "auditor"],
    ["globalrequester", "globalRequester"],
    ["globalrequestor", "globalRequester"],
    ["userimpersonation", "impersonator"],
]);
