import { z } from "zod";
import type { RequestRule, Stage } from "../../model/facts/facts.js";

const texts = z.array(z.string()).catch([]);

/** Sets the stages of the default configuration, which programs declare separately from the list of configurations. */
export function withDeclaredStages(rules: readonly RequestRule[] = [], given: unknown): RequestRule[] {
    const stages = z.array(stageShape).catch([]).parse(given);
    return restaged(rules, readStages(stages, defaultIn(rules).stages));
}

/** Sets the owners of the first stage of the default configuration, which programs declare separately from the list of configurations. */
export function withReviewers(rules: readonly RequestRule[] = [], ownerIds: unknown): RequestRule[] {
    const [first = NEW_STAGE, ...others] = defaultIn(rules).stages;
    return restaged(rules, [{ ...first, ownerIds: texts.parse(ownerIds) }, ...others]);
}

/** Makes the admin owner the reviewer, which is the default. */
export function administratorsReview(rules: readonly RequestRule[] = [], ownerId?: string): RequestRule[] {
    return restaged(rules, [{ ...NEW_STAGE, ownerIds: ownerId === undefined ? [] : [ownerId] }]);
}

function defaultIn(rules: readonly RequestRule[]): RequestRule {
    return rules.find(({ priority }) => priority === 0) ?? NEW_RULE;
}

function restaged(rules: readonly RequestRule[], stages: readonly Stage[]): RequestRule[] {
    return [...rules.filter(({ priority }) => priority !== 0), { ...defaultIn(rules), stages }];
}

const NEW_STAGE: Stage = {
    operator: "AND",
    ownerIds: [],
    serviceUserIds: [],
    requireManagerApproval: false,
    requireAdminApproval: false,
};

const NEW_RULE: RequestRule = { priority: 0, allowRequests: true, autoApproval: false, stages: [NEW_STAGE] };

const stageShape = z.looseObject({
    operator: z.enum(["AND", "OR"]).catch("AND"),
    ownerIds: texts.optional(),
    serviceUserIds: texts.optional(),
    opalScriptIds: texts.optional(),
    requireManagerApproval: z.boolean().optional().catch(false),
    requireAdminApproval: z.boolean().optional().catch(false),
    escalation: z.looseObject({ ownerIds: texts.optional(), userIds: texts.optional() }).nullish().catch(null),
});

const ruleShape = z.looseObject({
    priority: z.number().catch(0),
    condition: z.looseObject({ groupIds: texts, roleRemoteIds: texts }).nullish().catch(null),
    allowRequests: z.boolean().catch(true),
    autoApproval: z.boolean().catch(false),
    maxDurationMinutes: z.number().nullish().catch(null),
    reviewerStages: z.array(stageShape).optional().catch([]),
    unknownFields: texts.optional(),
});

/** Parses request configurations. Properties that are not set are copied from the matching configuration in `base`. */
export function requestRulesOf(given: unknown, base: readonly RequestRule[], adminOwnerId?: string): RequestRule[] {
    const read = z.array(ruleShape).catch([]).parse(given);
    const known = counterparts(read, base);
    return read.map((one, place): RequestRule => {
        const { priority, allowRequests, autoApproval, reviewerStages } = one;
        const before = known[place];
        const condition = conditionOf(one);
        const defaultStages =
            before?.stages ??
            (autoApproval ? [] : [{ ...NEW_STAGE, ownerIds: adminOwnerId === undefined ? [] : [adminOwnerId] }]);
        const stages = reviewerStages ? readStages(reviewerStages, before?.stages) : defaultStages;
        // The API uses -1 for unlimited.
        const most = one.maxDurationMinutes ?? before?.maxMinutes ?? -1;
        const limit = most >= 0 && { maxMinutes: most };
        // A program cannot declare the other unknown fields, and an update sends them back.
        const unknownFields = one.unknownFields ?? before?.unknownFields;
        return {
            priority,
            ...(condition && { condition }),
            allowRequests,
            autoApproval,
            ...limit,
            stages,
            ...(unknownFields && { unknownFields }),
        };
    });
}

type ReadRule = z.output<typeof ruleShape>;

/** Finds the matching rule in `base` for each rule: the rule with the same condition, otherwise a remaining rule with the same priority. */
function counterparts(read: readonly ReadRule[], base: readonly RequestRule[]): (RequestRule | undefined)[] {
    const textOf = (condition: RequestRule["condition"]): string => JSON.stringify(condition ?? null);
    const same = read.map((one) => base.find(({ condition }) => textOf(condition) === textOf(conditionOf(one))));
    return read.map(
        ({ priority }, place) => same[place] ?? base.find((one) => one.priority === priority && !same.includes(one)),
    );
}

function conditionOf({ condition }: ReadRule): RequestRule["condition"] {
    return condition ? { groupIds: condition.groupIds, levels: condition.roleRemoteIds } : undefined;
}

/**
 * Properties that are not set are copied from the stage at the same position. If the number of stages changes, stages cannot be matched.
 */
function readStages(given: readonly ReadStage[], base: readonly Stage[] = []): Stage[] {
    return given.map((stage, place) => stageOf(stage, given.length === base.length ? base[place] : undefined));
}

type ReadStage = z.output<typeof stageShape>;

function stageOf(given: ReadStage, base: Stage = NEW_STAGE): Stage {
    const { operator } = given;
    // Only stages with the operator OR can escalate.
    const kept = operator === "OR" ? base.escalation : undefined;
    const escalation = given.escalation === undefined ? kept : given.escalation;
    const scriptIds = given.opalScriptIds ?? base.scriptIds ?? [];
    return {
        operator,
        ownerIds: given.ownerIds ?? base.ownerIds,
        serviceUserIds: given.serviceUserIds ?? base.serviceUserIds,
        ...(scriptIds.length > 0 && { scriptIds }),
        requireManagerApproval: given.requireManagerApproval ?? base.requireManagerApproval,
        requireAdminApproval: given.requireAdminApproval ?? base.requireAdminApproval,
        ...(escalation && {
            escalation: {
                ownerIds: escalation.ownerIds ?? kept?.ownerIds ?? [],
                userIds: escalation.userIds ?? kept?.userIds ?? [],
            },
        }),
    };
}
