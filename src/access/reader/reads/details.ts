import type { Client } from "../../../api/client.js";
import type { Properties } from "../../../common/properties.js";
import { fromWire } from "../../../common/wire-names.js";
import type { Target } from "../../model/facts/facts.js";
import * as records from "../records/records.js";
import type { Nestings } from "./nestings.js";
import {
    bundleGroups,
    bundleResources,
    groupLevels,
    groupResources,
    groupUsers,
    onCall,
    ownerUsers,
    permissions,
    resourceGroups,
    resourceIdentities,
    resourceLevels,
    resourceUsers,
    VISIBILITIES,
} from "./operations.js";
import { isScopedRole, modifyRecord, type OrganizationReads } from "./organization.js";
import type { PartialReads } from "./reads.js";

/** Reads the details of objects that are not included in lists, and the objects that they depend on. Each object is read only once. */
export class Details {
    constructor(
        private readonly client: Client,
        private readonly reads: PartialReads,
        private readonly organization: OrganizationReads,
        private readonly nestings: Nestings,
        /** Whether all objects are read anyway, so references do not need to be followed. */
        private readonly isWhole: boolean,
    ) {}

    /** Reads all data that determines who can do what with a target. */
    async target(target: Target): Promise<void> {
        const key = `rules of ${target.type} ${target.id}`;
        if (!this.reads.isFirst(key)) return;
        const { type, id } = target;
        if (type === "bundle") return this.#bundle(id);
        const found = this.organization.governed(target);
        if (!found) return;
        const rules = found.requestRules ?? [];
        await Promise.all([
            type === "group" ? this.group(id) : this.resource(id),
            this.#viewers(target),
            ...[
                ...(found.adminOwnerId === undefined ? [] : [found.adminOwnerId]),
                ...rules.flatMap(({ stages }) =>
                    stages.flatMap((one) => [...one.ownerIds, ...(one.escalation?.ownerIds ?? [])]),
                ),
            ].map((owner) => this.owner(owner)),
            ...rules.flatMap(({ condition }) => condition?.groupIds ?? []).map((group) => this.group(group)),
            ...(rules.some(({ condition }) => (condition?.levels ?? []).length > 0) ? [this.levels(target)] : []),
        ]);
    }

    /**
     * Reads the members of a group, and the groups nested in it. Nested groups matter because users who can request a nested group can
     * thereby join this group.
     */
    async group(id: string): Promise<void> {
        const { groups, memberships, nestings, bindings } = this.organization;
        if (!groups.has(id)) return;
        const of = { type: "group", id } as const;
        await Promise.all([
            this.nestings.readBelow(id),
            this.reads.once(`members of ${id}`, of, async () => {
                const users = this.reads.fields.items(groupUsers, await groupUsers.all(this.client, id), of);
                for (const one of users) memberships.push({ groupId: id, userId: one.user_id, ...leveledAccess(one) });
                const { on_call_schedules } = this.reads.fields.whole(onCall, await onCall.send(this.client, id), of);
                for (const { name } of on_call_schedules)
                    this.reads.unknowns.push({
                        type: "group",
                        id,
                        because: `the API does not return who is on call in ${name}`,
                    });
            }),
        ]);
        const inner = [
            ...nestings.filter(({ containingGroupId }) => containingGroupId === id).map(({ groupId }) => groupId),
            // Users who can see a linked group can request its source group.
            ...bindings.filter((one) => one.sourceGroupId === id).flatMap(({ groupIds }) => groupIds),
        ];
        await Promise.all(inner.map((one) => this.target({ type: "group", id: one })));
        if (this.isWhole) await this.resourcesOf(id);
    }

    /** Reads who has a resource, either directly, through groups, or through resources above it. */
    async resource(id: string): Promise<void> {
        const { resources, grants, links } = this.organization;
        if (!resources.has(id)) return;
        const of = { type: "resource", id } as const;
        await this.reads.once(`holders of ${id}`, of, async () => {
            const [users, identities] = await Promise.all([
                resourceUsers.all(this.client, id),
                resourceIdentities.all(this.client, id),
            ]);
            const { fields } = this.reads;
            for (const one of fields.items(resourceUsers, users, of))
                if (one.has_direct_access)
                    grants.push({ resourceId: id, principalId: one.user_id, ...leveledAccess(one) });
            for (const given of fields.items(resourceIdentities, identities, of)) {
                const { principalId, nonHumanIdentityId, accessLevel, expirationDate } = fromWire(given) as Properties;
                grants.push({
                    resourceId: id,
                    principalId: String(principalId ?? nonHumanIdentityId),
                    level: String(Object(accessLevel).accessLevelRemoteId ?? ""),
                    until: typeof expirationDate === "string" ? expirationDate : null,
                });
            }
        });
        // Even if the holders are unknown, the permissions decide over what.
        if (isScopedRole(resources.get(id))) await this.permissions(id);
        if (this.isWhole) return;
        await this.reads.once(`groups of ${id}`, { type: "resource", id }, async () =>
            this.#addLinks(resourceGroups, await resourceGroups.all(this.client, id)),
        );
        const parent = resources.get(id)?.parentId;
        if (parent !== undefined) await this.resource(parent);
        const giving = links.filter(({ resourceId }) => resourceId === id).map(({ groupId }) => groupId);
        await Promise.all(giving.map((one) => this.target({ type: "group", id: one })));
    }

