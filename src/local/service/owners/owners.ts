import type { Owner, UpdateOwnerInfo, User } from "../../../api/generated/types.gen.js";
import { membersIn } from "../access/access.js";
import type { Routes } from "../http/area.js";
import { BadRequest, Conflict, NotFound } from "../http/errors.js";
import { isNamed, listed } from "../http/pages.js";
import { userAnswer } from "../people/user-answers.js";
import { deleteAllOf, removeTarget } from "../removal.js";
import type { Store } from "../storage/store.js";
import { reviewersOf } from "../templates/request-configurations.js";
import { allRuled } from "../templates/reviewer-uses.js";

export const ownerRoutes = {
    getOwners(call) {
        const { store, query } = call;
        const found = store.owners.all().filter((owner) => isNamed(owner, query.name));
        return listed(call, store.owners, found);
    },

    createOwner({ store, body }) {
        mustBeFree(store, "name", body.name);
        checkFields(store, "", body);
        checkUsers(store, body.user_ids);
        if (body.source_group_id && body.user_ids.length > 0) {
            throw new BadRequest(
                "user_ids must be empty when source_group_id is set, because the members of that group become the users of the owner.",
            );
        }
        const owner = store.owners.set({
            owner_id: store.newId("owner", body.name),
            name: body.name,
            description: body.description ?? "",
            access_request_escalation_period: body.access_request_escalation_period ?? 0,
            reviewer_message_channel_id: body.reviewer_message_channel_id || null,
            source_group_id: body.source_group_id ?? null,
        });
        store.ownerUsers.set({ owner_id: owner.owner_id, user_ids: body.user_ids });
        return owner;
    },

    updateOwners({ store, body }) {
        for (const [i, info] of body.owners.entries()) updateOne(store, `owners[${i}].`, info);
        return { owners: body.owners };
    },

    getOwner: ({ store, path }) => store.owners.get(path.owner_id),

    deleteOwner({ store, path }) {
        const owner = store.owners.get(path.owner_id);
        const uses = usesOf(store, owner.owner_id);
        if (uses.length > 0) {
            const more = uses.length > 3 ? [`has ${uses.length - 3} other ${uses.length === 4 ? "use" : "uses"}`] : [];
            const reasons = new Intl.ListFormat("en").format([...uses.slice(0, 3), ...more]);
            throw new Conflict(`The owner "${owner.name}" cannot be deleted: it ${reasons}.`);
        }
        removeTarget(store, owner.owner_id);
        deleteAllOf(store, owner.owner_id, "owner_id");
    },

    getOwnerByName({ store, path }) {
        if (path.owner_name.includes("/")) {
            throw new NotFound(
                "An owner whose name contains a slash cannot be read by path. Use GET /owners?name= instead.",
            );
        }
        const found = store.owners.all().find((owner) => owner.name === path.owner_name);
        if (!found) throw new NotFound(`No owner has the name "${path.owner_name}".`);
        return found;
    },

    getOwnerUsers: ({ store, path }) => ({ users: usersOf(store, store.owners.get(path.owner_id)) }),

    setOwnerUsers({ store, path, body }) {
        const owner = store.owners.get(path.owner_id);
        checkUsers(store, body.user_ids);
        if (owner.source_group_id) {
            const members = membersIn(store, owner.source_group_id);
            if (members.size !== body.user_ids.length || !body.user_ids.every((id) => members.has(id))) {
                throw new BadRequest(
                    "user_ids can only be reordered. The users of this owner are the members of its source group.",
                );
            }
        }
        store.ownerUsers.set({ owner_id: owner.owner_id, user_ids: body.user_ids });
        return { users: usersOf(store, owner) };
    },
} satisfies Routes;

/** Detaches owners from a deleted source group. These owners keep their current users. */
export function detachSourceGroup(store: Store, groupId: string): void {
    for (const owner of store.owners.all()) {
        if (owner.source_group_id === groupId) detach(store, owner);
    }
}

