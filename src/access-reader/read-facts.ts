import type {
    Binding,
    Bundle,
    Facts,
    Grant,
    Group,
    Link,
    Membership,
    Nesting,
    Owner,
    Permission,
    Resource,
    Target,
    Unknown,
    Visibility,
} from "../access/facts.js";
import { isRequestable } from "../access/reach.js";
import { organizationRoleOf, permissionsOver } from "../access/roles.js";
import type { Client } from "../api/client.js";
import { NotImplementedByServiceError } from "../api/errors.js";
import { groupsThatReach } from "../resources/queries/holders.js";
import type { Properties } from "../schema/fields.js";
import { fromWire } from "../schema/wire.js";
import {
    bundleGroups,
    bundleResources,
    containingGroups,
    groupLevels,
    groupResources,
    groupUsers,
    LISTS,
    type ListOperation,
    onCall,
    ownerUsers,
    permissions,
    resourceGroups,
    resourceIdentities,
    resourceLevels,
    resourceUsers,
    VISIBILITIES,
} from "./operations.js";
import { Reads } from "./reads.js";
import * as records from "./records.js";
import { type Around, addContaining, dependsOn, isOpen } from "./scope.js";
import { usersWithTags } from "./tags.js";

/** What is read, and how progress is reported. */
export interface ReadOptions {
    /** What a change touches. Only what it can reach is read. Undefined: everything is read. */
    readonly around?: Around;
    readonly progress?: (done: number, total: number) => void;
}

/**
 * Reads who may do what. Whatever the token may not read, and whatever no operation returns, becomes an unknown.
 * @throws any error of a call, except that it was refused or answered with "not found"
 */
export async function readFacts(client: Client, options: ReadOptions = {}): Promise<Facts> {
    return new Reading(client, options).read();
}

/** One reading of an organization: its lists first, and then what is below the objects that are needed. */
class Reading {
    readonly #reads: Reads;
    readonly #groups = new Map<string, Group>();
    readonly #resources = new Map<string, Resource>();
    readonly #memberships: Membership[] = [];
    readonly #grants: Grant[] = [];
    readonly #links: Link[] = [];
    readonly #nestings: Nesting[] = [];
    /** Lists that may not be read. */
    readonly #unlisted: { readonly of: Listed; readonly because: string }[] = [];

    constructor(
        private readonly client: Client,
        private readonly options: ReadOptions,
    ) {
        this.#reads = new Reads(options.progress);
    }

