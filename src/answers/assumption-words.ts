import type { Assumptions } from "../access/facts.js";

/** What is assumed of an organization that leaves people out: nothing for the default, which lets more people in. */
export function assumptionWords({
    ownerPermissions,
    selfApproval,
    inheritGrants,
}: Partial<Assumptions> = {}): string[] {
    return [
        ...(ownerPermissions === "limited" ? ["owners manage who has what they own, and change nothing else"] : []),
        ...(ownerPermissions === "attribution" ? ["owners only see what they own"] : []),
        ...(selfApproval === false ? ["reviewers cannot approve their own requests"] : []),
        ...(inheritGrants === false ? ["access to a resource does not include the resources below it"] : []),
    ];
}
