import type { RuleConjunction, Tag, User } from "../../../api/generated/types.gen.js";
import { revokeMembership } from "../groups/memberships.js";
import { Conflict } from "../http/errors.js";
import type { Store } from "../storage/store.js";

/**
 * The tables on which the members of access rules depend, including the table of members itself. Members are recomputed only if one of
 * these tables changes.
 */
export const RULE_SOURCES = ["accessRules", "users", "userTags", "tags", "groupUsers"] as const;

/**
 * Recomputes the members of all active access rules. The members of paused rules stay unchanged. The real service presumably does this with
 * a delay; the local service does it immediately.
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

/**
 * Refuses changes to the members of an access rule. We assume that only the conditions of a rule determine its members (not documented by
 * the API).
 * @throws Conflict if the group belongs to an access rule
 */
export function mustNotBeRule(store: Store, groupId: string): void {
    if (!store.accessRules.has(groupId)) return;
    throw new Conflict(
        `The members of the group ${groupId} cannot be changed: they are determined by the conditions of its access rule.`,
    );
}

/**
 * Whether a user matches all clauses. A clause matches if any of its selectors matches. We assume that tags are compared only by key and
 * value, because tags in responses do not have a connection (not documented by the API).
 */
function matches(user: User, tags: readonly Tag[], { clauses }: RuleConjunction): boolean {
    return clauses.every(
        ({ selectors, attribute_selectors = [] }) =>
            selectors.some(({ key, value }) => tags.some((tag) => tag.key === key && (tag.value ?? "") === value)) ||
            // HR_IDP_STATUS is the only attribute that the API supports.
            attribute_selectors.some(({ values }) => values.includes(user.hr_idp_status ?? "")),
    );
}
