import type {
    AccessEntityFilters,
    AccessRelationshipFilters,
    EntityNameFilter,
} from "../../../api/generated/types.gen.js";
import { addTo } from "../../../common/collections.js";
import { sameType } from "../apps/types.js";
import { BadRequest } from "../http/errors.js";
import type { Store } from "../storage/store.js";
import { allEdges, allEntities, type Entity, type GrantEdge } from "./entities.js";

/** The access level of an edge. */
type Level = Pick<GrantEdge, "access_level_name" | "access_level_remote_id">;

/**
 * Checks that role filters are only used inside `hasAccessTo`, because access levels are only known for entities that are reached from
 * another entity.
 * @param field path of the filter in the body
 * @throws BadRequest if a role filter is used elsewhere
 */
export function checkFilters(field: string, filters: AccessEntityFilters | undefined, insideHasAccessTo = false): void {
    if (!filters) return;
    for (const name of ["roleRemoteIds", "roleNames"] as const) {
        if (filters[name] && !insideHasAccessTo) {
            throw new BadRequest(`${field}.${name} is allowed only inside hasAccessTo.`);
        }
    }
    if (filters.entityName?.stringMatchType === "REGEX")
        checkExpression(`${field}.entityName.string`, filters.entityName.string);
    for (const name of ["allOf", "anyOf"] as const) {
        for (const [i, part] of (filters[name] ?? []).entries()) {
            checkFilters(`${field}.${name}[${i}]`, part, insideHasAccessTo);
        }
    }
    checkFilters(`${field}.not`, filters.not, insideHasAccessTo);
}

function checkExpression(field: string, text: string): void {
    try {
        new RegExp(text);
    } catch {
        throw new BadRequest(`${field} is not a regular expression.`);
    }
}

/** @throws BadRequest if a role filter is used outside `hasAccessTo` */
export function checkAccessFilters(field: string, filters: AccessRelationshipFilters | undefined): void {
    checkFilters(`${field}.isAccessibleBy`, filters?.isAccessibleBy);
    checkFilters(`${field}.hasAccessTo`, filters?.hasAccessTo, true);
}

/** Evaluates filters on the entities and edges of an organization. */
export class EntityView {
    readonly entities: ReadonlyMap<string, Entity>;
    readonly edges: readonly GrantEdge[];
    readonly #granted: ReadonlySet<GrantEdge>;
    readonly #from = new Map<string, GrantEdge[]>();
    readonly #to = new Map<string, GrantEdge[]>();

