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
    claimInQueries(wire, resource, user, has, { level, until });
    wire.edit("getResourceUserAccessStatus", (body, [id, person]) =>
        id === resource && person === user ? { ...body, status: has ? "AUTHORIZED" : "UNAUTHORIZED" } : body,
    );
}

export function claimInQueries(
    wire: Wire,
    target: string,
    user: string,
    has: boolean,
    { level = "", until = null }: Pick<Claim, "level" | "until"> = {},
): void {
    editQueries(wire, target, (edges) => {
        const others = edges.filter(({ node }) => Object(node).principalId !== user);
        return has ? [...others, edgeTo(user, target, level, until)] : others;
    });
}

/** Changes what queries return about a user's access to a target. */
export function changeInQueries(wire: Wire, target: string, user: string, changes: Body): void {
    editQueries(wire, target, (edges) =>
        edges.map((edge) => {
            const node = Object(edge.node);
            return node.principalId === user ? { ...edge, node: { ...node, ...changes } } : edge;
        }),
    );
}

/** Edits the responses to queries for the access of users to a target. */
function editQueries(wire: Wire, target: string, edit: (edges: Body[]) => Body[]): void {
    wire.edit("runQuery", (body, _, request) =>
        JSON.stringify(request).includes(`"entitlementFilter":{"entityIDs":["${target}"]}`)
            ? { ...body, edges: edit(listIn(body, "edges")) }
            : body,
    );
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

function edgeTo(user: string, target: string, level: string, until: string | null): Body {
    const node = {
        principalId: user,
        entitlementId: target,
        accessLevelRemoteId: level,
        accessLevelName: level,
        effectiveExpiration: until,
        isDirect: false,
        paths: [{ path: [user, target], expiration: until }],
    };
    return { node, cursor: user };
}
