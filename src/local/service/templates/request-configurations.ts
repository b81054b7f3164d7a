import type { RequestConfiguration, ReviewerStage, UpdateGroupInfo } from "../../../api/generated/types.gen.js";
import { zCondition } from "../../../api/generated/zod.gen.js";
import { BadRequest } from "../http/errors.js";
import { accept } from "../http/validation.js";
import type { Store } from "../storage/store.js";

/** A group or a resource. */
export interface Configured {
    readonly request_configurations?: RequestConfiguration[];
}

/** The legacy request settings of groups and resources, with their names in request configurations. */
const OLD_SETTINGS = {
    is_requestable: "allow_requests",
    auto_approval: "auto_approval",
    require_mfa_to_request: "require_mfa_to_request",
    require_support_ticket: "require_support_ticket",
    max_duration: "max_duration_minutes",
    recommended_duration: "recommended_duration_minutes",
    extensions_duration_in_minutes: "extensions_duration_in_minutes",
    request_template_id: "request_template_id",
} as const satisfies Partial<Record<keyof UpdateGroupInfo, keyof RequestConfiguration>>;

export const OLD_NAMES = Object.keys(OLD_SETTINGS) as (keyof typeof OLD_SETTINGS)[];

type OldSettings = Pick<UpdateGroupInfo, keyof typeof OLD_SETTINGS | "require_manager_approval">;

/** The request rules in a body, in any format that the API supports. */
export type SentRules = OldSettings & Pick<UpdateGroupInfo, "request_configurations" | "request_configuration_list">;

/**
 * Returns the request configuration of a new group or resource. We assume that access can be requested and that the admin owner reviews
 * requests (not documented by the API).
 */
export function defaultRequestConfiguration(adminOwnerId: string): RequestConfiguration {
    return complete({
        allow_requests: true,
        auto_approval: false,
        require_mfa_to_request: false,
        require_support_ticket: false,
        priority: 0,
        reviewer_stages: [reviewedBy(adminOwnerId)],
    });
}

/** Returns the default configuration, which applies if the conditions of all other configurations do not match. */
export function defaultOf(
    configurations: readonly RequestConfiguration[] | undefined,
): RequestConfiguration | undefined {
    return configurations?.find((configuration) => configuration.priority === 0);
}

/**
 * Returns the request configurations in a body, in order of priority and with default values. Returns undefined if the body does not
 * contain any. They can be in either of two fields.
 * @param at path of these fields in the body, for error messages
 * @throws BadRequest if the list is invalid. It must contain one default configuration (priority 0, without a condition), and the
 * priorities must be unique and without gaps. A condition must not contain more than one group. One to three stages are required unless
 * approval is automatic. An escalation requires the operator OR and an additional reviewer.
 */
export function sentConfigurations(
    store: Store,
    at: string,
    { request_configurations, request_configuration_list: wrapper }: SentRules,
    adminOwnerId: string,
): RequestConfiguration[] | undefined {
    const given = request_configurations ?? wrapper?.request_configurations;
    if (!given) return undefined;
    const field = `${at}${request_configurations ? "" : "request_configuration_list."}request_configurations`;
    const read = given.map((configuration, i) => readOne(store, `${field}[${i}]`, configuration, adminOwnerId));
    read.sort((a, b) => a.priority - b.priority);
    if (read.some((configuration, i) => configuration.priority !== i)) {
        const found = read.map((configuration) => configuration.priority).join(", ") || "none";
        throw new BadRequest(
            `${field}: priorities must be 0, 1, 2 and so on, without gaps or duplicates; found ${found}.`,
        );
    }
    if (read.length === 0) throw new BadRequest(`${field} must contain the default configuration (priority 0).`);
    return read;
}

