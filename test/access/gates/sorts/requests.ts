import type { Declaration, Value } from "../../../proofs/simulator/program.js";
import { type Bench, type Edit, objectsIn, type Sorts, textsIn, without } from "../edit.js";
import type { Args } from "../programs.js";

/** Edits of request configurations: who may request access, and who approves. */
export const REQUESTS_WIDER: Sorts = {
    "approve requests automatically": [
        2,
        (on) =>
            rule(
                on,
                (one) => one.autoApproval === false,
                () => ({ autoApproval: true }),
            ),
    ],
    "allow requests": [
        2,
        (on) =>
            rule(
                on,
                (one) => one.allowRequests === false,
                () => ({ allowRequests: true }),
            ),
    ],
    "remove a reviewer stage": [
        2,
        (on) =>
            rule(
                on,
                (one) => stagesOf(one).length > 1,
                (one) => ({ reviewerStages: without(stagesOf(one), on.dice.pick(stagesOf(one))) }),
            ),
    ],
    "let one reviewer be enough": [
        2,
        (on) =>
            stage(
                on,
                ({ operator }) => operator === "AND",
                () => ({ operator: "OR" }),
            ),
    ],
    "remove an owner from a reviewer stage": [
        2,
        (on) =>
            stage(
                on,
                ({ ownerIds }) => textsIn(ownerIds).length > 1,
                ({ ownerIds }) => ({ ownerIds: without(textsIn(ownerIds), on.dice.pick(textsIn(ownerIds))) }),
            ),
    ],
    "add an owner to a reviewer stage": [
        2,
        (on) => {
            const owner = on.dice.pick(on.owners);
            return stage(
                on,
                ({ ownerIds }) => !textsIn(ownerIds).includes(owner),
                ({ ownerIds }) => ({ ownerIds: [...textsIn(ownerIds), owner] }),
            );
        },
    ],
    "let people review their own requests": [
        2,
        (on) => {
            const owner = on.one(["Owner"], ({ userIds }) => textsIn(userIds).length > 0);
            if (!owner) return undefined;
            const alone = { operator: "OR", ownerIds: [`@=${owner.name}`] };
            return rule(
                on,
                ({ autoApproval }) => autoApproval === false,
                () => ({
                    allowRequests: true,
                    reviewerStages: [alone],
                }),
            );
        },
    ],
    "remove the approval of administrators": [
        1,
        (on) =>
            stage(
                on,
                (one) => one.requireAdminApproval === true,
                () => ({ requireAdminApproval: false }),
            ),
    ],
    "remove the approval of managers": [
        1,
        (on) =>
            stage(
                on,
                (one) => one.requireManagerApproval === true,
                () => ({ requireManagerApproval: false }),
            ),
    ],
    "add an escalation": [
        2,
        (on) => {
            const escalation = { delayMinutes: 5, userIds: on.dice.some(on.users, 2) };
            return stage(
                on,
                (one) => one.operator === "OR" && !one.escalation,
                () => ({ escalation }),
            );
        },
    ],
    "increase the maximum duration of requests": [
        2,
        (on) =>
            rule(
                on,
                (one) => one.maxDurationMinutes !== undefined,
                () => ({
                    maxDurationMinutes: on.dice.pick([-1, 43_200]),
                }),
            ),
    ],
    "change the group in a condition": [
        2,
        (on) => {
            const group = on.dice.pick(on.around.groups);
            return rule(
                on,
                (one) => isFor(one) && !isFor(one, group),
                () => ({ condition: { groupIds: [group] } }),
            );
        },
    ],
    "remove a configuration with a condition": [
        2,
        (on) =>
            configured(
                on,
                (one) => isFor(one),
                (rules, one) => without(rules, one),
            ),
    ],
    "add a configuration for a group": [
        2,
        (on) => {
            const group = on.dice.pick(on.around.groups);
            const added: Args = {
                priority: 1,
                condition: { groupIds: [group] },
                allowRequests: true,
                autoApproval: on.dice.chance(0.4),
                reviewerStages: [on.around.stage(on.owners)],
            };
            return configured(
                on,
                (one) => one.priority === 0,
                (rules) =>
                    rules.some((one) => isFor(one, group)) ? undefined : [rules[0] ?? {}, added, ...rules.slice(1)],
            );
        },
    ],
    "change the reviewers of an existing resource": [
        2,
        (on) => {
            const owner = on.dice.pick(on.owners);
            const document = on.one(["ResourceReviewers"], ({ reviewerIds }) => !textsIn(reviewerIds).includes(owner));
            return document && on.set(document, { reviewerIds: [owner] });
        },
    ],
};

