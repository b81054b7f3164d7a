import type {
    CreateRequestInfo,
    Group,
    Request,
    RequestConfiguration,
    RequestedItem,
} from "../../../api/generated/types.gen.js";
import { groupsOf, isWithin } from "../access/access.js";
import { type Level, levelOf, mustBeLevel } from "../access/access-levels.js";
import { expirationOf, laterExpiration } from "../access/expiration.js";
import { type GrantTerms, PROPAGATED } from "../access/grants.js";
import type { Viewer } from "../access/viewer.js";
import type { ServiceCall } from "../http/area.js";
import { BadRequest, Conflict } from "../http/errors.js";
import type { Store } from "../storage/store.js";
import type { Table } from "../storage/table.js";
import { defaultOf } from "../templates/request-configurations.js";

/** A requested group or resource, with the requested access level and the request rules that apply. */
export interface RequestedTarget {
    /** Path of the item in the request body. */
    readonly at: string;
    readonly id: string;
    readonly name: string;
    readonly adminOwnerId: string;
    readonly item: RequestedItem & { access_level_remote_id: string };
    readonly configuration: RequestConfiguration;
}

/** Reads the requested items from a body. @throws BadRequest if an item is invalid */
export function readWanted({ store, caller, body }: ServiceCall<"createRequest">, viewer: Viewer): RequestedTarget[] {
    // The API does not document this; we assume that conditions of request rules apply to the user who receives the access or, if a group
    // receives it, to the requester.
    const subject = body.target_user_id ?? caller.user_id;
    for (const [i, { id }] of body.resources.entries()) viewer.mustKnow(`resources[${i}].id`, "resources", id);
    for (const [i, { id }] of body.groups.entries()) viewer.mustKnow(`groups[${i}].id`, "groups", id);
    const resources = body.resources.map((given, i) => readResource(store, `resources[${i}]`, given, subject));
    const groups = body.groups.map((given, i) =>
        readGroup(store, `groups[${i}]`, given, subject, body.target_group_id),
    );
    const wanted = [...resources, ...groups];
    if (wanted.length === 0) throw new BadRequest("resources must not be empty when groups is empty.");
    const keys = wanted.map(({ id, item }) => `${id} ${item.access_level_remote_id}`);
    const twice = wanted.find((_, i) => keys.indexOf(keys[i] ?? "") < i);
    if (twice) throw new BadRequest(`${twice.at} is requested more than once.`);
    return wanted;
}

/**
 * Grants the access in an approved request. The result is the same as for a direct grant. We assume that existing access is never shortened
 * (not documented by the API).
 * @throws Conflict if the nesting of the groups has been reversed since the request was made
 */
export function grantRequested(store: Store, request: Request, now: Date): void {
    const { target_group_id, target_user_id: user_id = request.requester_id, duration_minutes = -1 } = request;
    // Requests use -1 for an unlimited duration; grants use 0.
    const expiration_date = expirationOf(now, duration_minutes === -1 ? 0 : duration_minutes);
    for (const { group_id, resource_id, access_level_remote_id = "" } of request.requested_items_list ?? []) {
        const terms = { access_level_remote_id, expiration_date };
        if (target_group_id) {
            const link = { ...terms, group_id: target_group_id };
            if (resource_id) grantLonger(store.groupResources, { ...link, resource_id });
            if (!group_id) continue;
            if (isWithin(store, group_id, target_group_id)) {
                throw new Conflict(
                    `The group ${target_group_id} cannot be nested in the group ${group_id}, because that group is already nested in it.`,
                );
            }
            grantLonger(store.groupContainingGroups, { ...link, containing_group_id: group_id });
        } else {
            const grant = { ...terms, user_id, ...PROPAGATED };
            if (resource_id) grantLonger(store.resourceUsers, { ...grant, resource_id });
            if (group_id) grantLonger(store.groupUsers, { ...grant, group_id });
        }
    }
}

