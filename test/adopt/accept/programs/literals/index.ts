import * as access from "pulumi-access-governance";

export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    const bruno = await access.getUser({ email: "bruno@tidewater.example" });
    const staff = await access.getGroup({ name: "Office staff" });

    // Who answers for the harbour.
    const harbour = new access.Owner("harbour", {
        name: "Harbour masters",
        description: "Answers for the quays", // and the cranes
        userIds: [ada.userId, bruno.userId],
        accessRequestEscalationPeriod: 30,
    });

    const cranes = new access.Group("cranes", {
        name: "Cranes",
        description: "Who may move a crane",
        appId: app.appId,
        groupType: "SVC_GROUP",
        adminOwnerId: harbour.id,
        visibility: { visibility: "LIMITED", visibilityGroupIds: [staff.groupId] },
        requestConfigurations: [
            // Eight hours at most.
            {
                priority: 0,
                allowRequests: true,
                autoApproval: false,
                maxDurationMinutes: 480,
                reviewerStages: [{ operator: "OR", ownerIds: [harbour.id] }],
            },
        ],
    });

    /* One of them is there for a day only. */
    new access.GroupUser("bruno-cranes", { groupId: cranes.id, userId: bruno.userId, durationMinutes: 1440 });
    new access.Tag("tier", { key: "tier", value: "harbour" });
    new access.Script("greet", {
        name: "Greet",
        scriptType: "REQUEST_REVIEW",
        ownerId: harbour.id,
        script: "def main(request):\n    return request.approve()\n",
    });
};