function updateOne(store: Store, at: string, info: UpdateOwnerInfo): void {
    const owner = store.owners.get(info.owner_id);
    if (info.name !== undefined && info.name !== owner.name) mustBeFree(store, `${at}name`, info.name);
    checkFields(store, at, info);
    // "" removes the source group. If the source group changes, users who are also in the new group keep their order.
    if (info.source_group_id !== undefined) detach(store, owner);
    store.owners.change(owner.owner_id, {
        name: info.name,
        description: info.description,
        access_request_escalation_period: info.access_request_escalation_period,
        ...(info.reviewer_message_channel_id !== undefined && {
            reviewer_message_channel_id: info.reviewer_message_channel_id || null,
        }),
        ...(info.source_group_id && { source_group_id: info.source_group_id }),
    });
}

/**
 * Returns the users of an owner. With an escalation period, they are in escalation order. Otherwise the order is not defined, so they are
 * sorted by name to prevent clients from relying on the stored order.
 */
function usersOf(store: Store, owner: Owner): User[] {
    const found = userIdsOf(store, owner).map((id) => userAnswer(store, store.users.get(id)));
    if (owner.access_request_escalation_period) return found;
    return found.sort((a, b) => a.full_name.localeCompare(b.full_name, "en") || a.user_id.localeCompare(b.user_id));
}

/** Returns the ids of an owner's users. With a source group, these are its members, starting with those that have a stored order. */
export function userIdsOf(store: Store, owner: Owner): string[] {
    const ordered = store.ownerUsers.find(owner.owner_id)?.user_ids ?? [];
    if (!owner.source_group_id) return ordered;
    const members = membersIn(store, owner.source_group_id);
    return [...new Set([...ordered.filter((id) => members.has(id)), ...members])];
}

function detach(store: Store, owner: Owner): void {
    store.ownerUsers.set({ owner_id: owner.owner_id, user_ids: userIdsOf(store, owner) });
    store.owners.change(owner.owner_id, { source_group_id: null });
}

/**
 * Checks that the name is not used by another owner. We assume that names are unique, because reading an owner by name returns a single
 * owner (not documented by the API).
 */
function mustBeFree(store: Store, field: string, name: string): void {
    const taken = store.owners.all().find((owner) => owner.name === name);
    if (taken) throw new Conflict(`${field}: the owner ${taken.owner_id} already has the name "${name}".`);
}

function checkFields(store: Store, at: string, info: Omit<UpdateOwnerInfo, "owner_id">): void {
    if ((info.access_request_escalation_period ?? 0) < 0) {
        throw new BadRequest(
            `${at}access_request_escalation_period must be 0 (no escalation) or a positive number of minutes.`,
        );
    }
    store.messageChannels.mustKnow(`${at}reviewer_message_channel_id`, info.reviewer_message_channel_id || null);
    store.groups.mustKnow(`${at}source_group_id`, info.source_group_id || null);
}

function checkUsers(store: Store, userIds: readonly string[]): void {
    store.users.mustKnow("user_ids", userIds);
    if (new Set(userIds).size < userIds.length) throw new BadRequest("user_ids must not contain duplicates.");
}

/** Describes how an owner is used: the objects that it administers, the objects whose requests it reviews, and its Paladins and scripts. */
function usesOf(store: Store, ownerId: string): string[] {
    const administered = [
        ...store.apps.all().map((app) => ({ ...app, what: "app" })),
        ...store.groups.all().map((group) => ({ ...group, what: "group" })),
        ...store.resources.all().map((resource) => ({ ...resource, what: "resource" })),
        ...store.bundles.all().map((bundle) => ({ ...bundle, what: "bundle" })),
        ...store.configurationTemplates.all().map((template) => ({ ...template, what: "configuration template" })),
    ].filter((object) => object.admin_owner_id === ownerId);
    const reviewed = allRuled(store).filter(({ configurations }) => reviewersOf(configurations).has(ownerId));
    const paladins = store.paladins.all().filter(({ owner_id }) => owner_id === ownerId);
    const scripts = store.scriptReviewers.all().filter(({ owner_id }) => owner_id === ownerId);
    return [
        ...administered.map((object) => `administers the ${object.what} "${object.name}"`),
        ...reviewed.map(({ label }) => `reviews requests for the ${label}`),
        ...paladins.map(({ name }) => `owns the Paladin "${name}"`),
        ...scripts.map(({ opal_script_id }) => `owns the script "${store.scripts.get(opal_script_id).name}"`),
    ];
}
