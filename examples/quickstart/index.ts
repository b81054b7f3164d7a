import * as access from "pulumi-access-governance";

export = async () => {
    // Look up existing objects by name.
    const app = await access.getApp({ name: "Tidewater" });
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    const bruno = await access.getUser({ email: "bruno@tidewater.example" });
    const chiyo = await access.getUser({ email: "chiyo@tidewater.example" });
    const dana = await access.getUser({ email: "dana@tidewater.example" });
    const staff = await access.getGroup({ name: "Office staff" });

    // Owners administer and review. With an escalation period, their users are asked one after another.
    const platform = new access.Owner("platform", {
        name: "Platform team",
        description: "Runs production and decides who may touch it",
        userIds: [ada.userId, bruno.userId, chiyo.userId],
        accessRequestEscalationPeriod: 30,
    });
    const security = new access.Owner("security", {
        name: "Security team",
        userIds: [dana.userId],
    });

    // People request to join this group for up to eight hours. Both owners must approve, one after the other.
    const prodOncall = new access.Group("prod-oncall", {
        name: "Production on-call",
        description: "May touch production while on call",
        appId: app.appId,
        adminOwnerId: platform.id,
        visibility: { visibilityGroupIds: [staff.groupId] },
        requestConfigurations: [
            {
                maxDurationMinutes: access.hours(8),
                reviewerStages: [
                    { operator: "OR", ownerIds: [platform.id] },
                    { operator: "OR", ownerIds: [security.id] },
                ],
            },
        ],
    });
    const readOnly = new access.Group("prod-read-only", {
        name: "Production read-only",
        appId: app.appId,
        adminOwnerId: platform.id,
    });

    // Manages only the visibility of an existing group.
    new access.GroupVisibility("staff-visibility", {
        groupId: staff.groupId,
        visibilityGroupIds: [staff.groupId],
    });

    // Everything in a bundle is requested together.
    const firstDay = new access.Bundle("first-day", {
        name: "First day",
        description: "What a new platform engineer needs",
        adminOwnerId: platform.id,
        visibility: { visibilityGroupIds: [staff.groupId] },
    });
    new access.BundleGroup("first-day-read-only", { bundleId: firstDay.id, groupId: readOnly.id });
    new access.BundleGroup("first-day-staff", { bundleId: firstDay.id, groupId: staff.groupId });
    new access.Bundle("audit", { name: "Audit", adminOwnerId: security.id });

    return { platformOwner: platform.id, productionOnCall: prodOncall.id };
};
