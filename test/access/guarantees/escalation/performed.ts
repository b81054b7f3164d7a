/** Helpers that perform chains in the local service. */
import { expect } from "vitest";
import type { Facts } from "../../../../src/access/model/facts/facts.js";
import type { AccessModel } from "../../../../src/access/model/model.js";
import { copiedOrganization } from "../../../../src/cli/rehearsal/copied-organization.js";
import { Rehearsal } from "../../../../src/cli/rehearsal/rehearsal.js";
import { accessTo, groupsOf } from "../../../../src/local/service/access/access.js";
import { createStore, type Store } from "../../../../src/local/service/storage/store.js";
import { factsOf } from "../../oracle/facts.js";
import { NOW } from "../../oracle/organizations.js";

/** A rehearsal on a copy of the organization that is built only from the facts. Fails if the facts of the copy differ. */
export async function rehearsalOf(store: Store, { records }: AccessModel): Promise<Rehearsal> {
    const { organization, gaps } = copiedOrganization(records);
    if (!organization) throw new Error(gaps.join());
    expect(inOrder(factsOf(createStore(organization)))).toEqual(inOrder(factsOf(store)));
    const people = new Map(store.users.all().map(({ user_id }) => [user_id, "MEMBER" as const]));
    return Rehearsal.open(organization, people, NOW);
}

/** The facts with memberships and grants sorted, because the records of the model group them. */
function inOrder(facts: Facts): object {
    const sorted = (list: Iterable<object>) => [...list].map((one) => JSON.stringify(one)).sort();
    const { memberships, grants, links, nestings } = facts;
    return {
        ...facts,
        memberships: sorted(memberships),
        grants: sorted(grants),
        links: sorted(links),
        nestings: sorted(nestings),
    };
}

/** Ids of the groups and resources that a user has. */
export function heldBy(store: Store, userId: string): Set<string> {
    const resources = store.resources.all().map(({ resource_id }) => resource_id);
    return new Set([
        ...groupsOf(store, userId),
        ...resources.filter((id) => accessTo(store, id).some(({ user_id }) => user_id === userId)),
    ]);
}

/** Gives a user a group or a resource. */
export function take(store: Store, user_id: string, id: string): void {
    const granted = { user_id, access_level_remote_id: "", expiration_date: null, propagation_status: null };
    if (store.groups.has(id)) store.groupUsers.set({ ...granted, group_id: id });
    else store.resourceUsers.set({ ...granted, resource_id: id });
}
