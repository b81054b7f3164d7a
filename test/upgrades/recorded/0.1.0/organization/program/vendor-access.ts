import type * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";
import type { Directory } from "./directory";
import type { Estate } from "./estate";
import type { Teams } from "./teams";

const DAY = 24 * 60;

/** People from outside: for a time, for one thing, and seen in the directory as what they are. */
export function declareVendorAccess(directory: Directory, teams: Teams, estate: Estate) {
    const { groups, people } = directory;
    // Purchasing changes who looks after vendors more often than what they may do.
    const vendors = new access.Owner("vendor-management", { name: "Vendor management" });
    new access.OwnerUsers("vendor-management", { ownerId: vendors.id, userIds: [people.greta, people.femi] });

    const auditors = contract(directory, "auditors", {
        name: "External auditors",
        owner: vendors,
        until: 90,
        people: { hugo: people.hugo },
    });
    const cranes = contract(directory, "crane-service", {
        name: "Crane service",
        owner: vendors,
        until: 14,
        people: {},
    });
    new access.ResourceUser("hugo-ledgers", {
        resourceId: estate.ledgers.id,
        userId: people.hugo,
        accessLevelRemoteId: estate.analyst.accessLevelRemoteId,
        durationMinutes: 30 * DAY,
    });
    // Whoever leaves one of them has left the other.
    new access.GroupBinding("vendors", { sourceGroupId: auditors.id, groups: [{ groupId: cranes.id }] });

    // One sign-on page lists vendors and nobody else; on the other they are two among many.
    const portal = signOn(directory, "vendor-portal", "Vendor portal", teams);
    new access.IdpGroupMappings("vendor-portal", {
        appResourceId: portal.id,
        mappings: [
            { groupId: auditors.id, alias: "auditors" },
            { groupId: cranes.id, alias: "crane-service", hiddenFromEndUser: true },
        ],
    });
    const intranet = signOn(directory, "intranet", "Intranet", teams);
    new access.IdpGroupMapping("intranet-contractors", {
        appResourceId: intranet.id,
        groupId: groups.contractors,
        alias: "contractors",
    });
    new access.IdpGroupMapping("intranet-auditors", {
        appResourceId: intranet.id,
        groupId: auditors.id,
        hiddenFromEndUser: true,
    });
    return { vendors, auditors, cranes };
}

interface ContractArgs {
    readonly name: string;
    readonly owner: access.Owner;
    /** Days. */
    readonly until: number;
    readonly people: Readonly<Record<string, pulumi.Input<string>>>;
}

/** A group for one contract. Whoever is in it leaves it by the clock, and stays out unless somebody renews. */
function contract({ apps, groups }: Directory, slug: string, { name, owner, until, people }: ContractArgs) {
    const group = new access.Group(slug, {
        name,
        appId: apps.native,
        groupType: "SVC_GROUP",
        adminOwnerId: owner.id,
        visibility: { visibility: "LIMITED", visibilityGroupIds: [groups.contractors] },
        requestConfigurations: [
            {
                priority: 0,
                allowRequests: true,
                autoApproval: false,
                requireSupportTicket: true,
                maxDurationMinutes: until * DAY,
                reviewerStages: [{ operator: "AND", ownerIds: [owner.id] }],
            },
        ],
    });
    for (const [person, userId] of Object.entries(people)) {
        new access.GroupUser(`${slug}-${person}`, { groupId: group.id, userId, durationMinutes: until * DAY });
    }
    return group;
}

/** An app of the directory that people sign on to. */
function signOn({ apps }: Directory, slug: string, name: string, { platform }: Teams): access.Resource {
    return new access.Resource(slug, {
        name,
        appId: apps.okta,
        resourceType: "OKTA_APP",
        adminOwnerId: platform.owner.id,
        remoteInfo: { oktaApp: { appId: `0oa-${slug}` } },
    });
}
