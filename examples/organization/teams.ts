import type * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";
import type { Contacts } from "./contacts";
import type { Directory } from "./directory";

export interface Team {
    readonly owner: access.Owner;
    /** All members of the team. */
    readonly members: access.Group;
    /** The members of the team who are currently on call. */
    readonly onCall: access.Group;
}

interface TeamArgs {
    readonly name: string;
    /** The people of the team, in the order in which they are asked to review. */
    readonly people: readonly pulumi.Input<string>[];
    readonly schedule: pulumi.Input<string>;
    readonly channel: pulumi.Input<string>;
    /** A group that can see the groups of the team, in addition to the team itself. */
    readonly visibleTo: pulumi.Input<string>;
}

/** All teams, and a group that contains the platform and data teams: their members inherit its access. */
export function declareTeams(directory: Directory, contacts: Contacts) {
    const { people, schedules, channels, groups } = directory;
    const visibleTo = groups.everyone;
    const platform = team(directory, "platform", {
        name: "Platform",
        people: [people.ada, people.bruno, people.chiyo],
        schedule: schedules.platform,
        channel: channels.audit,
        visibleTo,
    });
    const data = team(directory, "data", {
        name: "Data",
        people: [people.dana, people.bruno],
        schedule: schedules.data,
        channel: channels.audit,
        visibleTo,
    });
    const support = team(directory, "support", {
        name: "Support",
        people: [people.femi, people.greta],
        schedule: contacts.supportSchedule.id,
        channel: contacts.incidents.id,
        visibleTo,
    });
    const security = new access.Owner("security", {
        name: "Security",
        reviewerMessageChannelId: channels.reviews,
    });
    // A separate resource, because the users change more often than the owner.
    new access.OwnerUsers("security", { ownerId: security.id, userIds: [people.elif] });
    const engineering = new access.Group("engineering", {
        name: "Engineering",
        description: "All members of the teams that build and operate systems",
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

/** Declares the owner, the members and the on-call group of a team. */
function team({ apps }: Directory, slug: string, { name, people, schedule, channel, visibleTo }: TeamArgs): Team {
    const { owner, group: members } = new access.AccessTeam(slug, {
        name,
        groupName: `${name} team`,
        appId: apps.native,
        reviewerIds: [...people],
        escalationMinutes: 30,
        memberIds: [...people],
        auditChannelIds: [channel],
        visibleTo: [visibleTo],
    });
    const onCall = new access.Group(`${slug}-on-call`, {
        name: `${name} on call`,
        appId: apps.native,
        adminOwnerId: owner.id,
        messageChannelIds: [channel],
        visibility: { visibilityGroupIds: [visibleTo] },
        onCallScheduleIds: [schedule],
        requestConfigurations: [
            {
                maxDurationMinutes: access.hours(12),
                reviewerStages: [{ operator: "OR", ownerIds: [owner.id] }],
            },
            {
                // Members of the team can take over a shift without approval.
                priority: 1,
                condition: { groupIds: [members.id] },
                autoApproval: true,
                maxDurationMinutes: access.hours(24),
            },
        ],
    });
    return { owner, members, onCall };
}
