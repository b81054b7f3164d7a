import * as access from "pulumi-access-governance";

export = async () => {
    const { appId } = await access.getApp({ name: "Tidewater" });
    const { userId } = await access.getUser({ email: "chiyo@tidewater.example" });

    const native = { appId, groupType: "SVC_GROUP" } as const;
    const reviewed = { allowRequests: true, autoApproval: false, requireMfaToRequest: true };
    const night = { ...native, description: "At night" };

    new access.Group("watch", {
        ...night,
        name: "Night watch",
        requestConfigurations: [{ priority: 0, ...reviewed, maxDurationMinutes: 600 }],
    });
    new access.Group("porters", {
        ...native,
        name: "Porters",
        description: "By day",
        requestConfigurations: [{ priority: 0, ...reviewed, ...{ maxDurationMinutes: 120 } }],
    });
    new access.Owner("porters-owner", {
        name: "Head porter",
        ...{ description: "Answers for the porters", userIds: [userId] },
    });
};
