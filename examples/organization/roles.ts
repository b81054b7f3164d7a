import * as access from "pulumi-access-governance";
import type { Directory } from "./directory";
import type { Estate } from "./estate";
import type { Teams } from "./teams";

/** A role that permits support to use parts of the service without being administrators. */
export function declareRoles({ apps, groups }: Directory, { security, support, platform }: Teams, estate: Estate) {
    const desk = new access.Resource("service-desk", {
        name: "Service desk",
        appId: apps.native,
        resourceType: "SVC_SCOPED_ROLE",
        adminOwnerId: security.id,
    });
    new access.ScopedRolePermissions("service-desk", {
        resourceId: desk.id,
        permissions: [
            {
                targetType: "GROUP",
                permissionName: "READ",
                allowAll: false,
                targetIds: [groups.staff, groups.contractors, platform.members.id],
            },
            { targetType: "RESOURCE", permissionName: "READ", allowAll: false, targetIds: [estate.ledgers.id] },
            { targetType: "USER", permissionName: "SYNC", allowAll: true },
        ],
    });
    new access.GroupResource("support-service-desk", { groupId: support.members.id, resourceId: desk.id });
    return desk;
}
