import { expect, test } from "vitest";
import type { Facts } from "../../../src/access/model/facts/facts.js";
import { AccessModel } from "../../../src/access/model/model.js";
import { blindSpots } from "../../../src/access/reader/limited-token.js";
import { factsWith } from "../empty-facts.js";

const ROLE = { id: "admin", name: "Admin", resourceType: "SVC_ROLE" };
const FACTS = factsWith({
    users: ["ada", "eve"].map((id) => ({ id, name: id, email: `${id}@tidewater.example` })),
    resources: [ROLE],
    grants: [{ resourceId: "admin", principalId: "ada", level: "", until: null }],
});
const spots = (facts: Facts) => blindSpots(AccessModel.of(facts), facts).map((one) => one.toString());

test("reports that a member's token may not see every object, but not for an administrator's token", () => {
    expect(spots({ ...FACTS, readBy: "ada" })).toEqual([]);
    expect(spots({ ...FACTS, readBy: "eve" })).toEqual([
        "the token of eve@tidewater.example may not be able to read every object; use the token of an administrator or an auditor",
    ]);
    expect(spots({ ...FACTS, readBy: "" })[0]).toContain("a token whose user is unknown may not be able to read");
});

test("reports nothing for facts that were not read with a token, or if no organization role is visible", () => {
    expect(spots(FACTS)).toEqual([]);
    expect(spots({ ...FACTS, resources: [], readBy: "eve" })).toEqual([]);
});
