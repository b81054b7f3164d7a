import * as access from "pulumi-access-governance";

/** Looks up existing people, apps, groups, resources, channels and schedules by name. */
export async function lookUp() {
    const person = async (name: string) => (await access.getUser({ email: `${name}@tidewater.example` })).userId;
    const [ada, bruno, chiyo, dana, elif, femi, greta, hugo] = await Promise.all([
        person("ada"),
        person("bruno"),
        person("chiyo"),
        person("dana"),
        person("elif"),
        person("femi"),
        person("greta"),
        person("hugo"),
    ]);
    const [native, okta, everyone, contractors, staff, tracker, archive] = await Promise.all([
        access.getApp({ name: "Tidewater" }),
        access.getApp({ name: "Tidewater Directory" }),
        access.getGroup({ name: "Everyone" }),
        access.getGroup({ name: "Contractors" }),
        access.getGroup({ name: "Office staff" }),
        access.getResource({ name: "Freight tracker" }),
        access.getResource({ name: "Billing archive" }),
    ]);
    const [audit, reviews, platformSchedule, dataSchedule] = await Promise.all([
        access.getMessageChannel({ remoteId: "C0AUDIT" }),
        access.getMessageChannel({ remoteId: "C0REVIEW" }),
        access.getOnCallSchedule({ remoteId: "PPLAT01" }),
        access.getOnCallSchedule({ remoteId: "ODATA01" }),
    ]);
    return {
        people: { ada, bruno, chiyo, dana, elif, femi, greta, hugo },
        apps: { native: native.appId, okta: okta.appId },
        groups: { everyone: everyone.groupId, contractors: contractors.groupId, staff: staff.groupId },
        resources: { tracker: tracker.resourceId, archive: archive.resourceId },
        channels: { audit: audit.messageChannelId, reviews: reviews.messageChannelId },
        schedules: { platform: platformSchedule.onCallScheduleId, data: dataSchedule.onCallScheduleId },
    };
}

export type Directory = Awaited<ReturnType<typeof lookUp>>;
