import * as access from "pulumi-access-governance";

// The members follow from the rule. The leader may also request access on behalf of the group.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    const directory = await access.getApp({ name: "Tidewater Directory" });
    const chiyo = await access.getUser({ email: "chiyo@tidewater.example" });
    const rule = new access.AccessRule("night-shift", {
        name: "Night shift",
        description: "Follows the shift in the directory",
        adminOwnerId: administrators.ownerId,
        status: "ACTIVE",
        ruleClauses: {
            when: { clauses: [{ selectors: [{ key: "shift", value: "night", connectionId: directory.appId }] }] },
        },
    });
    new access.GroupLeaders("night-shift-leaders", { groupId: rule.id, userIds: [chiyo.userId] });
};