    /** @param sees whether an entity is visible. Paths between visible entities may contain hidden entities. */
    constructor(
        private readonly store: Store,
        sees: (entity: Entity) => boolean = () => true,
    ) {
        const found = allEntities(store).filter(sees);
        this.entities = new Map(found.map((entity) => [entity.id, entity]));
        this.edges = allEdges(store);
        this.#granted = new Set(this.edges);
        for (const edge of this.edges.flatMap((one) => withInherited(store, one))) {
            addTo(this.#from, edge.principal_id, edge);
            addTo(this.#to, edge.entitlement_id, edge);
        }
    }

    /** Whether an entity matches all filters. Always true without filters. */
    matches(id: string, filters: AccessEntityFilters | undefined, level?: Level): boolean {
        const entity = this.entities.get(id);
        if (!entity) return false;
        if (!filters) return true;
        const one = (filter: AccessEntityFilters) => this.matches(id, filter, level);
        const tests: {
            [Name in keyof AccessEntityFilters]-?: (filter: NonNullable<AccessEntityFilters[Name]>) => boolean;
        } = {
            entityTypes: (types) => types.includes(entity.kind),
            entityItemTypes: (types) => types.some((type) => sameType(entity.type, type)),
            entityIDs: (ids) => ids.includes(id),
            importedFromApp: (ids) => ids.includes(entity.app_id ?? ""),
            roleRemoteIds: (ids) => level !== undefined && ids.includes(level.access_level_remote_id),
            roleNames: (names) => level !== undefined && names.includes(level.access_level_name),
            entityName: (name) => nameFits(entity.name, name),
            entityTag: (tag) => this.hasTag(entity, tag),
            entityDescription: ({ string, not = false }) => {
                const { description = "" } = entity;
                return entity.kind !== "USER" && description.toLowerCase().includes(string.toLowerCase()) !== not;
            },
            hrIdpStatus: ({ statuses, not = false }) => {
                const found = !statuses || statuses.some((status) => status === entity.hr_idp_status);
                return entity.kind === "USER" && found !== not;
            },
            entityAdminOwner: ({ ownerIDs, not = false }) =>
                entity.kind !== "USER" && ownerIDs.includes(entity.admin_owner_id ?? "") !== not,
            allOf: (parts) => parts.every(one),
            anyOf: (parts) => parts.some(one),
            not: (part) => !one(part),
        };
        // Each filter is passed to the test of the same name.
        return (Object.entries(filters) as [keyof AccessEntityFilters, never][]).every(
            ([name, filter]) => filter === undefined || tests[name](filter),
        );
    }

    /**
     * Whether an entity matches the access filters, over paths of any length: whether a matching entity has access to it, and whether it
     * has access to a matching entity.
     */
    matchesAccess(id: string, { isAccessibleBy, hasAccessTo }: AccessRelationshipFilters = {}): boolean {
        return this.reaches(id, "principal_id", isAccessibleBy) && this.reaches(id, "entitlement_id", hasAccessTo);
    }

    /** The access that is granted to an entity itself. */
    directWays(id: string): [GrantEdge][] {
        return (this.#from.get(id) ?? []).filter((edge) => this.isGranted(edge)).map((edge) => [edge]);
    }

    /** Whether the edge is a grant, and not implied by another one. */
    isGranted(edge: GrantEdge): boolean {
        return this.#granted.has(edge);
    }

    /** All ways from an entity to what it has access to, through groups. A way visits no entity twice. */
    ways(id: string): [GrantEdge, ...GrantEdge[]][] {
        const from = (at: string, before: readonly string[]): [GrantEdge, ...GrantEdge[]][] =>
            (this.#from.get(at) ?? [])
                .filter((edge) => !before.includes(edge.entitlement_id))
                .flatMap((edge) => [
                    [edge],
                    ...from(edge.entitlement_id, [...before, at]).map((rest): [GrantEdge, ...GrantEdge[]] => [
                        edge,
                        ...rest,
                    ]),
                ]);
        return from(id, []);
    }

    /** Whether a matching entity can be reached from an entity in one direction. Always true without filters. */
    private reaches(id: string, end: "principal_id" | "entitlement_id", filters?: AccessEntityFilters): boolean {
        if (!filters) return true;
        const edges = end === "principal_id" ? this.#to : this.#from;
        const seen = new Set([id]);
        // The iteration also visits elements that are added during the loop.
        for (const at of seen) {
            for (const edge of edges.get(at) ?? []) {
                if (this.matches(edge[end], filters, end === "entitlement_id" ? edge : undefined)) return true;
                seen.add(edge[end]);
            }
        }
        return false;
    }

    /**
     * Whether an entity has a tag. We assume that the connection in the filter is ignored, because tags in responses do not have a
     * connection (not documented by the API).
     */
    private hasTag({ id, kind }: Entity, filter: NonNullable<AccessEntityFilters["entityTag"]>): boolean {
        const { userTags, groupTags, resourceTags, tags } = this.store;
        const links = {
            USER: () => userTags.where("user_id", id),
            GROUP: () => groupTags.where("group_id", id),
            RESOURCE: () => resourceTags.where("resource_id", id),
        }[kind]();
        return links
            .map(({ tag_id }) => tags.get(tag_id))
            .some((tag) => tag.key === filter.key && (filter.value === undefined || tag.value === filter.value));
    }
}

/** Returns the edge and the edges that it implies. We assume, as in `access.ts`, that access to a resource includes its child resources. */
function withInherited(store: Store, edge: GrantEdge): GrantEdge[] {
    const below = store.resources.find(edge.entitlement_id)?.descendant_resource_ids ?? [];
    return [edge, ...below.map((entitlement_id) => ({ ...edge, entitlement_id }))];
}

/** Whether a name matches a filter. We assume that case is ignored, as in other searches by name (not documented by the API). */
function nameFits(name: string, { stringMatchType, string }: EntityNameFilter): boolean {
    const [text, wanted] = [name.toLowerCase(), string.toLowerCase()];
    return {
        CONTAINS: () => text.includes(wanted),
        EQUALS: () => text === wanted,
        STARTS_WITH: () => text.startsWith(wanted),
        ENDS_WITH: () => text.endsWith(wanted),
        REGEX: () => new RegExp(string, "i").test(name),
    }[stringMatchType]();
}
