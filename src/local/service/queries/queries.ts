import { Viewer } from "../access/viewer.js";
import type { Routes } from "../http/area.js";
import { relayPage } from "../http/relay.js";
import type { Store } from "../storage/store.js";
import type { Entity } from "./entities.js";
import { checkAccessFilters, checkFilters, EntityView } from "./entity-filters.js";

/** Operations that query users, groups and resources. All filters of the API are supported. */
export const queries = {
    runQuery(call) {
        const { store, body } = call;
        const { nodeFilters, accessFilters } = body.query ?? {};
        checkFilters("query.nodeFilters", nodeFilters);
        checkAccessFilters("query.accessFilters", accessFilters);
        const viewer = new Viewer(call);
        const view = new EntityView(store, ({ kind, id }) => {
            if (kind === "USER") return true;
            return viewer.sees(kind === "GROUP" ? "groups" : "resources", id);
        });
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

/** Offset between the positions of users, groups and resources. Larger than the number of objects of each type. */
const ONE_KIND = 1e12;

/** Returns the position of an entity in the results: users first, then groups, then resources. */
function positionOf(store: Store, { id, kind }: Entity): number {
    if (kind === "USER") return store.users.positionOf(store.users.get(id));
    if (kind === "GROUP") return ONE_KIND + store.groups.positionOf(store.groups.get(id));
    return 2 * ONE_KIND + store.resources.positionOf(store.resources.get(id));
}
