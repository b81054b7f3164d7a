import { z } from "zod";
import { isObject, type Properties } from "../../common/properties.js";
import { hasUnknown, isUnknown, unknownValue } from "../../common/unknown.js";
import {
    evaluated,
    fewerWidens,
    harmlessWhenNew,
    irrelevant,
    lastWidens,
    laterWidens,
    moreWidens,
    unevaluated,
} from "../../provider/schema/access.js";
import { defaulted, field, rule } from "../../provider/schema/fields.js";
import type { RiskOf } from "../../provider/schema/risk.js";
import { groupSource, ownerSource, requestTemplateSource, scriptSource, userSource } from "../sources.js";
import { id, idSet, ids, minutesField, whole } from "./values.js";

const escalation = z.strictObject({
    /** Minutes without a decision before the stage escalates: 1 to 1440. */
    delayMinutes: irrelevant(minutesField(1).max(1440)),
    /** Owners who can review after the escalation. */
    ownerIds: evaluated(idSet(ownerSource)).optional(),
    /** Users who can review after the escalation. */
    userIds: evaluated(idSet(userSource), moreWidens).optional(),
});

const reviewerStage = z
    .strictObject({
        /** `AND` (default): all reviewers must approve. `OR`: one approval is enough. */
        operator: harmlessWhenNew(evaluated(defaulted(z.enum(["AND", "OR"]), "AND"), lastWidens("AND", "OR"))),
        /** Owners who review. */
        ownerIds: evaluated(
            field(ids(ownerSource), { list: { unordered: true }, wire: { whenNew: [] }, exported: "always" }),
        ).optional(),
        /** Service users who review. Specify Paladins here, by their ids. */
        serviceUserIds: evaluated(field(idSet(userSource), { wire: { whenNew: [] }, exported: "always" })).optional(),
        /**
         * Scripts that review, by their ids: only those of the type `REQUEST_REVIEW`. A script may approve by itself. Needs a service of
         * August 2026 or later.
         */
        opalScriptIds: evaluated(
            field(idSet(scriptSource, { scriptType: "REQUEST_REVIEW" }), { announced: true, exported: "always" }),
        ).optional(),
        /** The manager of the user who would get access must approve. */
        requireManagerApproval: evaluated(
            field(z.boolean(), { wire: { whenNew: false }, exported: "always" }),
        ).optional(),
        /** The admin owner must approve in this stage. */
        requireAdminApproval: evaluated(
            field(z.boolean(), { wire: { whenNew: false }, exported: "always" }),
        ).optional(),
        /** Escalation if no reviewer decides in time; null for none. Only with `OR`. */
        escalation: field(escalation.nullable(), {
            wire: { sentBackWith: ({ operator }) => operator === "OR", cleared: "omitted", whenNew: null },
        }).optional(),
    })
    .refine((stage) => !stage.escalation || stage.operator === "OR", {
        path: ["escalation"],
        error: 'it requires operator "OR"',
    })
    .refine(({ escalation, ownerIds }) => !escalation || isForOthers(escalation, ownerIds), {
        path: ["escalation"],
        error: "it must specify an owner or a user who is not already a reviewer in the stage",
    });

/**
 * Returns whether the escalation has a reviewer who is not already in the stage. Omitted and unknown values pass, because they could name
 * such a reviewer.
 */
function isForOthers(
    { ownerIds, userIds }: z.infer<typeof escalation>,
    reviewing: readonly string[] | undefined,
): boolean {
    if (ownerIds === undefined || (userIds ?? []).length > 0) return true;
    if (ownerIds.length === 0) return userIds === undefined;
    return reviewing === undefined || hasUnknown(reviewing) || ownerIds.some((one) => !reviewing.includes(one));
}

/** Review stages in order, three at most. */
export const reviewerStages = z.array(reviewerStage).max(3);

const condition = z.strictObject({
    /** Requesters who are in one of these groups. The API currently accepts only one group. */
    groupIds: field(ids(groupSource).max(1), { list: { unordered: true } }).optional(),
    /** Requesters who have one of these roles, by the id of the role in the end system. */
    roleRemoteIds: field(z.array(z.string()), { list: { unordered: true } }).optional(),
});

/**
 * Risk of a change to the maximum duration. The API documents only -1 as unlimited. For an older setting, 0 means that nothing is set, so it
 * may mean no limit here, too.
 */
const maximumWidens: RiskOf = (from, to, siblings) =>
    (to === 0 && from !== -1) || from === 0 ? "mayWiden" : laterWidens(-1)(from, to, siblings);

