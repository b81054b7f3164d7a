import type {
    Binding,
    Bundle,
    Change,
    Facts,
    Group,
    Link,
    Membership,
    Owner,
    Resource,
    Tag,
    Template,
    Unknown,
    User,
} from "../access/facts.js";

/** An organization on its way to what a program wants of it: each change is seen by those after it. */
export class Draft {
    readonly changes: Change[] = [];
    readonly at: string;
    readonly #users: Map<string, User>;
    readonly #groups: Map<string, Group>;
    readonly #resources: Map<string, Resource>;
    readonly #bundles: Map<string, Bundle>;
    readonly #owners: Map<string, Owner>;
    readonly #memberships: Map<string, Membership[]>;
    readonly #links: Map<string, Link[]>;
    readonly #bindings: Map<string, Binding>;
    readonly #templates: Map<string, Template>;
    readonly #tags: Map<string, Tag>;

    constructor(
        facts: Facts,
        /** By id. */
        tags: ReadonlyMap<string, Tag>,
    ) {
        this.#tags = new Map(tags);
        this.at = facts.at;
        this.#users = byId(facts.users);
        this.#groups = byId(facts.groups);
        this.#resources = byId(facts.resources);
        this.#bundles = byId(facts.bundles);
        this.#owners = byId(facts.owners);
        this.#memberships = byGroup(facts.memberships);
        this.#links = byGroup(facts.links);
        this.#bindings = byId(facts.bindings);
        this.#templates = byId(facts.templates ?? []);
    }

    user(id: string): User | undefined {
        return this.#users.get(id);
    }
    group(id: string): Group | undefined {
        return this.#groups.get(id);
    }
    resource(id: string): Resource | undefined {
        return this.#resources.get(id);
    }
    bundle(id: string): Bundle | undefined {
        return this.#bundles.get(id);
    }
    owner(id: string): Owner | undefined {
        return this.#owners.get(id);
    }
    template(id: string): Template | undefined {
        return this.#templates.get(id);
    }
    tag(id: string): Tag | undefined {
        return this.#tags.get(id);
    }
    /** A tag that is made. */
    learn(id: string, tag: Tag): void {
        this.#tags.set(id, tag);
    }
    usersWith({ key, value }: Tag): User[] {
        return [...this.#users.values()].filter(({ tags = [] }) =>
            tags.some((tag) => tag.key === key && tag.value === value),
        );
    }
    /** Direct members. */
    members(groupId: string): readonly Membership[] {
        return this.#memberships.get(groupId) ?? [];
    }
    /** The groups of the binding that a group is in, itself included; itself alone if it is in none. */
    boundWith(groupId: string): string[] {
        const binding = [...this.#bindings.values()].find(
            ({ sourceGroupId, groupIds }) => sourceGroupId === groupId || groupIds.includes(groupId),
        );
        return binding ? [...new Set([groupId, binding.sourceGroupId, ...binding.groupIds])] : [groupId];
    }
    links(groupId: string): readonly Link[] {
        return this.#links.get(groupId) ?? [];
    }
    ownersFrom(groupId: string): Owner[] {
        return [...this.#owners.values()].filter(({ sourceGroupId }) => sourceGroupId === groupId);
    }

    /** Owners among whose users somebody is, or may be: of an owner with a source group, and of somebody who is not known. */
    ownersWith(userId: string): Owner[] {
        return [...this.#owners.values()].filter(
            ({ userIds, sourceGroupId }) => userId === "" || sourceGroupId !== undefined || userIds.includes(userId),
        );
    }
    governedBy(templateId: string): Group[] {
        return [...this.#groups.values()].filter((group) => group.templateId === templateId);
    }

    /** Minutes from now as an ISO date; 0 is no end. */
    endOf(minutes: number): string | null {
        return minutes === 0 ? null : new Date(Date.parse(this.at) + minutes * 60_000).toISOString();
    }

    unknown(of: Pick<Unknown, "type" | "id">, because: string): void {
        this.apply({ put: "unknown", value: { ...of, because, variant: "after" } });
    }

    apply(change: Change): void {
        this.changes.push(change);
        if ("put" in change) {
            if (change.put === "user") this.#users.set(change.value.id, change.value);
            if (change.put === "group") this.#groups.set(change.value.id, change.value);
            if (change.put === "resource") this.#resources.set(change.value.id, change.value);
            if (change.put === "bundle") this.#bundles.set(change.value.id, change.value);
            if (change.put === "binding") this.#bindings.set(change.value.id, change.value);
            if (change.put === "template") this.#templates.set(change.value.id, change.value);
            if (change.put === "owner") this.#owners.set(change.value.id, change.value);
        } else if ("id" in change) {
            if (change.remove === "user") this.#users.delete(change.id);
            if (change.remove === "group") this.#groups.delete(change.id);
            if (change.remove === "resource") this.#resources.delete(change.id);
            if (change.remove === "bundle") this.#bundles.delete(change.id);
            if (change.remove === "binding") this.#bindings.delete(change.id);
            if (change.remove === "template") this.#templates.delete(change.id);
            if (change.remove === "owner") this.#owners.delete(change.id);
        }
    }
}

function byId<T extends { readonly id: string }>(list: readonly T[]): Map<string, T> {
    return new Map(list.map((one) => [one.id, one]));
}

function byGroup<T extends { readonly groupId: string }>(list: Iterable<T>): Map<string, T[]> {
    const groups = new Map<string, T[]>();
    for (const one of list) {
        const known = groups.get(one.groupId);
        if (known) known.push(one);
        else groups.set(one.groupId, [one]);
    }
    return groups;
}
