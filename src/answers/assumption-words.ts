import type { Assumptions } from "../access/facts.js";

/** Assumptions that differ from the defaults, in words. */
export function assumptionWords({
    ownerPermissions,
    selfApproval,
    inheritGrants,
}: Partial<Assumptions> = {}): string[] {
    return [
        ...(ownerPermissions === "limited" ? ["owners can change who has what they own, but nothing else"] : []),
        ...(ownerPermissions === "attribution" ? ["owners can only see what they own"] : []),
        ...(selfApproval === false ? ["reviewers cannot approve their own requests"] : []),
        ...(inheritGrants === false ? ["access to a resource does not include the resources below it"] : []),
    ];
}
