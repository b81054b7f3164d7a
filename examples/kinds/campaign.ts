import * as access from "pulumi-access-governance";

// Who has access to a group is looked at again, every quarter. Without `isTemplate` it is one campaign: a draft, which `startCampaign` starts.
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
