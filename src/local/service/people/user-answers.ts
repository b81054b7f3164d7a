import type { User } from "../../../api/generated/types.gen.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";

/** The facts of a user without a record. */
export const MEMBER = { role: "MEMBER", manager_id: null, idp_managed: false, immutable: false } as const;

export function userFactsOf(store: Store, { user_id }: Pick<User, "user_id">): Records["userFacts"] {
    return store.userFacts.find(user_id) ?? { user_id, ...MEMBER };
}

/** Returns a user as it appears in responses, which contain the manager. */
export function userAnswer(store: Store, user: User): User {
    return { ...user, manager_id: userFactsOf(store, user).manager_id };
}
