import { isDeepStrictEqual } from "node:util";
import type { AccessRule } from "../../../api/generated/types.gen.js";
import { visible } from "../access/viewer.js";
import { ruleGroupType, sameType } from "../apps/types.js";
import { addGroup } from "../groups/groups.js";
import type { Routes, ServiceCall } from "../http/area.js";
import { BadRequest } from "../http/errors.js";
import { page } from "../http/pages.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";
import { defaultRequestConfiguration } from "../templates/request-configurations.js";
import { newSettings } from "../templates/settings.js";

/** Operations on access rules. A rule is a group with conditions, so it is deleted with `deleteGroup`. */
export const accessRuleRoutes = {
    getAccessRules(call) {
        const { store } = call;
        const found = visible(call, store.accessRules.all(), "access_rule_id");
        const { items, next, previous } = page(call, store.accessRules, found);
        return {
            results: items.map((rule) => accessRuleAnswer(store, rule)),
            // Unlike in other lists, these fields must be omitted if they would be null.
            ...(next !== null && { next }),
            ...(previous !== null && { previous }),
        };
    },

    createAccessRule({ store, body }) {
        checkAccessRule(store, body);
        const { name, description, admin_owner_id, status, ruleClauses } = body;
        // The API does not document this; we assume that rules belong to the organization's own app, if there is one.
        const app = store.apps.all().find(({ app_type }) => sameType(app_type, "SVC"));
        const group_id = store.newId("group", name);
        addGroup(store, {
            group_id,
            ...(app && { app_id: app.app_id }),
            group_leader_user_ids: [],
            group_type: ruleGroupType(app?.app_type),
            ...newSettings(admin_owner_id, { name, description }),
            // Access cannot be requested, because only the conditions determine the members.
            is_requestable: false,
            request_configurations: configurationsOf(admin_owner_id),
        });
        return accessRuleAnswer(store, store.accessRules.set({ access_rule_id: group_id, status, ruleClauses }));
    },

    getAccessRule: ({ store, path }) => accessRuleAnswer(store, store.accessRules.get(path.access_rule_id)),

    updateAccessRule({ store, path, body }) {
        const { access_rule_id } = path;
        checkAccessRule(store, body);
        const { name, description, admin_owner_id, status, ruleClauses } = body;
        const before = store.groups.get(access_rule_id);
        const defaults = configurationsOf(before.admin_owner_id ?? "");
        // Default reviewers are updated together with the admin owner. Request configurations that were set on the group stay unchanged.
        const areDefaults = isDeepStrictEqual(before.request_configurations, defaults);
        const request_configurations = areDefaults ? configurationsOf(admin_owner_id) : before.request_configurations;
        store.groups.change(access_rule_id, { name, description, admin_owner_id, request_configurations });
        return accessRuleAnswer(store, store.accessRules.set({ access_rule_id, status, ruleClauses }));
    },
} satisfies Routes;

type RuleRecord = Records["accessRules"];

function configurationsOf(adminOwnerId: string) {
    return [{ ...defaultRequestConfiguration(adminOwnerId), allow_requests: false }];
}

function accessRuleAnswer(store: Store, { access_rule_id, status, ruleClauses }: RuleRecord): AccessRule {
    const { name = "", description = "", admin_owner_id = "" } = store.groups.get(access_rule_id);
    return { access_rule_id, name, description, admin_owner_id, status, ruleClauses };
}

/**
 * Validates the body. We assume that clauses without selectors are refused, because they would not match any user (not documented by the
 * API).
 */
function checkAccessRule(store: Store, { admin_owner_id, ruleClauses }: ServiceCall<"createAccessRule">["body"]): void {
    store.owners.mustKnow("admin_owner_id", admin_owner_id);
    for (const part of ["when", "unless"] as const) {
        for (const [i, clause] of (ruleClauses[part]?.clauses ?? []).entries()) {
            if (clause.selectors.length + (clause.attribute_selectors ?? []).length === 0) {
                throw new BadRequest(
                    `ruleClauses.${part}.clauses[${i}] must contain a selector or an attribute selector.`,
                );
            }
        }
    }
}
