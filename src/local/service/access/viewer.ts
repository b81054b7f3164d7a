import type { Request, VisibilityInfo } from "../../../api/generated/types.gen.js";
import type { Situation } from "../http/area.js";
import { actsFor } from "../people/delegations.js";
import { allReviewers } from "../requests/stages.js";
import { groupsOf, resourcesOf } from "./access.js";
import {
    type Administered,
    isAssigning,
    leads,
    organizationRoles,
    owns,
    roleOf,
    userPermissionsOver,
} from "./roles.js";

/**
 * Types of objects that can have LIMITED visibility, and types that depend on them: an access rule is hidden with its group, and a request
 * with its items.
 */
type Hideable = "groups" | "resources" | "bundles" | "accessRules" | "requests";

/** The type of object that each path parameter identifies, for objects that can be hidden. A parameter named `id` is a request id. */
export const HIDEABLE_BY = {
    group_id: "groups",
    containing_group_id: "groups",
    resource_id: "resources",
    app_resource_id: "resources",
    non_human_identity_id: "resources",
    bundle_id: "bundles",
    access_rule_id: "accessRules",
    id: "requests",
} as const satisfies Readonly<Record<string, Hideable>>;

/**
 * Returns the records whose objects are visible to the caller. Checks the object id in each of the fields; a missing id counts as visible.
 */
export function visible<T extends object>(
    call: Situation,
    records: readonly T[],
    ...fields: (keyof T & keyof typeof HIDEABLE_BY)[]
): T[] {
    const viewer = new Viewer(call);
    const sees = (record: T) => (field: (typeof fields)[number]) =>
        record[field] === undefined || viewer.sees(HIDEABLE_BY[field], String(record[field]));
    return records.filter((record) => fields.every(sees(record)));
}

/**
 * Determines which objects a caller can see. Administrators and users with an organization role can see everything. Other members can see
 * GLOBAL objects. They can see a LIMITED object if they are a member of a listed group, directly or through nested groups, belong to its
 * admin owner, lead the group, have a permission on the object, or have access to it. We assume that users who have access to an object in
 * a bundle can also see the bundle (not documented by the API). The service responds as if hidden objects did not exist.
 */
export class Viewer {
    #isUnlimited: boolean | undefined;
    #groups: ReadonlySet<string> | undefined;
    #resources: ReadonlySet<string> | undefined;

    constructor(private readonly call: Situation) {}

    sees(kind: Hideable, id: string): boolean {
        this.#isUnlimited ??=
            roleOf(this.call.store, this.call.caller) === "ADMIN" ||
            organizationRoles(this.call.store, this.call.caller.user_id).length > 0;
        return this.#isUnlimited || this.#tests[kind](id);
    }

    /** Checks an id in the path. @throws NotFound if the object is hidden */
    mustSee(kind: Hideable, id: string): void {
        if (!this.sees(kind, id)) throw this.call.store[kind].missing(id);
    }

    /** Checks an id in the body. Undefined is accepted. @throws BadRequest if the object does not exist or is hidden */
    mustKnow(field: string, kind: Hideable, id: string | undefined): void {
        const table = this.call.store[kind];
        table.mustKnow(field, id);
        if (id !== undefined && !this.sees(kind, id)) throw table.unknown(field, id);
    }

    /** Checks all ids in the path. @throws NotFound if an object is hidden */
    mustSeePath(path: object): void {
        const kinds: Readonly<Record<string, Hideable>> = HIDEABLE_BY;
        for (const [parameter, id] of Object.entries(path)) {
            const kind = kinds[parameter];
            if (kind) this.mustSee(kind, String(id));
        }
    }

    /**
     * Whether the caller can change the users of a group or resource. Administrators, admin owners, group leaders, and users with a
     * suitable custom role can.
     */
    assigns(kind: "groups" | "resources", id: string): boolean {
        const { store, caller } = this.call;
        const { user_id } = caller;
        return (
            roleOf(store, caller) === "ADMIN" ||
            owns(store, user_id, kind, id) ||
            (kind === "groups" && leads(store, user_id, id)) ||
            isAssigning(userPermissionsOver(store, user_id, kind, id))
        );
    }

    /** Whether the caller can approve or deny all requests for a group or resource. Administrators and admin owners can (vendor guides). */
    decides(kind: "groups" | "resources", id: string): boolean {
        const { store, caller } = this.call;
        return roleOf(store, caller) === "ADMIN" || owns(store, caller.user_id, kind, id);
    }

    readonly #tests: Readonly<Record<Hideable, (id: string) => boolean>> = {
        groups: (id) => {
            const { groupVisibility } = this.call.store;
            return (
                this.#isShown("groups", id, groupVisibility.find(id)) ||
                this.#isIn(id) ||
                leads(this.call.store, this.call.caller.user_id, id)
            );
        },
        resources: (id) => {
            return this.#isShown("resources", id, this.call.store.resourceVisibility.find(id)) || this.#uses(id);
        },
        bundles: (id) => {
            const { bundleVisibility, bundleGroups, bundleResources } = this.call.store;
            return (
                this.#isShown("bundles", id, bundleVisibility.find(id)) ||
                bundleGroups.where("bundle_id", id).some(({ group_id }) => this.#isIn(group_id)) ||
                bundleResources.where("bundle_id", id).some(({ resource_id }) => this.#uses(resource_id))
            );
        },
        accessRules: (id) => this.sees("groups", id),
        requests: (id) => {
            const request = this.call.store.requests.find(id);
            return !request || this.#takesPart(request) || this.#seesItems(request);
        },
    };

    #isShown(kind: Administered, id: string, visibility: VisibilityInfo | undefined): boolean {
        if (visibility?.visibility !== "LIMITED") return true;
        const { store, caller } = this.call;
        const { visibility_group_ids: listed = [] } = visibility;
        return (
            listed.some((one) => this.#isIn(one)) ||
            owns(store, caller.user_id, kind, id) ||
            userPermissionsOver(store, caller.user_id, kind, id).length > 0
        );
    }

    #isIn(groupId: string): boolean {
        this.#groups ??= groupsOf(this.call.store, this.call.caller.user_id);
        return this.#groups.has(groupId);
    }

    #uses(resourceId: string): boolean {
        this.#resources ??= resourcesOf(this.call.store, this.call.caller.user_id);
        return this.#resources.has(resourceId);
    }

    /**
     * The API does not document this; we assume that the requester, the target user, the reviewers and their delegates can see a request.
     */
    #takesPart(request: Request): boolean {
        const acting = actsFor(this.call);
        return (
            [request.requester_id, request.target_user_id].includes(this.call.caller.user_id) ||
            allReviewers(request).some(({ id }) => acting.has(id))
        );
    }

    /**
     * The API does not document this; we assume that a request is hidden if one of its items is hidden, because the request would reveal
     * that item.
     */
    #seesItems({ requested_items_list = [] }: Request): boolean {
        return requested_items_list.every(
            ({ group_id, resource_id }) =>
                (!group_id || this.sees("groups", group_id)) && (!resource_id || this.sees("resources", resource_id)),
        );
    }
}
