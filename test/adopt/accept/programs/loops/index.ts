import * as access from "pulumi-access-governance";

interface Team {
    readonly key: string;
    readonly title: string;
    readonly purpose?: string;
    readonly minutes: number;
}

const teams: Team[] = [
    { key: "payments", title: "Payments", purpose: "Moves money", minutes: 240 },
    { key: "ledger", title: "Ledger", purpose: "Counts it", minutes: 480 },
    { key: "audit", title: "Audit", minutes: 60 },
];

export = async () => {
    const { appId } = await access.getApp({ name: "Tidewater" });

    for (const team of teams) {
        const group = new access.Group(team.key, {
            name: team.title,
            description: team.purpose ?? "Nobody said what for",
            appId,
            groupType: "SVC_GROUP",
            requestConfigurations: [
                { priority: 0, allowRequests: true, autoApproval: false, maxDurationMinutes: team.minutes },
            ],
        });
        new access.GroupVisibility(`${team.key}-visibility`, { groupId: group.id, visibility: "GLOBAL" });
    }
    for (const [key, value] of [
        ["floor", "2"],
        ["wing", "north"],
    ] as const)
        new access.Tag(`tag-${key}`, { key, value });
};