/** Validates the stages in a body. @throws BadRequest if a stage is invalid */
function readStages(store: Store, field: string, given: readonly ReviewerStage[]): ReviewerStage[] {
    if (given.length > 3) throw new BadRequest(`${field} must contain at most three stages; found ${given.length}.`);
    return given.map((stage, i) => {
        const at = `${field}[${i}]`;
        store.owners.mustKnow(`${at}.owner_ids`, stage.owner_ids);
        store.users.mustKnow(`${at}.service_user_ids`, stage.service_user_ids);
        for (const id of stage.opal_script_ids ?? []) mustReviewRequests(store, `${at}.opal_script_ids`, id);
        checkEscalation(store, at, stage);
        return { require_admin_approval: false, service_user_ids: [], ...stage };
    });
}

function mustReviewRequests(store: Store, field: string, id: string): void {
    store.scripts.mustKnow(field, id);
    const { name, script_type } = store.scripts.get(id);
    if (script_type !== "REQUEST_REVIEW")
        throw new BadRequest(
            `${field}: the script "${name}" is of the type ${script_type} and does not review requests.`,
        );
}

/** Returns the ids of the owners who review requests in these configurations, including escalations. */
export function reviewersOf(configurations: readonly RequestConfiguration[] | undefined): Set<string> {
    const stages = (configurations ?? []).flatMap((configuration) => configuration.reviewer_stages ?? []);
    return new Set(stages.flatMap((stage) => [...stage.owner_ids, ...(stage.escalation?.owner_ids ?? [])]));
}

/** Returns the stages of the default configuration. */
export function defaultStages(object: Configured): ReviewerStage[] {
    return defaultOf(object.request_configurations)?.reviewer_stages ?? [];
}

/** Returns the ids of the owners in the first stage of the default configuration, without duplicates. */
export function firstReviewersOf(object: Configured): string[] {
    return [...new Set(defaultStages(object)[0]?.owner_ids)];
}

/**
 * Returns the configurations with different stages in the default configuration. We assume that an empty list is accepted and that
 * administrators then review requests (not documented by the API).
 * @param field path of the stages in the body
 */
export function withDefaultStages(
    store: Store,
    field: string,
    object: Configured,
    given: ReviewerStage[],
): RequestConfiguration[] {
    const reviewer_stages = readStages(store, field, given);
    return withDefault(object, (configuration) => ({ ...configuration, reviewer_stages }));
}

/** Returns the configurations with different owners in the first stage of the default configuration. Its other stages stay unchanged. */
export function withFirstReviewers(store: Store, object: Configured, ids: readonly string[]): RequestConfiguration[] {
    store.owners.mustKnow("reviewer_ids", ids);
    const [first, ...others] = defaultStages(object);
    const empty: ReviewerStage = { require_manager_approval: false, operator: "AND", owner_ids: [] };
    return withDefaultStages(store, "reviewer_ids", object, [
        { ...empty, ...first, owner_ids: [...new Set(ids)] },
        ...others,
    ]);
}

/**
 * Returns the configurations after an update of legacy settings. We assume that legacy settings change the default configuration, and that
 * responses contain them only as part of it (not documented by the API).
 * @param at path of the entry in the body, for error messages
 * @throws BadRequest if a setting is out of bounds
 */
export function withOldSettings(object: Configured, at: string, old: OldSettings): RequestConfiguration[] | undefined {
    // The API documents bounds only for configurations, but legacy settings become part of a configuration.
    for (const field of ["max_duration", "recommended_duration"] as const) {
        if ((old[field] ?? 0) < -1) throw new BadRequest(`${at}${field} must be -1 (unlimited) or greater.`);
    }
    if ((old.extensions_duration_in_minutes ?? 0) < 0) {
        throw new BadRequest(`${at}extensions_duration_in_minutes must be 0 (no extensions) or greater.`);
    }
    const names = OLD_NAMES.filter((name) => old[name] !== undefined);
    const given = Object.fromEntries(names.map((name) => [OLD_SETTINGS[name], old[name]]));
    const byManager = old.require_manager_approval;
    if (names.length === 0 && byManager === undefined) return object.request_configurations;
    return withDefault(object, (configuration) => {
        const { recommended_duration_minutes, ...rest } = { ...configuration, ...given };
        const [first, ...others] = configuration.reviewer_stages ?? [];
        return {
            ...rest,
            // As a legacy setting, 0 means that no duration is recommended.
            ...(recommended_duration_minutes && { recommended_duration_minutes }),
            ...(first &&
                byManager !== undefined && {
                    reviewer_stages: [{ ...first, require_manager_approval: byManager }, ...others],
                }),
        };
    });
}

