import type { Facts } from "../../src/access/facts.js";

/** An organization of which a test says only what it is about. */
export function factsWith(part: Partial<Facts>): Facts {
    return {
        at: "2026-03-01T00:00:00Z",
        users: [],
        identities: [],
        groups: [],
        resources: [],
        bundles: [],
        owners: [],
        memberships: [],
        grants: [],
        links: [],
        nestings: [],
        bindings: [],
        delegations: [],
        unknowns: [],
        ...part,
    };
}
