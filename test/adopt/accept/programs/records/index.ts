import * as access from "pulumi-access-governance";

const OWNERS = {
    quay: { name: "Quay", description: "Loads and unloads", escalation: 15 },
    tower: { name: "Tower", description: "Sees everything", escalation: 45 },
};
const TAGS: Record<string, string> = { season: "winter", tide: "high" };
const levels = { reader: "May read", writer: "May write" };

for (const [key, { name, description, escalation }] of Object.entries(OWNERS))
    new access.Owner(key, { name, description, accessRequestEscalationPeriod: escalation });
for (const key of Object.keys(TAGS)) new access.Tag(key, { key, value: TAGS[key] });

export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    Object.entries(levels).map(
        ([level, says]) =>
            new access.Group(`${level}s`, {
                name: `${level}s`,
                description: says,
                appId: app.appId,
                groupType: "SVC_GROUP",
            }),
    );
};