    async read(): Promise<Facts> {
        const [users, groups, resources, owners, bundles, bindings, rules, delegations, identities, templates] =
            await Promise.all([
                this.#list("getUsers"),
                this.#list("getGroups"),
                this.#list("getResources"),
                this.#list("getOwners"),
                this.#list("getBundles", "bundle"),
                this.#list("getGroupBindings", "group"),
                this.#list("getAccessRules", "group"),
                this.#list("getDelegations", "owner"),
                this.#list("getNonHumanIdentities", "resource"),
                // A template that is not read leaves unknown who may break the glass, and nothing else.
                this.#list("getConfigurationTemplates", null),
            ]);
        const ruleOf = new Map(rules.map((one) => [idIn(one, "accessRuleId"), records.accessRuleOf(one)]));
        for (const one of groups) {
            const id = idIn(one, "groupId");
            const rule = ruleOf.get(id);
            this.#groups.set(id, { ...records.groupOf(one, id), ...(rule && { rule }) });
        }
        for (const one of resources) {
            const id = idIn(one, "resourceId");
            this.#resources.set(id, records.resourceOf(one, id));
        }
        const lists = {
            owners: new Map(owners.map((one) => [idIn(one, "ownerId"), records.ownerOf(one, idIn(one, "ownerId"))])),
            bundles: new Map(
                bundles.map((one) => [idIn(one, "bundleId"), records.bundleOf(one, idIn(one, "bundleId"))]),
            ),
            bindings: bindings.map((one) => ({
                id: idIn(one, "groupBindingId"),
                sourceGroupId: String(one.sourceGroupId),
                groupIds: (one.groups as { groupId: string }[]).map(({ groupId }) => groupId), // as the schema has it
            })),
        };
        this.#lists = lists;
        await this.#readNestings();
        await this.#readBelow();
        const clauses = [...ruleOf.values()].flatMap(({ when, unless }) => [...when, ...unless]);
        const spoken = [...clauses.flatMap(({ tags }) => tags), ...(this.options.around?.tags ?? [])];
        return {
            at: new Date(this.client.now()).toISOString(),
            users: await usersWithTags(
                this.client,
                this.#reads,
                users.map((one) => records.userOf(one)),
                spoken,
            ),
            identities: identities.map((one) => ({ id: idIn(one, "resourceId"), name: String(one.name ?? "") })),
            groups: [...this.#groups.values()],
            resources: [...this.#resources.values()],
            bundles: [...lists.bundles.values()],
            owners: [...lists.owners.values()],
            memberships: this.#memberships,
            grants: this.#grants,
            links: this.#links,
            nestings: this.#nestings,
            bindings: lists.bindings,
            delegations: delegations.map((one) => records.delegationOf(one, idIn(one, "id"))),
            templates: templates.map((one) => records.templateOf(one, idIn(one, "configurationTemplateId"))),
            unknowns: this.#reads.unknowns,
        };
    }

    #lists: {
        readonly owners: Map<string, Owner>;
        readonly bundles: Map<string, Bundle>;
        readonly bindings: readonly Binding[];
    } = { owners: new Map(), bundles: new Map(), bindings: [] };

    get #tables() {
        const { owners: owner, bundles: bundle } = this.#lists;
        return { group: this.#groups, resource: this.#resources, owner, bundle };
    }

    /** Reads nestings: of the groups that the service reports as nested, or of all groups if it does not report them. */
    async #readNestings(): Promise<void> {
        const all = [...this.#groups.keys()];
        const nested = await this.#reads.attempt(() => groupsThatReach("GROUP")(this.client));
        const asked = nested ? nested.filter((id) => this.#groups.has(id)) : all;
        await Promise.all(asked.map((id) => this.#containersOf(id)));
    }

    #containersOf(id: string): Promise<void> {
        return this.#reads.once(`containers of ${id}`, { type: "group", id }, async () => {
            const { containing_groups } = await containingGroups.send(this.client, id);
            // No operation returns the end of a nesting.
            for (const { containing_group_id, access_level_remote_id } of containing_groups)
                this.#nestings.push({
                    groupId: id,
                    containingGroupId: containing_group_id,
                    level: access_level_remote_id ?? "",
                    until: null,
                });
        });
    }

    /** Reads what is below objects. A result may require further reads; this returns once nothing is left to read. */
    async #readBelow(): Promise<void> {
        const { around } = this.options;
        const wanted = around ? await this.#reached(around) : this.#everything();
        await Promise.all(wanted.map((target) => this.#target(target)));
        const owners = around ? [...around.ownerIds, ...around.named.ownerIds] : [...this.#lists.owners.keys()];
        await Promise.all([
            ...owners.map((id) => this.#owner(id)),
            ...(around?.named.groupIds ?? []).map((id) => this.#group(id)),
            ...(around?.named.resourceIds ?? []).map((id) => this.#resource(id)),
            ...(around ? await this.#rolesOver(wanted) : []).map((id) => this.#resource(id)),
        ]);
        for (const { of, because } of this.#unlisted)
            for (const id of this.#tables[of].keys()) this.#reads.unknowns.push({ type: of, id, because });
        for (const id of this.#groups.keys()) this.#reads.mustHave(`members of ${id}`, { type: "group", id });
        for (const id of this.#resources.keys()) this.#reads.mustHave(`holders of ${id}`, { type: "resource", id });
        for (const id of this.#lists.owners.keys()) this.#reads.mustHave(`users of ${id}`, { type: "owner", id });
    }

    /** Roles whose holders see or administer one of the targets: all roles in the organization, and the scoped roles that cover it. */
    async #rolesOver(targets: readonly Target[]): Promise<string[]> {
        const resources = [...this.#resources.values()];
        await Promise.all(resources.filter(isScopedRole).map(({ id }) => this.#permissions(id)));
        const isOver = ({ id }: Resource): boolean => {
            const role = this.#resources.get(id);
            return role !== undefined && targets.some((one) => this.#isCovered(one, role));
        };
        return resources.filter((one) => organizationRoleOf(one) || isOver(one)).map(({ id }) => id);
    }

    #everything(): Target[] {
        return [
            ...[...this.#groups.keys()].map((id): Target => ({ type: "group", id })),
            ...[...this.#resources.keys()].map((id): Target => ({ type: "resource", id })),
            ...[...this.#lists.bundles.keys()].map((id): Target => ({ type: "bundle", id })),
        ];
    }

    /** Everything that a change can reach: the groups that contain those it touches, what these give, and targets whose rules refer to one of them. */
    async #reached({
        targets,
        ownerIds,
        reviewerIds,
        templateIds,
        permissions,
        hasOtherTags,
    }: Around): Promise<Target[]> {
        const groups = new Set(targets.filter(({ type }) => type === "group").map(({ id }) => id));
        if (hasOtherTags) for (const { id, rule } of this.#groups.values()) if (rule) groups.add(id);
        for (const { id, templateId = "" } of this.#groups.values())
            if (templateIds.includes(templateId)) groups.add(id);
        const owners = new Set([...ownerIds, ...(await this.#ownersWith(reviewerIds))]);
        addContaining(groups, this.#nestings, this.#lists.bindings);
        for (const { id, sourceGroupId } of this.#lists.owners.values())
            if (sourceGroupId !== undefined && groups.has(sourceGroupId)) owners.add(id);
        const named = (one: Group | Resource): boolean => dependsOn(one, groups, owners, reviewerIds);
        for (const one of this.#groups.values()) if (named(one)) groups.add(one.id);
        // Users who may request a group may get what it is in.
        addContaining(groups, this.#nestings, this.#lists.bindings);
        await Promise.all([...groups].map((id) => this.#resourcesOf(id)));
        const resources = new Set([
            ...targets.filter(({ type }) => type === "resource").map(({ id }) => id),
            ...this.#links.filter(({ groupId }) => groups.has(groupId)).map(({ resourceId }) => resourceId),
            ...[...this.#resources.values()].filter(named).map(({ id }) => id),
        ]);
        this.#addBelow(resources);
        // Those who get a role reach what it covers, and those who see something open get it; either may give more.
        const covered = [...(await this.#coveredBy(resources, permissions)), ...(await this.#openTo(groups))];
        const coveredGroups = new Set(covered.filter(({ type }) => type === "group").map(({ id }) => id));
        addContaining(coveredGroups, this.#nestings, this.#lists.bindings);
        await Promise.all([...coveredGroups].map((id) => this.#resourcesOf(id)));
        for (const { groupId, resourceId } of this.#links) if (coveredGroups.has(groupId)) resources.add(resourceId);
        for (const { type, id } of covered) if (type === "resource") resources.add(id);
        this.#addBelow(resources);
        return [
            ...[...new Set([...groups, ...coveredGroups])].map((id): Target => ({ type: "group", id })),
            ...[...resources].map((id): Target => ({ type: "resource", id })),
            ...covered.filter(({ type }) => type === "bundle"),
            ...[...this.#lists.bundles.values()]
                .filter(({ adminOwnerId = "" }) => owners.has(adminOwnerId))
                .map(({ id }): Target => ({ type: "bundle", id })),
            ...targets.filter(({ type }) => type === "bundle"),
        ];
    }

    /** Those who have a resource have what is below it. */
    #addBelow(resources: Set<string>): void {
        // A set goes on to what is added while it is gone through.
        for (const above of resources)
            for (const { id, parentId } of this.#resources.values()) if (parentId === above) resources.add(id);
    }

    /** What the holders of the roles among these resources have any power over, or may request because they see everything. */
    async #coveredBy(resourceIds: ReadonlySet<string>, permissions: readonly Permission[]): Promise<Target[]> {
        const isReached = ({ id }: Resource): boolean => resourceIds.has(id);
        await Promise.all(
            [...this.#resources.values()]
                .filter((one) => isReached(one) && isScopedRole(one))
                .map(({ id }) => this.#permissions(id)),
        );
        const reached = [...this.#resources.values()].filter(isReached);
        const isShowingAll = reached.some((one) => (organizationRoleOf(one) ?? "admin") !== "admin");
        const roles = [{ permissions }, ...reached];
        return this.#everything().filter((one) => {
            const found = one.type === "bundle" ? undefined : this.#tables[one.type].get(one.id);
            if (isShowingAll && found && isRequestable(found)) return true;
            return roles.some((role) => this.#isCovered(one, role));
        });
    }

    /** What people get by asking alone, and is shown to one of these groups: whoever comes into the group comes to get it. */
    async #openTo(groups: ReadonlySet<string>): Promise<Target[]> {
        if (groups.size === 0) return [];
        const isLinkedToOpen = (id: string): boolean =>
            this.#lists.bindings.some(
                ({ sourceGroupId, groupIds }) =>
                    groupIds.includes(id) && isOpen(this.#groups.get(sourceGroupId) ?? NOT_REQUESTABLE),
            );
        const open = [
            ...[...this.#groups.values()]
                .filter((one) => isOpen(one) || isLinkedToOpen(one.id))
                .map(({ id }): Target => ({ type: "group", id })),
            ...[...this.#resources.values()].filter(isOpen).map(({ id }): Target => ({ type: "resource", id })),
        ];
        await Promise.all(open.map((target) => this.#readVisibility(target)));
        const shown = open.filter((target) => this.#visibilityOf(target)?.groupIds.some((id) => groups.has(id)));
        // A request for a linked group goes to its source.
        const ids = new Set(shown.filter(({ type }) => type === "group").map(({ id }) => id));
        for (const { sourceGroupId, groupIds } of this.#lists.bindings)
            if (groupIds.some((id) => ids.has(id))) shown.push({ type: "group", id: sourceGroupId });
        return shown;
    }

    /** Owners that have one of these users. No list returns that, so each owner is read. */
    async #ownersWith(userIds: readonly string[]): Promise<string[]> {
        if (userIds.length === 0) return [];
        await Promise.all([...this.#lists.owners.keys()].map((id) => this.#owner(id)));
        const found = [...this.#lists.owners.values()].filter((one) => one.userIds.some((id) => userIds.includes(id)));
        return found.map(({ id }) => id);
    }

    async #target(target: Target): Promise<void> {
        const { type, id } = target;
        if (type === "bundle") return this.#bundle(id);
        const found = type === "group" ? this.#groups.get(id) : this.#resources.get(id);
        if (!found) return;
        const rules = found.requestRules ?? [];
        await Promise.all([
            type === "group" ? this.#group(id) : this.#resource(id),
            this.#visibility(target),
            ...[
                ...(found.adminOwnerId === undefined ? [] : [found.adminOwnerId]),
                ...rules.flatMap(({ stages }) =>
                    stages.flatMap((one) => [...one.ownerIds, ...(one.escalation?.ownerIds ?? [])]),
                ),
            ].map((owner) => this.#owner(owner)),
            ...rules.flatMap(({ condition }) => condition?.groupIds ?? []).map((group) => this.#group(group)),
            ...(rules.some(({ condition }) => (condition?.levels ?? []).length > 0) ? [this.#levels(target)] : []),
        ]);
    }

    /** Reads the members of a group and of the groups nested in it. They may request what they are in. */
    async #group(id: string): Promise<void> {
        if (!this.#groups.has(id)) return;
        await this.#reads.once(`members of ${id}`, { type: "group", id }, async () => {
            for (const { user_id, access_level, expiration_date } of await groupUsers.all(this.client, id))
                this.#memberships.push({
                    groupId: id,
                    userId: user_id,
                    level: access_level?.access_level_remote_id ?? "",
                    until: expiration_date ?? null,
                });
            const { on_call_schedules } = await onCall.send(this.client, id);
            for (const { name } of on_call_schedules)
                this.#reads.unknowns.push({
                    type: "group",
                    id,
                    because: `the API does not return who is on call in ${name}`,
                });
        });
        const inner = [
            ...this.#nestings.filter(({ containingGroupId }) => containingGroupId === id).map(({ groupId }) => groupId),
            // Users who see a linked group may request its source.
            ...this.#lists.bindings.filter((one) => one.sourceGroupId === id).flatMap(({ groupIds }) => groupIds),
        ];
        await Promise.all(inner.map((one) => this.#targetOnce({ type: "group", id: one })));
        if (!this.options.around) await this.#resourcesOf(id);
    }

    async #resource(id: string): Promise<void> {
        if (!this.#resources.has(id)) return;
        await this.#reads.once(`holders of ${id}`, { type: "resource", id }, async () => {
            const [users, identities] = await Promise.all([
                resourceUsers.all(this.client, id),
                resourceIdentities.all(this.client, id),
            ]);
            for (const { user_id, access_level, expiration_date, has_direct_access } of users)
                if (has_direct_access)
                    this.#grants.push({
                        resourceId: id,
                        principalId: user_id,
                        level: access_level?.access_level_remote_id ?? "",
                        until: expiration_date ?? null,
                    });
            for (const given of identities) {
                const { principalId, nonHumanIdentityId, accessLevel, expirationDate } = fromWire(given) as Properties;
                this.#grants.push({
                    resourceId: id,
                    principalId: String(principalId ?? nonHumanIdentityId),
                    level: String(Object(accessLevel).accessLevelRemoteId ?? ""),
                    until: typeof expirationDate === "string" ? expirationDate : null,
                });
            }
            if (isScopedRole(this.#resources.get(id))) await this.#permissions(id);
        });
        if (!this.options.around) return;
        await this.#reads.once(`groups of ${id}`, { type: "resource", id }, async () =>
            this.#addLinks(await resourceGroups.all(this.client, id)),
        );
        const parent = this.#resources.get(id)?.parentId;
        if (parent !== undefined) await this.#resource(parent);
        const giving = this.#links.filter(({ resourceId }) => resourceId === id).map(({ groupId }) => groupId);
        await Promise.all(
            [...giving.map((one): Target => ({ type: "group", id: one })), ...this.#governedBy(id)].map((one) =>
                this.#targetOnce(one),
            ),
        );
    }

    /** What the holders of a scoped role have any power over. */
    #governedBy(id: string): Target[] {
        const role = this.#resources.get(id);
        return role ? this.#everything().filter((one) => this.#isCovered(one, role)) : [];
    }

    #isCovered(target: Target, role: Pick<Resource, "permissions">): boolean {
        const governance = { groups: this.#groups, resources: this.#resources, bundles: this.#lists.bundles };
        return permissionsOver(governance, role, target, "sees").length > 0;
    }

    /** Reads the details of a target found along the way. */
    #targetOnce(target: Target): Promise<void> {
        const key = `rules of ${target.type} ${target.id}`;
        return this.#reads.isFirst(key) ? this.#target(target) : Promise.resolve();
    }

    #resourcesOf(groupId: string): Promise<void> {
        if (!this.#groups.has(groupId)) return Promise.resolve();
        return this.#reads.once(`resources of ${groupId}`, { type: "group", id: groupId }, async () =>
            this.#addLinks(await groupResources.all(this.client, groupId)),
        );
    }

    #addLinks(found: readonly GroupLink[]): void {
        for (const { group_id, resource_id, access_level, expiration_date } of found) {
            const level = access_level?.access_level_remote_id ?? "";
            const key = `link ${group_id} ${resource_id} ${level}`;
            if (!this.#reads.isFirst(key)) continue;
            this.#links.push({ groupId: group_id, resourceId: resource_id, level, until: expiration_date ?? null });
        }
    }

    /** Reads who sees a target, including the members of its groups. */
    async #visibility(target: Target): Promise<void> {
        await this.#readVisibility(target);
        await Promise.all((this.#visibilityOf(target)?.groupIds ?? []).map((one) => this.#group(one)));
    }

    #readVisibility(target: Target): Promise<void> {
        const { type, id } = target;
        return this.#reads.once(`visibility of ${id}`, target, async () => {
            const given = fromWire(await VISIBILITIES[type].send(this.client, id)) as Properties;
            const visibility = records.visibilityOf(given);
            if (type === "group") this.#change(this.#groups, id, (one) => ({ ...one, visibility }));
            if (type === "resource") this.#change(this.#resources, id, (one) => ({ ...one, visibility }));
            if (type === "bundle") this.#change(this.#lists.bundles, id, (one) => ({ ...one, visibility }));
        });
    }

    #visibilityOf({ type, id }: Target): Visibility | undefined {
        return this.#tables[type].get(id)?.visibility;
    }

    #levels(target: Target): Promise<void> {
        const { type, id } = target;
        return this.#reads.once(`levels of ${id}`, target, async () => {
            const { results = [] } = await (type === "group" ? groupLevels : resourceLevels).send(this.client, id);
            const levels = results.map(({ access_level_remote_id }) => access_level_remote_id);
            if (type === "group") this.#change(this.#groups, id, (one) => ({ ...one, levels }));
            else this.#change(this.#resources, id, (one) => ({ ...one, levels }));
        });
    }

    /** Reads the permissions of a resource that is a scoped role. */
    #permissions(id: string): Promise<void> {
        return this.#reads.once(`permissions of ${id}`, { type: "resource", id }, async () => {
            const given = fromWire(await permissions.send(this.client, id)) as Properties;
            this.#change(this.#resources, id, (one) => records.resourceOf(given, id, one));
        });
    }

    async #bundle(id: string): Promise<void> {
        if (!this.#lists.bundles.has(id)) return;
        await this.#reads.once(`items of ${id}`, { type: "bundle", id }, async () => {
            const [groups, resources] = await Promise.all([
                bundleGroups.all(this.client, id),
                bundleResources.all(this.client, id),
            ]);
            this.#change(this.#lists.bundles, id, (one) => ({
                ...one,
                groupIds: groups.map(({ group_id }) => String(group_id)),
                resourceIds: resources.map(({ resource_id }) => String(resource_id)),
            }));
        });
        await this.#visibility({ type: "bundle", id });
        const { groupIds = [], resourceIds = [], adminOwnerId } = this.#lists.bundles.get(id) ?? {};
        await Promise.all([
            ...(adminOwnerId === undefined ? [] : [this.#owner(adminOwnerId)]),
            ...groupIds.map((one) => this.#group(one)),
            ...resourceIds.map((one) => this.#resource(one)),
        ]);
    }

    async #owner(id: string): Promise<void> {
        const owner = this.#lists.owners.get(id);
        if (!owner) return;
        await this.#reads.once(`users of ${id}`, { type: "owner", id }, async () => {
            const { users } = await ownerUsers.send(this.client, id);
            this.#change(this.#lists.owners, id, (one) => ({ ...one, userIds: users.map(({ user_id }) => user_id) }));
        });
        if (owner.sourceGroupId !== undefined) await this.#group(owner.sourceGroupId);
    }

    /**
     * A list. If it may not be read, nothing `of` this type is known as a whole.
     * @param of undefined: without the list nothing can be told; null: what the list lacks is unknown by itself
     */
    async #list(name: ListOperation, of?: Listed | null): Promise<Properties[]> {
        const list: { all(client: Client): Promise<object[]> } = LISTS[name];
        const read = () => list.all(this.client).catch(noneOfThese);
        const found =
            of === undefined
                ? await this.#reads.answer(read)
                : await this.#reads.attempt(read, (because) => of && this.#unlisted.push({ of, because }));
        return (found ?? []).map((one) => fromWire(one) as Properties);
    }

    #change<T>(table: Map<string, T>, id: string, change: (one: T) => T): void {
        const known = table.get(id);
        if (known) table.set(id, change(known));
    }
}

type GroupLink = Awaited<ReturnType<typeof groupResources.all>>[number];

/** What there are lists of. */
type Listed = Exclude<Unknown["type"], "assigners">;

const NOT_REQUESTABLE: Group = { id: "", name: "" };

/** What a service does not have gives nobody anything. */
function noneOfThese(error: unknown): object[] {
    if (error instanceof NotImplementedByServiceError) return [];
    throw error;
}

function isScopedRole(resource: Resource | undefined): boolean {
    return resource?.resourceType === "SVC_SCOPED_ROLE" || resource?.resourceType === "OPAL_SCOPED_ROLE";
}

function idIn(one: Properties, name: string): string {
    return String(one[name]);
}
