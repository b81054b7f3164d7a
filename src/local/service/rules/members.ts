import type { RuleConjunction, Tag, User } from "../../../api/generated/types.gen.js";
import { revokeMembership } from "../groups/memberships.js";
import { Conflict } from "../http/errors.js";
import type { Store } from "../storage/store.js";

/** Kinds that determine the members of rules, and the members: while none of them changes, nothing needs to be recomputed. */
export const RULE_SOURCES = ["accessRules", "users", "userTags", "tags", "groupUsers"] as const;

/**
 * Recomputes the members of every access rule. A paused rule keeps its members and adds none.
 * Inferred: the API computes this a while later; here, immediately with the change.
 */
export function fillRules(store: Store): void {
    if (!store.accessRules.all().some(({ status }) => status === "ACTIVE")) return;
    const users = store.users.all().map((user) => {
        const links = store.userTags.where("user_id", user.user_id);
        return { user, tags: links.map((link) => store.tags.get(link.tag_id)) };
    });
    for (const { access_rule_id: group_id, status, ruleClauses } of store.accessRules.all()) {
        if (status !== "ACTIVE") continue;
        const wanted = new Set<string>();
        for (const { user, tags } of users) {
            const fits = (conditions: RuleConjunction) => matches(user, tags, conditions);
            if (fits(ruleClauses.when) && !(ruleClauses.unless && fits(ruleClauses.unless))) wanted.add(user.user_id);
        }
        for (const membership of store.groupUsers.where("group_id", group_id)) {
            if (!wanted.delete(membership.user_id)) revokeMembership(store, membership);
        }
        for (const user_id of wanted) {
            const grant = { access_level_remote_id: "", expiration_date: null, propagation_status: null };
            store.groupUsers.set({ group_id, user_id, ...grant });
        }
    }
}

/** Inferred: members of a rule follow from its conditions alone, so none can be added or removed. @throws Conflict */
export function mustNotBeRule(store: Store, groupId: string): void {
    if (!store.accessRules.has(groupId)) return;
    throw new Conflict(`The group ${groupId} is an access rule, whose members follow from its conditions.`);
}

/**
 * AND of clauses, each an OR of tests. Inferred: a tag is told by key and value alone, since no answer shows the connection that it
 * comes from.
 */
function matches(user: User, tags: readonly Tag[], { clauses }: RuleConjunction): boolean {
    return clauses.every(
        ({ selectors, attribute_selectors = [] }) =>
            selectors.some(({ key, value }) => tags.some((tag) => tag.key === key && (tag.value ?? "") === value)) ||
            // HR_IDP_STATUS is the only attribute.
            attribute_selectors.some(({ values }) => values.includes(user.hr_idp_status ?? "")),
    );
}
