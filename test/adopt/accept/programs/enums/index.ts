import * as access from "pulumi-access-governance";

enum Purpose {
    Read = "May read",
    Write = "May write",
}
const DAY = 24 * 60;
const NAMES = { readers: "Readers", writers: "Writers" } as const satisfies Record<string, string>;

export = async () => {
    const { appId } = (await access.getApp({ name: "Tidewater" }))!;
    new access.Group("readers", {
        name: NAMES.readers,
        description: Purpose.Read,
        appId,
        groupType: "SVC_GROUP",
        requestConfigurations: [
            { priority: 0, allowRequests: true, autoApproval: true, maxDurationMinutes: 7 * DAY },
        ],
    });
    new access.Group("writers", {
        name: NAMES["writers"],
        description: `${Purpose.Write}: ${"ask first"}`,
        appId,
        groupType: "SVC_GROUP",
        requestConfigurations: [
            {
                priority: 0,
                allowRequests: true,
                autoApproval: false,
                maxDurationMinutes: DAY,
                recommendedDurationMinutes: access.hours(2),
            },
        ],
    });
};