    /** Reads the users of an owner. */
    async owner(id: string): Promise<void> {
        const { owners } = this.organization;
        const owner = owners.get(id);
        if (!owner) return;
        await this.reads.once(`users of ${id}`, { type: "owner", id }, async () => {
            const of = { type: "owner", id } as const;
            const { users } = this.reads.fields.whole(ownerUsers, await ownerUsers.send(this.client, id), of);
            modifyRecord(owners, id, (one) => ({ ...one, userIds: users.map(({ user_id }) => user_id) }));
        });
        if (owner.sourceGroupId !== undefined) await this.group(owner.sourceGroupId);
    }

    /** Reads the resources that a group grants to its members. */
    async resourcesOf(groupId: string): Promise<void> {
        if (!this.organization.groups.has(groupId)) return;
        await this.reads.once(`resources of ${groupId}`, { type: "group", id: groupId }, async () =>
            this.#addLinks(groupResources, await groupResources.all(this.client, groupId)),
        );
    }

    /** Reads the permissions of a resource if it is a scoped role. */
    permissions(id: string): Promise<void> {
        return this.reads.once(`permissions of ${id}`, { type: "resource", id }, async () => {
            const given = this.reads.fields.permissions(permissions, await permissions.send(this.client, id));
            modifyRecord(this.organization.resources, id, (one) => records.resourceOf(given, id, one));
        });
    }

    /** Reads which groups a target is visible to, but not their members. */
    visibility(target: Target): Promise<void> {
        const { type, id } = target;
        return this.reads.once(visibilityKey(target), target, async () => {
            const operation = VISIBILITIES[type];
            const answer = await operation.send(this.client, id);
            const visibility = records.parseVisibility(
                fromWire(this.reads.fields.whole(operation, answer, { type: "powers", id })),
            );
            this.organization.modify(target, { visibility });
        });
    }

    /** Reads the levels at which a group or resource can be requested, because a request configuration may apply only to some levels. */
    async levels(target: Target): Promise<void> {
        const { type, id } = target;
        if (type === "bundle" || !this.organization.governed(target)) return;
        return this.reads.once(`levels of ${id}`, target, async () => {
            const operation = type === "group" ? groupLevels : resourceLevels;
            const answer = await operation.send(this.client, id);
            const { results = [] } = this.reads.fields.whole(operation, answer, { type: "powers", id });
            const levels = results.map(({ access_level_remote_id }) => access_level_remote_id);
            this.organization.modify(target, { levels });
        });
    }

    /** Whether the visibility of a target has already been requested, even if reading it failed. */
    isVisibilityRead(target: Target): boolean {
        return this.reads.isBegun(visibilityKey(target));
    }

    /** Reads the groups and resources in a bundle. */
    items(id: string): Promise<void> {
        return this.reads.once(`items of ${id}`, { type: "bundle", id }, async () => {
            const [groups, resources] = await Promise.all([
                bundleGroups.all(this.client, id),
                bundleResources.all(this.client, id),
            ]);
            const { fields } = this.reads;
            const of = { type: "bundle", id } as const;
            modifyRecord(this.organization.bundles, id, (one) => ({
                ...one,
                groupIds: fields.items(bundleGroups, groups, of).map(({ group_id }) => String(group_id)),
                resourceIds: fields.items(bundleResources, resources, of).map(({ resource_id }) => String(resource_id)),
            }));
        });
    }

    async #bundle(id: string): Promise<void> {
        const { bundles } = this.organization;
        if (!bundles.has(id)) return;
        await this.items(id);
        await this.#viewers({ type: "bundle", id });
        const { groupIds = [], resourceIds = [], adminOwnerId } = bundles.get(id) ?? {};
        await Promise.all([
            ...(adminOwnerId === undefined ? [] : [this.owner(adminOwnerId)]),
            ...groupIds.map((one) => this.group(one)),
            ...resourceIds.map((one) => this.resource(one)),
        ]);
    }

    /** Reads who can see a target: its visibility, and the members of the groups that it is visible to. */
    async #viewers(target: Target): Promise<void> {
        await this.visibility(target);
        const { groupIds = [] } = this.organization.tables[target.type].get(target.id)?.visibility ?? {};
        await Promise.all(groupIds.map((one) => this.group(one)));
    }

    #addLinks(operation: typeof groupResources | typeof resourceGroups, found: readonly GroupLink[]): void {
        const of = ({ resource_id: id }: GroupLink) => ({ type: "resource", id }) as const;
        for (const one of this.reads.fields.items(operation, found, of)) {
            const { group_id, resource_id } = one;
            const access = leveledAccess(one);
            if (!this.reads.isFirst(`link ${group_id} ${resource_id} ${access.level}`)) continue;
            this.organization.links.push({ groupId: group_id, resourceId: resource_id, ...access });
        }
    }
}

type GroupMember = Awaited<ReturnType<typeof groupUsers.all>>[number];
type GroupLink = Awaited<ReturnType<typeof groupResources.all>>[number];

/** The level and the expiration of access in a response. */
function leveledAccess({
    access_level,
    expiration_date,
}: Partial<Pick<GroupMember, "access_level" | "expiration_date">>) {
    return { level: access_level?.access_level_remote_id ?? "", until: expiration_date ?? null };
}

function visibilityKey({ id }: Target): string {
    return `visibility of ${id}`;
}
