import { claimInQueries, listIn } from "./claims.js";
import type { Wire } from "./organization.js";

/** The deviations in docs/verify.md. */
export function deviate(wire: Wire): void {
    const { store } = wire.world.service;
    const group = store.groups.all().find(({ name }) => name === "Office staff")?.group_id ?? "";
    const user = store.users.all().find(({ email }) => email.startsWith("ada@"))?.user_id ?? "";
    claimInQueries(wire, group, user, true);
    wire.edit("getUsers", (body) => ({
        ...body,
        results: listIn(body, "results").map((one) => ({ ...one, risk_score: 3 })),
    }));
    wire.edit("getGroupVisibility", (body) => ({ ...body, visibility: "TEAM" }));
}
