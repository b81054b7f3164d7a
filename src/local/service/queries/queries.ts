import type { AccessQuery } from "../../../api/generated/types.gen.js";
import { Viewer } from "../access/viewer.js";
import type { Routes, ServiceCall } from "../http/area.js";
import { relayPage } from "../http/relay.js";
import type { Store } from "../storage/store.js";
import { accessFound, checkAccessQuery } from "./access-query.js";
import type { Entity } from "./entities.js";
import { checkAccessFilters, checkFilters, EntityView } from "./entity-filters.js";

/** Operations that query users, groups and resources. All filters of the API are supported. */
export const queries = {
    runQuery(call) {
        const { store, body } = call;
        if (body.type === "ACCESS") return runAccessQuery(call, body);
        const { nodeFilters, accessFilters } = body.query ?? {};
        checkFilters("query.nodeFilters", nodeFilters);
        checkAccessFilters("query.accessFilters", accessFilters);
        const view = visibleEntities(call);
        const found = [...view.entities.values()]
            .filter(({ id }) => view.matches(id, nodeFilters))
            .filter(({ id }) => view.matchesAccess(id, accessFilters));
        const { edges, pageInfo } = relayPage(call, body, found, (entity) => positionOf(store, entity));
        const answers = edges.map(({ node: { id, name, kind, type }, cursor }) => {
            return { node: { id, name, entityType: kind, entityItemType: type }, cursor };
        });
        return { type: "NODE", edges: answers, pageInfo };
    },
} satisfies Routes;

/** We assume that the results stay in the order of principals, entitlements and ways, and that 200 is not a limit. */
function runAccessQuery(call: ServiceCall<"runQuery">, body: AccessQuery) {
    const query = body.query ?? {};
    checkAccessQuery("query", query);
    const found = accessFound(visibleEntities(call), query);
    const places = new Map(found.map((one, i) => [one, i + 1]));
    const { edges, pageInfo } = relayPage(call, { first: 200, ...body }, found, (one) => places.get(one) ?? 0);
    return { type: "ACCESS" as const, edges, pageInfo };
}

function visibleEntities(call: ServiceCall<"runQuery">): EntityView {
    const viewer = new Viewer(call);
    return new EntityView(call.store, ({ kind, id }) => {
        if (kind === "USER") return true;
        return viewer.sees(kind === "GROUP" ? "groups" : "resources", id);
    });
}

/** Offset between the positions of users, groups and resources. Larger than the number of objects of each type. */
const ONE_KIND = 1e12;

/** Returns the position of an entity in the results: users first, then groups, then resources. */
function positionOf(store: Store, { id, kind }: Entity): number {
    if (kind === "USER") return store.users.positionOf(store.users.get(id));
    if (kind === "GROUP") return ONE_KIND + store.groups.positionOf(store.groups.get(id));
    return 2 * ONE_KIND + store.resources.positionOf(store.resources.get(id));
}