/** Returns the ids of the groups in the conditions of these configurations. */
export function conditionGroupsOf(configurations: readonly RequestConfiguration[] | undefined): Set<string> {
    return new Set((configurations ?? []).flatMap((configuration) => configuration.condition?.group_ids ?? []));
}

function readOne(store: Store, at: string, given: RequestConfiguration, adminOwnerId: string): RequestConfiguration {
    // The generated schema accepts any condition, because "or null" was generated as "or anything". The condition is therefore validated
    // here.
    const condition = accept(zCondition().nullable(), given.condition ?? null, [`${at}.condition`]);
    const groups = condition?.group_ids ?? [];
    const conditional = groups.length > 0 || (condition?.role_remote_ids ?? []).length > 0;
    if (given.priority === 0 && conditional) {
        throw new BadRequest(`${at}.condition must be null in the default configuration (priority 0).`);
    }
    if (given.priority > 0 && !conditional) {
        throw new BadRequest(
            `${at}.condition must contain a group or a role, except in the default configuration (priority 0).`,
        );
    }
    if (groups.length > 1) throw new BadRequest(`${at}.condition.group_ids must contain at most one group.`);
    store.groups.mustKnow(`${at}.condition.group_ids`, groups);
    store.requestTemplates.mustKnow(`${at}.request_template_id`, given.request_template_id);
    // The API does not document this; we assume that the admin owner reviews requests if no stages are specified, as for a new object.
    const stages = given.reviewer_stages ?? (given.auto_approval ? [] : [reviewedBy(adminOwnerId)]);
    if (stages.length === 0 && !given.auto_approval) {
        throw new BadRequest(`${at}.reviewer_stages must contain one to three stages unless auto_approval is true.`);
    }
    return complete({ ...given, condition, reviewer_stages: readStages(store, `${at}.reviewer_stages`, stages) });
}

function checkEscalation(store: Store, at: string, { operator, owner_ids, escalation }: ReviewerStage): void {
    if (!escalation) return;
    if (operator !== "OR") throw new BadRequest(`${at}.operator must be OR in a stage with an escalation.`);
    store.owners.mustKnow(`${at}.escalation.owner_ids`, escalation.owner_ids);
    store.users.mustKnow(`${at}.escalation.user_ids`, escalation.user_ids);
    const reviewing = new Set([...owner_ids, ...owner_ids.flatMap((id) => store.ownerUsers.find(id)?.user_ids ?? [])]);
    const named = [...(escalation.owner_ids ?? []), ...(escalation.user_ids ?? [])];
    if (!named.some((id) => !reviewing.has(id))) {
        throw new BadRequest(
            `${at}.escalation must contain an owner or a user who is not already a reviewer in the stage.`,
        );
    }
}

/** Fills in optional fields, because responses always contain them. */
function complete(configuration: RequestConfiguration): RequestConfiguration {
    return { reason_optional: false, ...configuration, condition: configuration.condition ?? null };
}

function withDefault(
    { request_configurations = [] }: Configured,
    change: (configuration: RequestConfiguration) => RequestConfiguration,
): RequestConfiguration[] {
    return request_configurations.map((one) => (one.priority === 0 ? change(one) : one));
}

function reviewedBy(ownerId: string): ReviewerStage {
    return {
        require_manager_approval: false,
        require_admin_approval: false,
        operator: "AND",
        owner_ids: [ownerId],
        service_user_ids: [],
    };
}
