import type {
    RequestCustomFieldResponse as Answer,
    CreateRequestInfo,
    RequestTemplateCustomField as Question,
    Request,
    RequestReviewerStages,
} from "../../../api/generated/types.gen.js";
import { mayRequestFor, organizationRoles, roleOf, userPermissionsOver } from "../access/roles.js";
import { Viewer, visible } from "../access/viewer.js";
import type { Routes, ServiceCall } from "../http/area.js";
import { within } from "../http/dates.js";
import { BadRequest, Forbidden } from "../http/errors.js";
import { fits, page } from "../http/pages.js";
import { relayPage } from "../http/relay.js";
import type { Store } from "../storage/store.js";
import { type RequestedTarget, readWanted } from "./requested-access.js";
import { planReview, type ReviewPlan } from "./reviewers.js";
import { currentStage, requestedItems, withItems } from "./stages.js";
import { beginStages, endRequest, mustBePending } from "./states.js";

/** Operations that create, read and cancel requests. Operations that approve or deny them are in reviews.ts. */
export const requests = {
    getRequests(call) {
        const { store, query } = call;
        const inPeriod = within(query);
        const found = visible(call, store.requests.all(), "id")
            .filter((request) => inPeriod(request.created_at))
            .filter(fits(query, "requester_id", "target_user_id"))
            .filter((request) => !query.resource_id || concerns(request, query.resource_id))
            .filter((request) => !query.group_id || concerns(request, query.group_id))
            .filter((request) => !query.show_pending_only || request.status === "PENDING");
        const { items, next } = page(call, store.requests, found);
        return { requests: items, ...(next !== null && { cursor: next }) };
    },

    createRequest(call) {
        const { store, caller, now, body } = call;
        const viewer = new Viewer(call);
        checkTarget(call, viewer);
        const wanted = readWanted(call, viewer);
        mustBeAllowedToRequest(call, viewer, wanted);
        for (const one of wanted) checkRules(one, body);
        const { target_user_id: forWhom = caller.user_id } = body;
        const plans = wanted.map((one) => ({ ...one, ...planReview(store, forWhom, one) }));
        const { id } = store.requests.set(withItems(newRequest(call, wanted), plans.map(requestStages)));
        for (const { item, escalations, parties, ...one } of plans) {
            const key = { request_id: id, item_id: one.id, access_level_remote_id: item.access_level_remote_id };
            for (const escalation of escalations) store.requestEscalations.set({ ...key, ...escalation, since: null });
            for (const party of parties) store.requestParties.set({ ...key, ...party });
        }
        // The API does not document this; we assume that access is granted immediately if all items are approved automatically.
        if (wanted.every(({ configuration }) => configuration.auto_approval)) endRequest(store, id, "APPROVED", now);
        else beginStages(store, id, now);
        return { id };
    },

    getRequestsRelay(call) {
        const { store, query } = call;
        const found = visible(call, store.requests.all(), "id")
            .filter(fits(query, "status"))
            .filter((request) => !query.from || query.from === request.requester_id)
            .filter((request) => !query.to || isReviewedBy(request, query.to));
        const paged = relayPage(call, query, found, (request) => store.requests.positionOf(request));
        return { ...paged, totalCount: found.length };
    },

    getRequest: ({ store, path }) => store.requests.get(path.id),

    cancelRequest({ store, caller, now, path }) {
        const request = store.requests.get(path.id);
        if (caller.role !== "ADMIN" && caller.user_id !== request.requester_id) {
            throw new Forbidden(`Only its requester or an administrator can cancel the request ${request.id}.`);
        }
        mustBePending(store, request.id, "cancelled");
        return endRequest(store, request.id, "CANCELED", now);
    },
} satisfies Routes;

function newRequest(
    { store, caller, now, body }: ServiceCall<"createRequest">,
    wanted: readonly RequestedTarget[],
): Request {
    const templates = new Set(wanted.flatMap(({ configuration }) => configuration.request_template_id ?? []));
    const { target_group_id, target_user_id = caller.user_id } = body;
    return {
        id: store.newId("request", caller.user_id),
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
        requester_id: caller.user_id,
        // The API does not document this; we assume that the access is for the requester if no target is specified.
        ...(target_group_id ? { target_group_id } : { target_user_id }),
        status: "PENDING",
        reason: body.reason,
        source: "API",
        duration_minutes: body.duration_minutes,
        requested_items_list: wanted.map(({ item }) => item),
        custom_fields_responses: readAnswers(store, templates, body.custom_metadata),
    };
}

function requestStages({ id, name, item, stages }: RequestedTarget & ReviewPlan): RequestReviewerStages {
    const { access_level_name, access_level_remote_id } = item;
    return { access_level_name, access_level_remote_id, item_name: name, item_id: id, stages };
}

/**
 * Checks the target of a request. Only users who can change the members of a group can request access for it (vendor guides: group
 * leaders).
 */
function checkTarget({ store, body }: ServiceCall<"createRequest">, viewer: Viewer): void {
    const { target_user_id, target_group_id } = body;
    store.users.mustKnow("target_user_id", target_user_id);
    viewer.mustKnow("target_group_id", "groups", target_group_id);
    if (target_user_id && target_group_id) {
        throw new BadRequest("target_group_id cannot be combined with target_user_id.");
    }
    if (target_group_id && !viewer.assigns("groups", target_group_id)) {
        throw new Forbidden(
            "target_group_id: only an administrator or a leader of the group can request access for it.",
        );
    }
}

