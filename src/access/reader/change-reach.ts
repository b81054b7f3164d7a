import type { Group, Permission, Resource, Target } from "../model/facts/facts.js";
import { isRequestable } from "../model/rules/reach.js";
import { organizationRoleOf } from "../model/rules/roles.js";
import type { Details } from "./reads/details.js";
import type { Nestings } from "./reads/nestings.js";
import { isScopedRole, type OrganizationReads } from "./reads/organization.js";
import { type Around, dependsOn } from "./scope.js";

/**
 * Finds all targets that a change may affect. To do this, reads nestings, resources of groups, permissions of roles, and the users of some
 * owners.
 */
export class ChangeReach {
    constructor(
        private readonly organization: OrganizationReads,
        private readonly details: Details,
        private readonly nestings: Nestings,
    ) {}

    /**
     * Returns the targets that a change may affect: the targets that it refers to, the groups that contain them, everything that these
     * grant, and targets whose rules refer to one of these objects.
     */
    async targets({
        targets,
        ownerIds,
        reviewerIds,
        templateIds,
        permissions,
        hasOtherTags,
    }: Around): Promise<Target[]> {
        const { groups: allGroups, resources: allResources, bundles, owners: allOwners } = this.organization;
        const groups = new Set(targets.filter(({ type }) => type === "group").map(({ id }) => id));
        if (hasOtherTags) for (const { id, rule } of allGroups.values()) if (rule) groups.add(id);
        for (const { id, templateId = "" } of allGroups.values()) if (templateIds.includes(templateId)) groups.add(id);
        const owners = new Set([...ownerIds, ...(await this.#ownersWith(reviewerIds))]);
        await this.#addContaining(groups);
        for (const { id, sourceGroupId } of allOwners.values())
            if (sourceGroupId !== undefined && groups.has(sourceGroupId)) owners.add(id);
        const named = (one: Group | Resource): boolean => dependsOn(one, groups, owners, reviewerIds);
        for (const one of allGroups.values()) if (named(one)) groups.add(one.id);
        // Users who can request a group can thereby join the groups that contain it.
        const reached = await this.withWhatTheyGive([
            ...targets,
            ...[...groups].map((id): Target => ({ type: "group", id })),
            ...[...allResources.values()].filter(named).map(({ id }): Target => ({ type: "resource", id })),
        ]);
        // Users who get a role also get power over the targets that it covers, and over everything that these targets grant.
        const covered = await this.withWhatTheyGive(await this.#coveredBy(reached, permissions));
        return [
            ...reached,
            ...covered,
            ...[...bundles.values()]
                .filter(({ adminOwnerId = "" }) => owners.has(adminOwnerId))
                .map(({ id }): Target => ({ type: "bundle", id })),
        ];
    }

    /**
     * Returns the targets and everything that they grant to users: groups that contain a group, resources of groups, and resources below a
     * resource.
     */
    async withWhatTheyGive(targets: readonly Target[]): Promise<Target[]> {
        const groups = new Set(targets.filter(({ type }) => type === "group").map(({ id }) => id));
        await this.#addContaining(groups);
        await Promise.all([...groups].map((id) => this.details.resourcesOf(id)));
        const given = this.organization.links.filter(({ groupId }) => groups.has(groupId));
        const resources = new Set([
            ...targets.filter(({ type }) => type === "resource").map(({ id }) => id),
            ...given.map(({ resourceId }) => resourceId),
        ]);
        this.#addBelow(resources);
        return [
            ...[...groups].map((id): Target => ({ type: "group", id })),
            ...[...resources].map((id): Target => ({ type: "resource", id })),
            ...targets.filter(({ type }) => type === "bundle"),
        ];
    }

    /**
     * Ids of the roles whose holders can see or administer one of the targets: all roles in the organization, and the scoped roles that
     * cover a target.
     */
    async rolesOver(targets: readonly Target[]): Promise<string[]> {
        const roles = [...this.organization.resources.values()].filter(isScopedRole);
        await Promise.all(roles.map(({ id }) => this.details.permissions(id)));
        const resources = [...this.organization.resources.values()];
        const isOver = (role: Resource): boolean => targets.some((one) => this.organization.isCovered(one, role));
        return resources.filter((one) => organizationRoleOf(one) || isOver(one)).map(({ id }) => id);
    }

    /**
     * Adds the groups that contain these groups or that are linked to them. Linked groups matter because a request for one goes to its
     * source, and because memberships expire in all of them at once.
     */
    async #addContaining(groups: Set<string>): Promise<void> {
        const { nestings, bindings } = this.organization;
        for (let open = [...groups]; open.length > 0; ) {
            await Promise.all(open.map((id) => this.nestings.readAbove(id)));
            const added = [
                ...nestings.filter(({ groupId }) => open.includes(groupId)).map((one) => one.containingGroupId),
                ...bindings
                    .map(({ groupIds, sourceGroupId }) => [sourceGroupId, ...groupIds])
                    .filter((linked) => linked.some((id) => open.includes(id)))
                    .flat(),
            ];
            open = [...new Set(added)].filter((id) => !groups.has(id));
            for (const id of open) groups.add(id);
        }
    }

    /** Adds the resources below these resources, because access to a resource includes them. */
    #addBelow(resources: Set<string>): void {
        // Iterating over a set also visits elements that are added during the loop.
        for (const above of resources)
            for (const { id, parentId } of this.organization.resources.values())
                if (parentId === above) resources.add(id);
    }

    /**
     * Targets over which the roles among these targets provide a power. If a role shows everything to its holders, also all targets that
     * they can request.
     */
    async #coveredBy(among: readonly Target[], permissions: readonly Permission[]): Promise<Target[]> {
        const { resources, targets } = this.organization;
        const ids = among.filter(({ type }) => type === "resource").map(({ id }) => id);
        const roles = ids.filter((id) => isScopedRole(resources.get(id)));
        await Promise.all(roles.map((id) => this.details.permissions(id)));
        const reached = ids.flatMap((id) => resources.get(id) ?? []);
        const isShowingAll = reached.some((one) => (organizationRoleOf(one) ?? "admin") !== "admin");
        return targets.filter((one) => {
            const found = this.organization.governed(one);
            if (isShowingAll && found && isRequestable(found)) return true;
            return [{ permissions }, ...reached].some((role) => this.organization.isCovered(one, role));
        });
    }

    /** Ids of the owners that include one of these users. The list of owners does not contain their users, so every owner is read. */
    async #ownersWith(userIds: readonly string[]): Promise<string[]> {
        if (userIds.length === 0) return [];
        const { owners } = this.organization;
        await Promise.all([...owners.keys()].map((id) => this.details.owner(id)));
        return [...owners.values()].filter((one) => one.userIds.some((id) => userIds.includes(id))).map(({ id }) => id);
    }
}
