import type { Declaration, Value } from "../../../proofs/simulator/program.js";
import { type Bench, type Draw, objectsIn, type Sorts, textsIn, without } from "../edit.js";
import type { Args } from "../programs.js";

/** Edits of request configurations: who may request access, and who approves. */
export const REQUESTS_WIDER: Sorts = {
    "approve requests automatically": rule(
        (one) => one.autoApproval === false,
        () => ({ autoApproval: true }),
    ),
    "allow requests": rule(
        (one) => one.allowRequests === false,
        () => ({ allowRequests: true }),
    ),
    "remove a reviewer stage": rule(
        (one) => stagesOf(one).length > 1,
        (one, on) => ({ reviewerStages: without(stagesOf(one), on.dice.pick(stagesOf(one))) }),
    ),
    "let one reviewer be enough": stage(
        ({ operator }) => operator === "AND",
        () => ({ operator: "OR" }),
    ),
    "remove an owner from a reviewer stage": stage(
        ({ ownerIds }) => textsIn(ownerIds).length > 1,
        ({ ownerIds }, on) => ({ ownerIds: without(textsIn(ownerIds), on.dice.pick(textsIn(ownerIds))) }),
    ),
    "add an owner to a reviewer stage": (on) => {
        const owner = on.dice.pick(on.owners);
        return stage(
            ({ ownerIds }) => !textsIn(ownerIds).includes(owner),
            ({ ownerIds }) => ({ ownerIds: [...textsIn(ownerIds), owner] }),
        )(on);
    },
    "let people review their own requests": (on) => {
        const owner = on.one(["Owner"], ({ userIds }) => textsIn(userIds).length > 0);
        if (!owner) return undefined;
        const alone = { operator: "OR", ownerIds: [`@=${owner.name}`] };
        return rule(
            ({ autoApproval }) => autoApproval === false,
            () => ({
                allowRequests: true,
                reviewerStages: [alone],
            }),
        )(on);
    },
    "remove the approval of administrators": stage(
        (one) => one.requireAdminApproval === true,
        () => ({ requireAdminApproval: false }),
    ),
    "remove the approval of managers": stage(
        (one) => one.requireManagerApproval === true,
        () => ({ requireManagerApproval: false }),
    ),
    "add an escalation": (on) => {
        const escalation = { delayMinutes: 5, userIds: on.dice.some(on.users, 2) };
        return stage(
            (one) => one.operator === "OR" && !one.escalation,
            () => ({ escalation }),
        )(on);
    },
    "increase the maximum duration of requests": rule(
        (one) => one.maxDurationMinutes !== undefined,
        (_, on) => ({
            maxDurationMinutes: on.dice.pick([-1, 43_200]),
        }),
    ),
    "change the group in a condition": (on) => {
        const group = on.dice.pick(on.around.groups);
        return rule(
            (one) => isFor(one) && !isFor(one, group),
            () => ({ condition: { groupIds: [group] } }),
        )(on);
    },
    "remove a configuration with a condition": configured(
        (one) => isFor(one),
        (rules, one) => without(rules, one),
    ),
    "add a configuration for a group": (on) => {
        const group = on.dice.pick(on.around.groups);
        const added: Args = {
            priority: 1,
            condition: { groupIds: [group] },
            allowRequests: true,
            autoApproval: on.dice.chance(0.4),
            reviewerStages: [on.around.stage(on.owners)],
        };
        return configured(
            (one) => one.priority === 0,
            (rules) =>
                rules.some((one) => isFor(one, group)) ? undefined : [rules[0] ?? {}, added, ...rules.slice(1)],
        )(on);
    },
    "change the reviewers of an existing resource": (on) => {
        const owner = on.dice.pick(on.owners);
        const document = on.one(["ResourceReviewers"], ({ reviewerIds }) => !textsIn(reviewerIds).includes(owner));
        return document && on.set(document, { reviewerIds: [owner] });
    },
};

export const REQUESTS_NARROWER: Sorts = {
    "require the approval of reviewers": rule(
        (one) => one.autoApproval === true,
        () => ({ autoApproval: false }),
    ),
    "forbid requests": rule(
        (one) => one.allowRequests === true,
        () => ({ allowRequests: false }),
    ),
    "decrease the maximum duration of requests": rule(
        (one) => one.maxDurationMinutes !== 60,
        () => ({ maxDurationMinutes: 60 }),
    ),
    "require MFA and a reason": rule(
        () => true,
        () => ({ requireMfaToRequest: true, reasonOptional: false }),
    ),
    "set a recommended duration": rule(
        () => true,
        () => ({ recommendedDurationMinutes: 30 }),
    ),
    "reorder the configurations": configured(
        (one) => isFor(one),
        (rules) => [...rules].reverse(),
        true,
    ),
};

type Change = (one: Args, on: Bench) => Args;

/** Changes a random request configuration that satisfies the predicate. */
function rule(fits: (rule: Args) => boolean, change: Change): Draw {
    return configured(fits, (rules, meant, on) =>
        rules.map((one) => (one === meant ? { ...one, ...change(one, on) } : one)),
    );
}

function stage(fits: (stage: Args) => boolean, change: Change): Draw {
    return rule(
        (one) => stagesOf(one).some(fits),
        (one, on) => {
            const meant = on.dice.pick(stagesOf(one).filter(fits));
            return {
                reviewerStages: stagesOf(one).map((each) => (each === meant ? { ...each, ...change(each, on) } : each)),
            };
        },
    );
}

/** Replaces the request configurations of a group or a resource. Priorities follow the order of the list unless they are kept. */
function configured(
    fits: (rule: Args) => boolean,
    change: (rules: readonly Args[], meant: Args, on: Bench) => readonly Args[] | undefined,
    keepsRanks = false,
): Draw {
    return (on) => {
        const found = on.dice.maybe(
            on.program.flatMap((declaration): [Declaration, Args][] =>
                objectsIn(declaration.args.requestConfigurations)
                    .filter(fits)
                    .map((one) => [declaration, one]),
            ),
        );
        if (!found) return undefined;
        const [declaration, meant] = found;
        const changed = change(objectsIn(declaration.args.requestConfigurations), meant, on);
        if (!changed) return undefined;
        const requestConfigurations: Value = keepsRanks
            ? changed
            : changed.map((one, priority) => ({ ...one, priority }));
        return on.set(declaration, { requestConfigurations });
    };
}

function stagesOf({ reviewerStages }: Args): Args[] {
    return objectsIn(reviewerStages);
}

/** Returns whether a configuration has a condition or, if a group is given, a condition on that group. */
function isFor({ condition }: Args, group?: string): boolean {
    const groups = textsIn(Object(condition).groupIds);
    return group === undefined ? groups.length > 0 : groups.includes(group);
}
