import type { User } from "../../../api/generated/types.gen.js";
import type { Routes } from "../http/area.js";
import { BadRequest, Conflict, NotFound } from "../http/errors.js";
import { listedAs } from "../http/pages.js";
import type { Store } from "../storage/store.js";
import { tagFilter } from "../tags/tags.js";
import { MEMBER, userAnswer, userFactsOf } from "./user-answers.js";
import { removeUser } from "./user-removal.js";

/** Operations on users. Only administrators can invite, update and delete users (see rights.ts). */
export const userRoutes = {
    getUser({ store, query }) {
        // The id takes precedence over the email. The API returns an error if neither is specified, but does not document the status; we
        // assume 400.
        if (query.user_id !== undefined) return userAnswer(store, store.users.get(query.user_id));
        if (query.email === undefined) throw new BadRequest("user_id is required unless email is set.");
        const found = withEmail(store, query.email);
        if (!found) throw new NotFound(`No user has the email ${query.email}.`);
        return userAnswer(store, found);
    },

    getUserById: ({ store, path }) => userAnswer(store, store.users.get(path.user_id)),

    getUsers(call) {
        const { store, query } = call;
        const any = tagFilter(store.userTags, query.tag_ids, (link) => link.user_id);
        const found = store.users.all().filter((user) => any(user.user_id));
        return listedAs(call, store.users, found, (user) => userAnswer(store, user));
    },

    inviteUser({ store, body }) {
        const { email, first_name, last_name, role } = body;
        if (store.foreignUsers.has(email.toLowerCase())) {
            throw new Conflict(`email: the user ${email} belongs to another organization.`);
        }
        // The API does not document this; we assume that inviting an existing user is refused.
        if (withEmail(store, email)) throw new Conflict(`email: the user ${email} is already in this organization.`);
        const user_id = store.newId("user", email.toLowerCase());
        store.userFacts.set({ user_id, ...MEMBER, role });
        const full_name = `${first_name} ${last_name}`.trim();
        return userAnswer(store, store.users.set({ user_id, email, full_name, first_name, last_name, position: "" }));
    },

    /** The API does not document this; we assume that users cannot be their own manager. */
    updateUser({ store, path, body }) {
        const user = store.users.get(path.user_id);
        const facts = userFactsOf(store, user);
        if (facts.immutable) throw new Conflict(`The user ${user.full_name} is immutable and cannot be changed.`);
        if (facts.idp_managed) {
            throw new Conflict(`The user ${user.full_name} is managed by an identity provider. Change the user there.`);
        }
        const { manager_id, position } = body;
        store.users.mustKnow("manager_id", manager_id);
        if (manager_id === user.user_id) throw new BadRequest("manager_id: a user cannot be their own manager.");
        if (manager_id !== undefined && manager_id !== facts.manager_id) store.userFacts.set({ ...facts, manager_id });
        if (position !== undefined && position !== user.position) store.users.change(user.user_id, { position });
        return userAnswer(store, store.users.get(user.user_id));
    },

    /**
     * The API does not document when a user cannot be deleted. We assume that this is the case if the user is immutable, if an identity
     * provider would recreate the user, if the user owns the token of the call or of the service, or if requests escalate to the user.
     */
    deleteUser({ store, caller, now, path }) {
        const user = store.users.get(path.user_id);
        const { immutable, idp_managed } = userFactsOf(store, user);
        const cannot = (why: string) => new Conflict(`The user ${user.full_name} cannot be deleted: ${why}.`);
        if (immutable) throw cannot("the user is immutable");
        if (idp_managed) throw cannot("the user is managed by an identity provider, which would recreate it");
        if (user.user_id === caller.user_id) throw cannot("this call uses the user's own token");
        if (user.user_id === store.currentUserId)
            throw cannot("the administrator token of this service belongs to the user");
        const answer = userAnswer(store, user);
        removeUser(store, user, now);
        return answer;
    },

    getCurrentUser: ({ store, caller }) => userAnswer(store, store.users.get(caller.user_id)),
} satisfies Routes;

/** Finds a user by email address. Case is ignored. */
function withEmail(store: Store, email: string): User | undefined {
    return store.users.all().find((user) => user.email.toLowerCase() === email.toLowerCase());
}

/**
 * Creates the service user of a Paladin or a script. It is immutable, because it is created and deleted only together with its object. We
 * assume that service users cannot receive email (not documented by the API); the domain .invalid never exists.
 */
export function addServiceUser(store: Store, user_id: string, name: string, position: "Paladin" | "Script"): void {
    const email = `${user_id}@${position.toLowerCase()}.invalid`;
    store.users.set({ user_id, email, full_name: name, first_name: name, last_name: "", position });
    store.userFacts.set({ user_id, ...MEMBER, immutable: true });
}
