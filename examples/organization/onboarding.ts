import * as access from "pulumi-access-governance";
import type { Directory } from "./directory";
import type { Tags } from "./tags";
import type { Teams } from "./teams";

/** New users, delegations, and access by region. */
export function declareOnboarding({ apps, groups, people, resources }: Directory, tags: Tags, teams: Teams) {
    // An account that the staff at the gate share on a company tablet.
    const gate = new access.User("gate", {
        email: "gate@tidewater.example",
        firstName: "Harbour",
        lastName: "Gate",
        role: "MEMBER",
        position: "Shared account",
        managerId: people.femi,
    });
    new access.UserTag("gate-harbour", { userId: gate.id, tagId: tags.harbour.id });
    new access.ResourceUser("gate-tracker", { resourceId: resources.tracker, userId: gate.id });

    // Membership follows the tags of users, so nobody has to add or remove members.
    const europe = new access.AccessRule("europe", {
        name: "Staff in Europe",
        description: "Everyone who works in Europe and is not suspended",
        adminOwnerId: teams.support.owner.id,
        status: "ACTIVE",
        ruleClauses: {
            when: {
                clauses: [
                    {
                        selectors: [
                            { key: "region", value: "eu", connectionId: apps.okta },
                            { key: tags.harbour.key, value: "eu", connectionId: apps.native },
                        ],
                    },
                ],
            },
            unless: { clauses: [{ attributeSelectors: [{ attribute: "HR_IDP_STATUS", values: ["SUSPENDED"] }] }] },
        },
    });
    new access.GroupResource("europe-tracker", { groupId: europe.groupId, resourceId: resources.tracker });

    // This group is imported from the directory. By default, the service shows it to everyone.
    new access.GroupVisibility("staff-visibility", {
        groupId: groups.staff,
        visibilityGroupIds: [groups.staff, groups.everyone],
    });

    new access.Delegation("parental-leave", {
        delegatorUserId: people.ada,
        delegateUserId: people.bruno,
        startTime: "2030-06-03T00:00:00Z",
        endTime: "2030-09-02T00:00:00Z",
        reason: "Parental leave",
    });
    return { gate, europe };
}
