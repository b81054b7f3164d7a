import type { Client } from "../../api/client.js";
import type { Properties } from "../../common/properties.js";
import type { Change } from "../model/facts/change.js";
import type { Facts, Link, NamedFacts, Nesting, Target, Unknown } from "../model/facts/facts.js";
import { ChangeReach } from "./change-reach.js";
import { isNew, type NewlyVisible, readNewlyVisible } from "./newly-visible.js";
import { Details } from "./reads/details.js";
import { Nestings } from "./reads/nestings.js";
import { LISTS, type ListOperation } from "./reads/operations.js";
import { OrganizationReads } from "./reads/organization.js";
import { readPaladins } from "./reads/paladins.js";
import { emptyIfMissing, PartialReads } from "./reads/reads.js";
import { UserTags } from "./reads/tags.js";
import * as records from "./records/records.js";
import type { Around } from "./scope.js";

/** What to read, and callbacks that report progress. */
export interface ReadOptions {
    /** Returns the objects that a change refers to. Only facts that the change may affect are read. If undefined, everything is read. */
    readonly around?: (lists: NamedFacts) => Around;
    /** Whether to read only who has the groups and resources. Who sees, requests, approves and administers them is then not known. */
    readonly onlyHolders?: boolean;
    readonly progress?: (done: number, total: number) => void;
    /**
     * Called after the lists have been read and before the details of their objects are read. If it throws, reading stops with that error.
     */
    readonly listed?: (lists: NamedFacts) => void;
}

/** Options for reading the facts that a change may affect. */
export interface ReadAroundOptions {
    readonly around: (lists: NamedFacts) => Around;
    /** Returns the changes, based on the facts read up to this point. */
    readonly changes: (facts: Facts) => readonly Change[];
    /**
     * Whether to read the visibility of every target if users join a group. By default, reads it for targets that they may be able to get
     * without approval, and for all other targets only if there are few.
     */
    readonly isWhole?: boolean;
    readonly progress?: (done: number, total: number) => void;
}

/** The facts that a change may affect, and what may be missing from them. */
export interface FactsAround extends Omit<NewlyVisible, "targets"> {
    readonly facts: Facts;
    /** Objects that the change refers to, but that do not occur in any list. The facts contain them without properties. */
    readonly hidden: readonly Pick<Unknown, "type" | "id">[];
}

/** Reason why an object is unknown: it does not occur in any list. */
export const HIDDEN = "the service does not show it to this token";

/** Reason why an object is unknown: only a part of the organization was read, without it. */
export const NOT_READ = "it was not read";