/**
 * Checks whether the caller can request access for another user. Administrators of the organization, administrators of all requested items,
 * the user's manager, and Global Requesters can (vendor guides: request-on-behalf, end-user-faq). We assume that users with the permission
 * REQUEST_ON_BEHALF also can. The requested items must be visible to the caller, but not to the other user.
 */
function mustBeAllowedToRequest(
    call: ServiceCall<"createRequest">,
    viewer: Viewer,
    wanted: readonly RequestedTarget[],
): void {
    const { store, caller, body } = call;
    const { target_user_id = caller.user_id } = body;
    if (target_user_id === caller.user_id) return;
    const mayRequest = ({ item, id }: RequestedTarget): boolean => {
        const kind = item.group_id === null ? "resources" : "groups";
        const permissions = userPermissionsOver(store, caller.user_id, kind, id);
        return viewer.assigns(kind, id) || permissions.includes("REQUEST_ON_BEHALF");
    };
    const isAllowed =
        roleOf(store, caller) === "ADMIN" ||
        store.userFacts.find(target_user_id)?.manager_id === caller.user_id ||
        organizationRoles(store, caller.user_id).some((name) => name.startsWith("globalrequest")) ||
        mayRequestFor(store, caller.user_id, target_user_id) ||
        wanted.every(mayRequest);
    if (isAllowed) return;
    throw new Forbidden(
        "target_user_id: only the user, their manager, a Global Requester or an administrator of every requested item can request access for them.",
    );
}

/**
 * The API does not document this; we assume that a request that exceeds the limits of its rules is refused. Required MFA is ignored,
 * because an API call cannot prove it.
 */
function checkRules({ at, name, configuration }: RequestedTarget, body: CreateRequestInfo): void {
    const { max_duration_minutes: max = -1, require_support_ticket, reason_optional } = configuration;
    const { duration_minutes: minutes } = body;
    if (minutes === 0) throw new BadRequest("duration_minutes must be -1 (indefinite) or at least 1.");
    if (max !== -1 && (minutes === -1 || minutes > max)) {
        throw new BadRequest(`duration_minutes must be at most ${max} for ${at} ("${name}").`);
    }
    if (require_support_ticket && !body.support_ticket) {
        throw new BadRequest(`support_ticket is required for ${at} ("${name}").`);
    }
    if (!reason_optional && body.reason.trim() === "") {
        throw new BadRequest(`reason must not be empty for ${at} ("${name}").`);
    }
}

function concerns(request: Request, id: string): boolean {
    return (request.requested_items_list ?? []).some((item) => item.resource_id === id || item.group_id === id);
}

/**
 * Whether a request is assigned to a reviewer. We assume that this includes reviewers of the current stage and of earlier stages (not
 * documented by the API).
 */
function isReviewedBy(request: Request, userId: string): boolean {
    return requestedItems(request).some((item) => {
        const reached = currentStage(item)?.stage ?? Number.POSITIVE_INFINITY;
        return item.stages.some(
            ({ stage, reviewers }) => stage <= reached && reviewers.some((reviewer) => reviewer.id === userId),
        );
    });
}

type GivenMetadata = NonNullable<CreateRequestInfo["custom_metadata"]>;

/**
 * Reads the answers to the custom fields of request templates, and returns them in the format of a request.
 * @throws BadRequest if a question is unknown, an answer has the wrong type, or a required answer is missing
 */
function readAnswers(store: Store, templateIds: ReadonlySet<string>, given: GivenMetadata = []): Answer[] {
    const fields = [...templateIds].flatMap((id) => store.requestTemplates.find(id)?.custom_fields ?? []);
    const questions = new Map(fields.filter(({ type }) => type !== "CALLOUT").map((field) => [field.name, field]));
    const answers = given.map((answer, i) => readAnswer(`custom_metadata[${i}]`, questions.get(answer.name), answer));
    for (const { name, required } of questions.values()) {
        if (required && !answers.some((answer) => answer.field_name === name && answer.field_value !== "")) {
            throw new BadRequest(`custom_metadata must contain an answer to the required question "${name}".`);
        }
    }
    return answers;
}

function readAnswer(at: string, question: Question | undefined, { name, type, value }: GivenMetadata[number]): Answer {
    if (!question)
        throw new BadRequest(`${at}.name: none of the requested items has a question with the name "${name}".`);
    if (question.type !== type)
        throw new BadRequest(`${at}.type must be ${question.type}, as in the request template.`);
    const options = question.metadata?.multi_choice_data?.options ?? [];
    // The API does not document how to send several choices, so only a single choice is accepted.
    if (type === "MULTI_CHOICE" && value !== "" && !options.includes(value)) {
        throw new BadRequest(`${at}.value must be one of ${options.join(", ")}.`);
    }
    if (type !== "BOOLEAN") return { field_name: name, field_type: type, field_value: value };
    if (value !== "true" && value !== "false") throw new BadRequest(`${at}.value must be "true" or "false".`);
    return { field_name: name, field_type: type, field_value: value === "true" };
}
