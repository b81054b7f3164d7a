import * as access from "pulumi-access-governance";
import type { Directory } from "./directory";
import type { Estate } from "./estate";
import type { Teams } from "./teams";

/** People from outside: for a time, for one thing, and seen in the directory as what they are. */
export function declareVendorAccess(directory: Directory, teams: Teams, estate: Estate) {
    const { apps, groups, people } = directory;
    const vendor = { appId: apps.native, reviewerIds: [people.greta, people.femi], visibleTo: [groups.contractors] };
    const auditors = new access.VendorAccess("auditors", {
        ...vendor,
        name: "External auditors",
        people: { hugo: { userId: people.hugo, durationMinutes: access.days(90) } },
    });
    const cranes = new access.VendorAccess("crane-service", { ...vendor, name: "Crane service", people: {} });
    new access.ResourceUser("hugo-ledgers", {
        resourceId: estate.ledgers.id,
        userId: people.hugo,
        accessLevelRemoteId: estate.analyst.accessLevelRemoteId,
        durationMinutes: access.days(30),
    });
    // Whoever leaves one of them has left the other.
    new access.GroupBinding("vendors", { sourceGroupId: auditors.group.id, groups: [{ groupId: cranes.group.id }] });

    // One sign-on page lists vendors and nobody else; on the other they are two among many.
    const portal = signOn(directory, "vendor-portal", "Vendor portal", teams);
    new access.IdpGroupMappings("vendor-portal", {
        appResourceId: portal.id,
        mappings: [
            { groupId: auditors.group.id, alias: "auditors" },
            { groupId: cranes.group.id, alias: "crane-service", hiddenFromEndUser: true },
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
        groupId: auditors.group.id,
        hiddenFromEndUser: true,
    });
    return { auditors, cranes };
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
