import * as access from "pulumi-access-governance";
import type { Directory } from "./directory";
import type { Estate } from "./estate";
import type { Teams } from "./teams";

/** Access of external people: limited in time and scope, and shown in the directory as vendors. */
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
    // A user removed from one of the two groups is removed from both.
    new access.GroupBinding("vendors", { sourceGroupId: auditors.group.id, groups: [{ groupId: cranes.group.id }] });

    // The vendor portal lists only these two groups. The intranet also lists other groups.
    const portal = signInApp(directory, "vendor-portal", "Vendor portal", teams);
    new access.IdpGroupMappings("vendor-portal", {
        appResourceId: portal.id,
        mappings: [
            { groupId: auditors.group.id, alias: "auditors" },
            { groupId: cranes.group.id, alias: "crane-service", hiddenFromEndUser: true },
        ],
    });
    const intranet = signInApp(directory, "intranet", "Intranet", teams);
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

/** An app in the directory that people sign in to. */
function signInApp({ apps }: Directory, slug: string, name: string, { platform }: Teams): access.Resource {
    return new access.Resource(slug, {
        name,
        appId: apps.okta,
        resourceType: "OKTA_APP",
        adminOwnerId: platform.owner.id,
        remoteInfo: { oktaApp: { appId: `0oa-${slug}` } },
    });
}
