import type { Body, Wire } from "./organization.js";

/** A user's access to a resource, as all responses of the service state it. */
export interface Claim {
    readonly resource: string;
    readonly user: string;
    readonly has: boolean;
    readonly level?: string;
    readonly until?: string | null;
}

/** Edits the responses of all three operations that return the users of a resource to match the claim. */
export function claim(wire: Wire, { resource, user, has, level = "", until = null }: Claim): void {
    wire.edit("getResourceUsers", (body, [id]) => {
        if (id !== resource) return body;
        const others = listIn(body, "results").filter(({ user_id }) => user_id !== user);
        return { ...body, results: has ? [...others, accessOf(resource, user, level, until)] : others };
    });
    claimInQueries(wire, resource, user, has);
    wire.edit("getResourceUserAccessStatus", (body, [id, person]) =>
        id === resource && person === user ? { ...body, status: has ? "AUTHORIZED" : "UNAUTHORIZED" } : body,
    );
}

export function claimInQueries(wire: Wire, target: string, user: string, has: boolean): void {
    wire.edit("runQuery", (body, _, request) => {
        if (!JSON.stringify(request).includes(`"hasAccessTo":{"entityIDs":["${target}"]}`)) return body;
        const others = listIn(body, "edges").filter(({ node }) => Object(node).id !== user);
        return { ...body, edges: has ? [...others, edgeTo(user)] : others };
    });
}

/** The objects in a list of a response. */
export function listIn(body: Body, name: string): Body[] {
    return body[name] as Body[]; // a successful response has this list
}

/** A member of a group as the service lists them. */
export function memberOf(group: string, user: string): Body {
    return {
        group_id: group,
        group_name: "",
        description: "",
        user_id: user,
        access_level: { access_level_name: "", access_level_remote_id: "" },
        full_name: "",
        email: "",
        expiration_date: null,
        propagation_status: null,
    };
}

function accessOf(resource: string, user: string, level: string, until: string | null): Body {
    return {
        resource_id: resource,
        resource_name: "",
        description: "",
        user_id: user,
        access_level: { access_level_name: level, access_level_remote_id: level },
        full_name: "",
        email: "",
        expiration_date: until,
        has_direct_access: false,
        num_access_paths: 1,
        propagation_status: null,
    };
}

function edgeTo(user: string): Body {
    return { node: { id: user, name: "", entityType: "USER", entityItemType: "USER" }, cursor: user };
}