export const REQUESTS_NARROWER: Sorts = {
    "require the approval of reviewers": [
        2,
        (on) =>
            rule(
                on,
                (one) => one.autoApproval === true,
                () => ({ autoApproval: false }),
            ),
    ],
    "forbid requests": [
        2,
        (on) =>
            rule(
                on,
                (one) => one.allowRequests === true,
                () => ({ allowRequests: false }),
            ),
    ],
    "decrease the maximum duration of requests": [
        2,
        (on) =>
            rule(
                on,
                (one) => one.maxDurationMinutes !== 60,
                () => ({ maxDurationMinutes: 60 }),
            ),
    ],
    "require MFA and a reason": [
        2,
        (on) =>
            rule(
                on,
                () => true,
                () => ({ requireMfaToRequest: true, reasonOptional: false }),
            ),
    ],
    "set a recommended duration": [
        2,
        (on) =>
            rule(
                on,
                () => true,
                () => ({ recommendedDurationMinutes: 30 }),
            ),
    ],
    "reorder the configurations": [
        2,
        (on) =>
            configured(
                on,
                (one) => isFor(one),
                (rules) => [...rules].reverse(),
                true,
            ),
    ],
};

/** Changes a random request configuration that satisfies the predicate. */
function rule(on: Bench, fits: (rule: Args) => boolean, change: (rule: Args) => Args): Edit | undefined {
    return configured(on, fits, (rules, meant) =>
        rules.map((one) => (one === meant ? { ...one, ...change(one) } : one)),
    );
}

function stage(on: Bench, fits: (stage: Args) => boolean, change: (stage: Args) => Args): Edit | undefined {
    return rule(
        on,
        (one) => stagesOf(one).some(fits),
        (one) => {
            const meant = on.dice.pick(stagesOf(one).filter(fits));
            return {
                reviewerStages: stagesOf(one).map((each) => (each === meant ? { ...each, ...change(each) } : each)),
            };
        },
    );
}

/** Replaces the request configurations of a group or a resource. Priorities follow the order of the list unless they are kept. */
function configured(
    on: Bench,
    fits: (rule: Args) => boolean,
    change: (rules: readonly Args[], meant: Args) => readonly Args[] | undefined,
    keepsRanks = false,
): Edit | undefined {
    const found = on.dice.maybe(
        on.program.flatMap((declaration): [Declaration, Args][] =>
            objectsIn(declaration.args.requestConfigurations)
                .filter(fits)
                .map((one) => [declaration, one]),
        ),
    );
    if (!found) return undefined;
    const [declaration, meant] = found;
    const changed = change(objectsIn(declaration.args.requestConfigurations), meant);
    if (!changed) return undefined;
    const requestConfigurations: Value = keepsRanks ? changed : changed.map((one, priority) => ({ ...one, priority }));
    return on.set(declaration, { requestConfigurations });
}

function stagesOf({ reviewerStages }: Args): Args[] {
    return objectsIn(reviewerStages);
}

/** Returns whether a configuration has a condition or, if a group is given, a condition on that group. */
function isFor({ condition }: Args, group?: string): boolean {
    const groups = textsIn(Object(condition).groupIds);
    return group === undefined ? groups.length > 0 : groups.includes(group);
}
