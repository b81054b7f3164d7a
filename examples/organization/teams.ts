import type * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";
import type { Contacts } from "./contacts";
import type { Directory } from "./directory";

export interface Team {
    readonly owner: access.Owner;
    /** Everybody of the team. */
    readonly members: access.Group;
    /** Whoever of the team is on call now. */
    readonly onCall: access.Group;
}

interface TeamArgs {
    readonly name: string;
    /** In the order in which they are asked for a review. */
    readonly people: readonly pulumi.Input<string>[];
    readonly schedule: pulumi.Input<string>;
    readonly channel: pulumi.Input<string>;
    /** Who sees the groups of the team, beside its own people. */
    readonly seenBy: pulumi.Input<string>;
}

/** All teams, and the group that they are nested in: what it is given, everybody of the teams has. */
export function declareTeams(directory: Directory, contacts: Contacts) {
    const { people, schedules, channels, groups } = directory;
    const seenBy = groups.everyone;
    const platform = team(directory, "platform", {
        name: "Platform",
        people: [people.ada, people.bruno, people.chiyo],
        schedule: schedules.platform,
        channel: channels.audit,
        seenBy,
    });
    const data = team(directory, "data", {
        name: "Data",
        people: [people.dana, people.bruno],
        schedule: schedules.data,
        channel: channels.audit,
        seenBy,
    });
    const support = team(directory, "support", {
        name: "Support",
        people: [people.femi, people.greta],
        schedule: contacts.supportSchedule.id,
        channel: contacts.incidents.id,
        seenBy,
    });
    const security = new access.Owner("security", {
        name: "Security",
        reviewerMessageChannelId: channels.reviews,
    });
    // Who is in it changes more often than what it is.
    new access.OwnerUsers("security", { ownerId: security.id, userIds: [people.elif] });
    const engineering = new access.Group("engineering", {
        name: "Engineering",
        description: "Everybody of the teams that build and run things",
        appId: directory.apps.native,
        adminOwnerId: platform.owner.id,
        groupLeaderUserIds: [people.ada],
    });
    for (const [name, { members }] of Object.entries({ platform, data })) {
        new access.ContainingGroup(`${name}-in-engineering`, {
            groupId: members.id,
            containingGroupId: engineering.id,
        });
    }
    return { platform, data, support, security, engineering };
}

export type Teams = ReturnType<typeof declareTeams>;

/** Who reviews, who is in, who is on call. */
function team({ apps }: Directory, slug: string, { name, people, schedule, channel, seenBy }: TeamArgs): Team {
    const { owner, group: members } = new access.AccessTeam(slug, {
        name,
        groupName: `${name} team`,
        appId: apps.native,
        reviewerIds: [...people],
        escalationMinutes: 30,
        memberIds: [...people],
        auditChannelIds: [channel],
        visibleTo: [seenBy],
    });
    const onCall = new access.Group(`${slug}-on-call`, {
        name: `${name} on call`,
        appId: apps.native,
        adminOwnerId: owner.id,
        messageChannelIds: [channel],
        visibility: { visibilityGroupIds: [seenBy] },
        onCallScheduleIds: [schedule],
        requestConfigurations: [
            {
                maxDurationMinutes: access.hours(12),
                reviewerStages: [{ operator: "OR", ownerIds: [owner.id] }],
            },
            {
                // Whoever is in the team anyway may take over a shift.
                priority: 1,
                condition: { groupIds: [members.id] },
                autoApproval: true,
                maxDurationMinutes: access.hours(24),
            },
        ],
    });
    return { owner, members, onCall };
}