function grantLonger<T extends GrantTerms>(grants: Table<T>, grant: T): void {
    const known = grants.same(grant)?.expiration_date;
    const expiration_date = known === undefined ? grant.expiration_date : laterExpiration(grant.expiration_date, known);
    // Access that lasts long enough stays as it is, for example if the end system gave it.
    if (known === undefined || expiration_date !== known) grants.set({ ...grant, expiration_date });
}

function readResource(
    store: Store,
    at: string,
    { id, access_level_remote_id = "" }: Partial<CreateRequestInfo["resources"][number]>,
    subject: string,
): RequestedTarget {
    if (id === undefined) throw new BadRequest(`${at}.id is required.`);
    mustBeLevel(store, "resource", id, access_level_remote_id, `${at}.access_level_remote_id`);
    const { remote_resource_id: remote_id, remote_resource_name: remote_name, ...resource } = store.resources.get(id);
    const level = levelOf(store, "resource", id, access_level_remote_id);
    const item = { resource_id: id, group_id: null, ...level };
    return targetOf(store, at, id, { ...resource, remote_id, remote_name }, item, subject);
}

function readGroup(
    store: Store,
    at: string,
    given: CreateRequestInfo["groups"][number],
    subject: string,
    targetGroupId: string | undefined,
): RequestedTarget {
    const { access_level_remote_id = "" } = given;
    // A request for a group in a binding is treated as a request for the source group of the binding (vendor guides).
    const binding = store.groupBindings.find(store.groups.get(given.id).group_binding_id ?? "");
    const id = binding?.source_group_id ?? given.id;
    mustBeLevel(store, "group", id, access_level_remote_id, `${at}.access_level_remote_id`);
    if (store.accessRules.has(id)) {
        throw new BadRequest(
            `${at}.id: membership in an access rule cannot be requested, because the rule's conditions determine its members.`,
        );
    }
    if (targetGroupId !== undefined && isWithin(store, id, targetGroupId)) {
        throw new BadRequest(`${at}.id must not be the target group or a group nested in it.`);
    }
    const item = { resource_id: null, group_id: id, ...levelOf(store, "group", id, access_level_remote_id) };
    return targetOf(store, at, id, store.groups.get(id), item, subject);
}

/** @param subject the user to whom the conditions in request rules apply */
function targetOf(
    store: Store,
    at: string,
    id: string,
    object: Pick<Group, "name" | "admin_owner_id" | "request_configurations" | "remote_id" | "remote_name">,
    item: Level & Pick<RequestedItem, "resource_id" | "group_id">,
    subject: string,
): RequestedTarget {
    const { name = "", admin_owner_id = "", remote_id, remote_name, request_configurations: rules } = object;
    const remote = { ...(remote_id !== undefined && { remote_id }), ...(remote_name !== undefined && { remote_name }) };
    return {
        at,
        id,
        name,
        adminOwnerId: admin_owner_id,
        item: { ...item, name, ...remote },
        configuration: configurationFor(store, `${at}.id`, rules, subject, item.access_level_remote_id),
    };
}

/**
 * Returns the request configuration that applies to a user and a level. We assume that this is the matching configuration with the lowest
 * priority number, or the default configuration if none matches (not documented by the API).
 */
function configurationFor(
    store: Store,
    field: string,
    configurations: readonly RequestConfiguration[] = [],
    userId: string,
    level: string,
): RequestConfiguration {
    const memberOf = groupsOf(store, userId);
    const fitting = configurations.find(({ priority, condition }) => {
        const groups = condition?.group_ids ?? [];
        const roles = condition?.role_remote_ids ?? [];
        const isMember = groups.some((id) => memberOf.has(id));
        return priority > 0 && (groups.length === 0 || isMember) && (roles.length === 0 || roles.includes(level));
    });
    const configuration = fitting ?? defaultOf(configurations);
    if (!configuration?.allow_requests) throw new BadRequest(`${field} does not allow access requests.`);
    return configuration;
}
