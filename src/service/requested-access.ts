import type { CreateRequestInfo, Request, RequestConfiguration, RequestedItem } from "../api/generated/types.gen.js";
import { isWithin } from "./access.js";
import { groupLevel, mustBeGroupLevel, mustBeResourceLevel, resourceLevel } from "./access-levels.js";
import { BadRequest } from "./errors.js";
import { expirationOf } from "./expiration.js";
import { defaultOf } from "./request-configurations.js";
import type { Store } from "./store.js";

/** A group or a resource that is asked for, at a level, with the rules that count for whoever it is for. */
export interface Wanted {
    /** Path in the body. */
    readonly at: string;
    readonly id: string;
    readonly name: string;
    readonly adminOwnerId: string;
    readonly item: RequestedItem & { access_level_remote_id: string };
    readonly configuration: RequestConfiguration;
}

/** What a body asks for. @throws BadRequest */
export function readWanted(store: Store, body: CreateRequestInfo, requesterId: string): Wanted[] {
    // Inferred: conditions look at the user that the access is for; access for a group is judged by who asks.
    const subject = body.target_user_id ?? requesterId;
    const resources = body.resources.map((given, i) => readResource(store, `resources[${i}]`, given, subject));
    const groups = body.groups.map((given, i) =>
        readGroup(store, `groups[${i}]`, given, subject, body.target_group_id),
    );
    const wanted = [...resources, ...groups];
    if (wanted.length === 0) throw new BadRequest("resources: must hold something unless groups does.");
    const keys = wanted.map(({ id, item }) => `${id} ${item.access_level_remote_id}`);
    const twice = wanted.find((_, i) => keys.indexOf(keys[i] ?? "") < i);
    if (twice) throw new BadRequest(`${twice.at}: is asked for already in the same request.`);
    return wanted;
}

/** Gives what a request asks for. The grants look like any other. */
export function grantRequested(store: Store, request: Request, now: Date): void {
    const { target_group_id, target_user_id: user_id = request.requester_id, duration_minutes = -1 } = request;
    // A request says -1 for what does not lapse, grants say 0.
    const expiration_date = expirationOf(now, duration_minutes === -1 ? 0 : duration_minutes);
    for (const { resource_id, group_id, access_level_remote_id = "" } of request.requested_items_list ?? []) {
        const grant = { access_level_remote_id, expiration_date };
        const pushed = { ...grant, propagation_status: { status: "SUCCESS" } };
        if (target_group_id) {
            if (resource_id) store.groupResources.set({ group_id: target_group_id, resource_id, ...grant });
            const container = group_id && { group_id: target_group_id, containing_group_id: group_id };
            if (container) store.groupContainingGroups.set({ ...container, ...grant });
        } else {
            if (resource_id) store.resourceUsers.set({ resource_id, user_id, ...pushed });
            if (group_id) store.groupUsers.set({ group_id, user_id, ...pushed });
        }
    }
}

function readResource(
    store: Store,
    at: string,
    { id, access_level_remote_id = "" }: CreateRequestInfo["resources"][number],
    subject: string,
): Wanted {
    if (id === undefined) throw new BadRequest(`${at}.id: is required.`);
    store.resources.mustKnow(`${at}.id`, id);
    mustBeResourceLevel(store, id, access_level_remote_id, `${at}.access_level_remote_id`);
    const resource = store.resources.get(id);
    const { name = "", admin_owner_id = "", request_configurations } = resource;
    const { remote_resource_id: remote_id, remote_resource_name: remote_name } = resource;
    return {
        at,
        id,
        name,
        adminOwnerId: admin_owner_id,
        item: {
            resource_id: id,
            group_id: null,
            ...resourceLevel(store, id, access_level_remote_id),
            name,
            ...(remote_id !== undefined && { remote_id }),
            ...(remote_name !== undefined && { remote_name }),
        },
        configuration: configurationFor(store, `${at}.id`, request_configurations, subject, access_level_remote_id),
    };
}

function readGroup(
    store: Store,
    at: string,
    { id, access_level_remote_id = "" }: CreateRequestInfo["groups"][number],
    subject: string,
    targetGroupId: string | undefined,
): Wanted {
    store.groups.mustKnow(`${at}.id`, id);
    mustBeGroupLevel(store, id, access_level_remote_id, `${at}.access_level_remote_id`);
    if (store.accessRules.has(id)) {
        throw new BadRequest(`${at}.id: is an access rule; who is in follows from its conditions.`);
    }
    if (targetGroupId !== undefined && isWithin(store, id, targetGroupId)) {
        throw new BadRequest(`${at}.id: must not be the target group or in it.`);
    }
    const { name = "", admin_owner_id = "", request_configurations, remote_id, remote_name } = store.groups.get(id);
    return {
        at,
        id,
        name,
        adminOwnerId: admin_owner_id,
        item: {
            resource_id: null,
            group_id: id,
            ...groupLevel(store, id, access_level_remote_id),
            name,
            ...(remote_id !== undefined && { remote_id }),
            ...(remote_name !== undefined && { remote_name }),
        },
        configuration: configurationFor(store, `${at}.id`, request_configurations, subject, access_level_remote_id),
    };
}

/** Inferred: of the configurations whose condition fits the one of the smallest priority counts, and the default one where none does. */
function configurationFor(
    store: Store,
    field: string,
    configurations: readonly RequestConfiguration[] = [],
    userId: string,
    level: string,
): RequestConfiguration {
    const fitting = configurations.find(({ priority, condition }) => {
        const groups = condition?.group_ids ?? [];
        const roles = condition?.role_remote_ids ?? [];
        const isMember = groups.some((id) => store.groupUsers.where("group_id", id).some((m) => m.user_id === userId));
        return priority > 0 && (groups.length === 0 || isMember) && (roles.length === 0 || roles.includes(level));
    });
    const configuration = fitting ?? defaultOf(configurations);
    if (!configuration?.allow_requests) throw new BadRequest(`${field}: access to it cannot be requested.`);
    return configuration;
}
