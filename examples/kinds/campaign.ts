import * as access from "pulumi-access-governance";

// Reviews the members of a group every quarter. Without `isTemplate`: a single draft campaign, which `startCampaign` starts.
export = async () => {
    const staff = await access.getGroup({ name: "Office staff" });
    new access.Campaign("quarterly", {
        name: "Quarterly review",
        query: { entitlementFilter: { entityIDs: [staff.groupId] } },
        isTemplate: true,
        cronExpression: "0 9 1 */3 *",
        recurringDurationDays: 14,
    });
};