const requestConfigurationFields = z.strictObject({
    /**
     * Rank of the configuration. Ranks start at 0, without gaps. 0 is the default configuration, which does not have a condition. If
     * omitted, configurations with a condition are ranked in list order from 1.
     */
    priority: evaluated(defaulted(z.number().int().min(0), rank)),
    /**
     * Requesters that this configuration applies to: those in any of the groups or with any of the roles. Omit it for the default
     * configuration.
     */
    condition: evaluated(field(condition.nullable(), { canonical: whole })).optional(),
    /** Whether access can be requested. Default: true. */
    allowRequests: harmlessWhenNew(evaluated(defaulted(z.boolean(), true), moreWidens)),
    /** Approves requests without a reviewer. Default: false. */
    autoApproval: evaluated(defaulted(z.boolean(), false), moreWidens),
    /** Requesters must pass MFA. */
    requireMfaToRequest: harmlessWhenNew(
        unevaluated(field(z.boolean(), { wire: { whenNew: false } }), fewerWidens),
    ).optional(),
    /** Requesters must attach a support ticket. */
    requireSupportTicket: harmlessWhenNew(
        unevaluated(field(z.boolean(), { wire: { whenNew: false } }), fewerWidens),
    ).optional(),
    /** Requesters can omit the reason. */
    reasonOptional: irrelevant(z.boolean()).optional(),
    /** Maximum duration of a request in minutes; -1 for unlimited. The API does not document what 0 means. */
    maxDurationMinutes: evaluated(minutesField(-1), maximumWidens).optional(),
    /** Suggested duration in minutes; -1 for unlimited. The API does not document what 0 means. */
    recommendedDurationMinutes: irrelevant(minutesField(-1)).optional(),
    /** Minutes that an extension adds; 0 disables extensions. */
    extensionsDurationInMinutes: harmlessWhenNew(unevaluated(minutesField(0), laterWidens())).optional(),
    /** Request template with questions for the requester; null for none. */
    requestTemplateId: irrelevant(
        field(id(requestTemplateSource).nullable(), { wire: { cleared: "omitted" } }),
    ).optional(),
    /** Review stages in order, three at most. Without `autoApproval`, at least one. */
    reviewerStages: evaluated(reviewerStages, fewerWidens).optional(),
});

const requestConfiguration = rule(
    requestConfigurationFields,
    "reviewerStages",
    "it must have at least one stage unless autoApproval is true",
    ({ autoApproval, reviewerStages: stages }) =>
        !Array.isArray(stages) || stages.length > 0 || autoApproval === true || isUnknown(autoApproval),
);

/** Rules for requesting access: exactly one default configuration, and priorities from 0 without gaps. */
export const requestConfigurations = field(
    z
        .array(requestConfiguration)
        .min(1)
        .superRefine((list, context) => {
            const fault = (message: string, ...path: PropertyKey[]): void =>
                context.addIssue({ code: "custom", path, message });
            const defaults = list.flatMap(({ condition }, index) => (isEmptyCondition(condition) ? [index] : []));
            for (const index of defaults.slice(1))
                fault(
                    "every configuration except the default needs a condition with a group or a role",
                    index,
                    "condition",
                );
            if (defaults.length !== 1) {
                if (defaults.length === 0 && list.length > 0)
                    fault("one configuration must have no condition: it applies to all other requesters");
                return;
            }
            const priorities = list.map(({ priority }) => priority);
            const missing = list.findIndex((_, rank) => !priorities.includes(rank));
            if (missing >= 0) {
                const found = priorities.join(", ");
                fault(`the priorities must be 0 to ${list.length - 1}, each once, but are ${found}`);
            }
            for (const [index, { priority, condition }] of list.entries()) {
                const hasCondition = !isEmptyCondition(condition);
                if (priority === 0 && hasCondition) {
                    fault("the default configuration (priority 0) must not have a condition", index, "condition");
                }
                if (priority > 0 && !hasCondition) {
                    fault(
                        "every configuration except the default needs a condition with a group or a role",
                        index,
                        "condition",
                    );
                }
            }
        }),
    // The condition identifies a configuration, so undeclared settings stay with the condition when the rank changes.
    { list: { identity: audience, fallbackIdentity: "priority", unordered: true } },
);

/**
 * Returns the default priority of a configuration: the next free rank in list order. Unknown if the condition of this or an earlier
 * configuration is unknown, because that configuration may be the default.
 */
function rank({ condition }: Properties, list: readonly unknown[], place: number): unknown {
    const before = list.slice(0, place).map((one) => (isObject(one) ? one.condition : one));
    if ([...before, condition].some(isUnknown)) return unknownValue;
    if (isEmptyCondition(condition)) return 0;
    const others = list.filter((_, index) => index !== place);
    const given = others.flatMap((one) => (isObject(one) && typeof one.priority === "number" ? [one.priority] : []));
    const free = list.map((_, index) => index + 1).filter((one) => !given.includes(one));
    const isRanked = (one: unknown): boolean =>
        isObject(one) && one.priority == null && !isEmptyCondition(one.condition);
    return free[list.slice(0, place).filter(isRanked).length] ?? list.length;
}

function isEmptyCondition(condition: unknown): boolean {
    return !hasUnknown(condition) && Object.keys(Object(whole(condition ?? null))).length === 0;
}

function audience({ condition }: Properties): unknown {
    return whole(condition ?? null);
}
