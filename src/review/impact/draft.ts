import type { Change } from "../../access/model/facts/change.js";
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
    Resource,
    Tag,
    Template,
    Unknown,
    User,
} from "../../access/model/facts/facts.js";
import { recordsById } from "../../access/model/facts/records.js";
import { grouped } from "../../common/collections.js";

/** Types of records that effects look up, by their name in a `Change`. */
export interface DraftRecords {
    readonly user: User;
    readonly group: Group;
    readonly resource: Resource;
    readonly bundle: Bundle;
    readonly owner: Owner;
    readonly binding: Binding;
    readonly template: Template;
}

/** An organization to which changes are applied one by one. Each change is based on the results of the earlier ones. */
export class Draft {
    readonly changes: Change[] = [];
    readonly at: string;
    readonly #tables: { readonly [Type in keyof DraftRecords]: Map<string, DraftRecords[Type]> };
    readonly #memberships: Map<string, Membership[]>;
    readonly #links: readonly Link[];
    readonly #nestings: readonly Nesting[];
    readonly #grants: readonly Grant[];
    readonly #tags: Map<string, Tag>;

    constructor(
        facts: Facts,
        /** Tags by id. */
        tags: ReadonlyMap<string, Tag>,
    ) {
        this.#tags = new Map(tags);
        this.at = facts.at;
        this.#tables = {
            user: recordsById(facts.users),
            group: recordsById(facts.groups),
            resource: recordsById(facts.resources),
            bundle: recordsById(facts.bundles),
            owner: recordsById(facts.owners),
            binding: recordsById(facts.bindings),
            template: recordsById(facts.templates ?? []),
        };
        const groupOf = ({ groupId }: { readonly groupId: string }) => groupId;
        this.#memberships = grouped(facts.memberships, groupOf);
        this.#links = [...facts.links];
        this.#nestings = [...facts.nestings];
        this.#grants = [...facts.grants];
    }

    find<Type extends keyof DraftRecords>(type: Type, id: string): DraftRecords[Type] | undefined {
        return this.#tables[type].get(id);
    }
    tag(id: string): Tag | undefined {
        return this.#tags.get(id);
    }
    addTag(id: string, tag: Tag): void {
        this.#tags.set(id, tag);
    }
    usersWith({ key, value }: Tag): User[] {
        return [...this.#tables.user.values()].filter(({ tags = [] }) =>
            tags.some((tag) => tag.key === key && tag.value === value),
        );
    }
    /** Direct members of a group. */
    members(groupId: string): readonly Membership[] {
        return this.#memberships.get(groupId) ?? [];
    }
    /** Ids of the groups that a group is linked to, and of the group itself. */
    linkedWith(groupId: string): string[] {
        const binding = [...this.#tables.binding.values()].find(
            ({ sourceGroupId, groupIds }) => sourceGroupId === groupId || groupIds.includes(groupId),
        );
        return binding ? [...new Set([groupId, binding.sourceGroupId, ...binding.groupIds])] : [groupId];
    }
    links(of: Partial<Pick<Link, "groupId" | "resourceId">>): readonly Link[] {
        return this.#links.filter((one) => isOf(one, of));
    }
    nestings(of: Partial<Pick<Nesting, "groupId" | "containingGroupId">>): readonly Nesting[] {
        return this.#nestings.filter((one) => isOf(one, of));
    }
    grants(of: Pick<Grant, "resourceId">): readonly Grant[] {
        return this.#grants.filter((one) => isOf(one, of));
    }
    ownersFrom(groupId: string): Owner[] {
        return [...this.#tables.owner.values()].filter(({ sourceGroupId }) => sourceGroupId === groupId);
    }

    /**
     * Owners that a user belongs to, or may belong to. Owners with a source group are always included. If the user id is unknown (""), all
     * owners are included.
     */
    ownersWith(userId: string): Owner[] {
        return [...this.#tables.owner.values()].filter(
            ({ userIds, sourceGroupId }) => userId === "" || sourceGroupId !== undefined || userIds.includes(userId),
        );
    }
    governedBy(templateId: string): Group[] {
        return [...this.#tables.group.values()].filter((group) => group.templateId === templateId);
    }

    /** When access with this duration expires, as an ISO date. 0 minutes means that it does not expire. */
    endOf(minutes: number): string | null {
        return minutes === 0 ? null : new Date(Date.parse(this.at) + minutes * 60_000).toISOString();
    }

    unknown(of: Pick<Unknown, "type" | "id">, because: string): void {
        this.apply({ put: "unknown", value: { ...of, because, variant: "after" } });
    }

    apply(change: Change): void {
        this.changes.push(change);
        const tables: Readonly<Record<string, Map<string, unknown> | undefined>> = this.#tables;
        if ("id" in change) tables[change.remove]?.delete(change.id);
        else if ("put" in change && "id" in change.value) tables[change.put]?.set(change.value.id, change.value);
    }
}

function isOf<Record extends object>(one: Record, of: Partial<Record>): boolean {
    return Object.entries(of).every(([name, value]) => Reflect.get(one, name) === value);
}