/** Reads an organization once: first the lists, then the details of the objects that are needed. */
export class OrganizationReading {
    readonly #reads: PartialReads;
    readonly #organization = new OrganizationReads();
    readonly #details: Details;
    readonly #nestings: Nestings;
    readonly #reach: ChangeReach;
    readonly #tags: UserTags;
    #others: Pick<Facts, "readBy" | "users" | "identities" | "delegations" | "templates"> = {
        users: [],
        identities: [],
        delegations: [],
    };
    /** Undefined if everything is read, and before the lists have been read. */
    #around: Around | undefined;
    /** Lists that the token does not have permission to read. */
    readonly #unlisted: { readonly of: ListedType; readonly because: string }[] = [];

    constructor(
        private readonly client: Client,
        private readonly options: ReadOptions,
    ) {
        this.#reads = new PartialReads(options.progress);
        this.#nestings = new Nestings(client, this.#reads, this.#organization);
        this.#details = new Details(client, this.#reads, this.#organization, this.#nestings, !options.around);
        this.#reach = new ChangeReach(this.#organization, this.#details, this.#nestings);
        this.#tags = new UserTags(client, this.#reads);
    }

    /** Reads the lists, then everything that the change may affect. If there is no change, reads everything. */
    async begin(): Promise<void> {
        await this.#readLists();
        const { groups, resources, bundles, owners, targets } = this.#organization;
        const lists: NamedFacts = {
            ...this.#others,
            groups: [...groups.values()],
            resources: [...resources.values()],
            bundles: [...bundles.values()],
            owners: [...owners.values()],
        };
        this.options.listed?.(lists);
        const around = this.options.around?.(lists);
        this.#around = around;
        if (!around) await this.#nestings.readAll();
        if (this.options.onlyHolders) {
            await Promise.all([
                ...[...groups.keys()].map((id) => this.#details.group(id)),
                ...[...resources.keys()].map((id) => this.#details.resource(id)),
            ]);
            return;
        }
        await this.#readTargets(around ? await this.#reach.targets(around) : targets);
        await Promise.all([
            ...(around ? [...around.ownerIds, ...around.named.ownerIds] : [...owners.keys()]).map((id) =>
                this.#details.owner(id),
            ),
            // Levels are read even if no rule mentions one yet, because the change may add such a rule.
            ...(around?.targets ?? []).map((target) => this.#details.levels(target)),
            ...(around?.named.groupIds ?? []).map((id) => this.#details.group(id)),
            ...(around?.named.resourceIds ?? []).map((id) => this.#details.resource(id)),
        ]);
    }

    /** Also reads the targets that become visible to users because of the change. */
    async withNewlyVisible(changes: (facts: Facts) => readonly Change[], isWhole: boolean): Promise<FactsAround> {
        const { targets, ...rest } = await readNewlyVisible(
            this.#organization,
            this.#details,
            this.#reach,
            () => this.facts(),
            changes,
            isWhole,
        );
        await this.#readTargets(targets);
        return { facts: await this.facts(), hidden: this.#hidden(), ...rest };
    }

    /** Also reads these objects, and everything that decides who can do what with them. Each object is read only once. */
    async read(objects: readonly Pick<Unknown, "type" | "id">[]): Promise<void> {
        await this.#readTargets(objects.filter(isTarget));
        await Promise.all(objects.filter(({ type }) => type === "owner").map(({ id }) => this.#details.owner(id)));
    }

    /** Returns the facts read up to this point. Everything else is unknown. */
    async facts(): Promise<Facts> {
        const { groups, resources, bundles, owners, ...rest } = this.#organization;
        const { users, ...others } = this.#others;
        const isRead = (id: string): boolean => !this.options.around || this.#reads.isBegun(`members of ${id}`);
        const clauses = [...groups.values()].flatMap(({ id, rule }) =>
            rule && isRead(id) ? [...rule.when, ...rule.unless] : [],
        );
        const tags = [...clauses.flatMap((clause) => clause.tags), ...(this.#around?.tags ?? [])];
        const hidden = this.#hidden();
        const stubs = (type: Unknown["type"]) =>
            hidden.filter((one) => one.type === type).map(({ id }) => ({ id, name: "" }));
        return {
            at: new Date(this.client.now()).toISOString(),
            ...others,
            users: await this.#tags.added(users, tags),
            groups: [...groups.values(), ...stubs("group")],
            resources: [...resources.values(), ...stubs("resource")],
            bundles: [
                ...bundles.values(),
                ...stubs("bundle").map((one) => ({ ...one, groupIds: [], resourceIds: [] })),
            ],
            owners: [
                ...owners.values(),
                ...stubs("owner").map((one) => ({ ...one, userIds: [], escalationMinutes: 0 })),
            ],
            memberships: [...rest.memberships],
            grants: [...rest.grants],
            links: this.#inOrder(rest.links),
            nestings: this.#inOrder(rest.nestings),
            bindings: rest.bindings,
            unknowns: [
                ...this.#reads.unknowns,
                ...this.#reads.fields.in(this.#organization),
                ...this.#unlisted.flatMap(({ of, because }) =>
                    [...this.#organization.tables[of].keys()].map((id): Unknown => ({ type: of, id, because })),
                ),
                ...this.#unread("members", "group"),
                ...this.#unread("holders", "resource"),
                ...this.#unread("users", "owner"),
                ...hidden.map((one): Unknown => ({ ...one, because: HIDDEN })),
            ],
        };
    }

    /** Sorts edges by group and level, so that of equally long paths the same one is found, in whatever order responses arrive. */
    #inOrder<T extends Link | Nesting>(edges: readonly T[]): T[] {
        const places = new Map([...this.#organization.groups.keys()].map((id, place) => [id, place]));
        const placeOf = ({ groupId }: T): number => places.get(groupId) ?? places.size;
        return [...edges].sort((a, b) => placeOf(a) - placeOf(b) || (a.level < b.level ? -1 : 1));
    }

    async #readLists(): Promise<void> {
        const [
            users,
            groups,
            resources,
            owners,
            bundles,
            bindings,
            rules,
            delegations,
            identities,
            templates,
            paladins,
            reader,
        ] = await Promise.all([
            this.#list("getUsers"),
            this.#list("getGroups"),
            this.#list("getResources"),
            this.#list("getOwners"),
            this.#list("getBundles", "bundle"),
            this.#list("getGroupBindings", "group"),
            this.#list("getAccessRules", "group"),
            this.#list("getDelegations", "owner"),
            this.#list("getNonHumanIdentities", "resource"),
            // If the templates cannot be read, only break-glass access is unknown.
            this.#list("getConfigurationTemplates", null),
            readPaladins(this.client, this.#reads),
            this.#reads.attempt(() => this.client.call("getCurrentUser")),
        ]);
        const ruleOf = new Map(rules.map((one) => [idIn(one, "accessRuleId"), records.accessRuleOf(one)]));
        const { tables } = this.#organization;
        keep(tables.group, groups, "groupId", (one, id) => {
            const rule = ruleOf.get(id);
            return { ...records.groupOf(one, id), ...(rule && { rule }) };
        });
        keep(tables.resource, resources, "resourceId", records.resourceOf);
        keep(tables.owner, owners, "ownerId", records.ownerOf);
        keep(tables.bundle, bundles, "bundleId", records.bundleOf);
        for (const one of bindings)
            this.#organization.bindings.push({
                id: idIn(one, "groupBindingId"),
                sourceGroupId: String(one.sourceGroupId),
                groupIds: (one.groups as { groupId: string }[]).map(({ groupId }) => groupId), // the cast follows the API schema
            });
        this.#others = {
            readBy: reader?.user_id ?? "",
            users: users.map((one) => ({
                ...records.userOf(one),
                ...paladins.get(idIn(one, "userId")),
            })),
            identities: identities.map((one) => ({ id: idIn(one, "resourceId"), name: String(one.name ?? "") })),
            delegations: delegations.map((one) => records.delegationOf(one, idIn(one, "id"))),
            templates: templates.map((one) => records.templateOf(one, idIn(one, "configurationTemplateId"))),
        };
    }

    /** Reads targets. If only the facts around a change are read, also reads the holders of the roles that cover these targets. */
    async #readTargets(targets: readonly Target[]): Promise<void> {
        await Promise.all(targets.map((target) => this.#details.target(target)));
        const roles = this.options.around ? await this.#reach.rolesOver(targets) : [];
        await Promise.all(roles.map((id) => this.#details.resource(id)));
    }

    #unread(part: "members" | "holders" | "users", type: "group" | "resource" | "owner"): Unknown[] {
        const ids = [...this.#organization.tables[type].keys()].filter(
            (id) => !this.#reads.isBegun(`${part} of ${id}`),
        );
        return ids.map((id) => ({ type, id, because: NOT_READ }));
    }

    /** Objects that the change refers to, but that do not occur in any list. */
    #hidden(): Pick<Unknown, "type" | "id">[] {
        const around = this.#around;
        if (!around) return [];
        const identities = new Set(this.#others.identities.map(({ id }) => id));
        const all: Pick<Unknown, "type" | "id">[] = [
            ...around.targets,
            ...around.named.groupIds.map((id) => ({ type: "group" as const, id })),
            ...around.named.resourceIds.map((id) => ({ type: "resource" as const, id })),
            ...[...around.ownerIds, ...around.named.ownerIds].map((id) => ({ type: "owner" as const, id })),
        ];
        const found = all.filter(({ type, id }) => {
            const isListed = type !== "assigners" && type !== "powers" && this.#organization.tables[type].has(id);
            return id !== "" && !isNew(id) && !isListed && !(type === "resource" && identities.has(id));
        });
        return [...new Map(found.map(({ type, id }) => [`${type} ${id}`, { type, id }])).values()];
    }

    /**
     * Reads a list.
     * @param of type of the objects that all become unknown if the token does not have permission to read the list. If null, no object
     * becomes unknown. If undefined, the error is thrown instead, because the other data is of no use without this list.
     */
    async #list(name: ListOperation, of?: ListedType | null): Promise<Properties[]> {
        const list: { all(client: Client): Promise<object[]> } = LISTS[name];
        const read = () => list.all(this.client).catch(emptyIfMissing);
        const found =
            of === undefined
                ? await this.#reads.answer(read)
                : await this.#reads.attempt(read, (because) => of && this.#unlisted.push({ of, because }));
        return (found ?? []).map((one) => this.#reads.fields.listed(name, one));
    }
}

/** Types of objects that can be listed. */
type ListedType = Exclude<Unknown["type"], "assigners" | "powers">;

/**
 * Adds the records in a list to a table.
 * @param name name of the property that contains the id
 */
function keep<T>(
    table: Map<string, T>,
    list: readonly Properties[],
    name: string,
    recordOf: (one: Properties, id: string) => T,
): void {
    for (const one of list) table.set(idIn(one, name), recordOf(one, idIn(one, name)));
}

function isTarget(one: Pick<Unknown, "type" | "id">): one is Target {
    return one.type === "group" || one.type === "resource" || one.type === "bundle";
}

function idIn(one: Properties, name: string): string {
    return String(one[name]);
}
