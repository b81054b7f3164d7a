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

test("names the role that a member lacks, or what could not be read; nothing for an administrator", () => {
    const unread = { type: "resource", id: "admin", because: "it could not be read: 403" } as const;
    const group = { type: "group", id: "admins", because: "it could not be read: 403" } as const;
    const link = { groupId: "admins", resourceId: "admin", level: "", until: null };
    const admins = { groups: [{ id: "admins", name: "Admins" }], links: [link] };
    expect(spots({ ...FACTS, readBy: "ada" })).toEqual([]);
    expect(spots({ ...FACTS, readBy: "eve" })).toEqual([expect.stringMatching(/^"?eve@.*"Admin"/)]);
    expect(spots({ ...FACTS, readBy: "eve", unknowns: [unread] })).toEqual([expect.stringMatching(/"Admin".*403/)]);
    expect(spots({ ...FACTS, ...admins, readBy: "eve", unknowns: [group] })).toEqual([
        expect.stringMatching(/"Admins".*403/),
    ]);
    expect(spots({ ...FACTS, readBy: "ada", unknowns: [unread] })).toEqual([]);
    expect(spots({ ...FACTS, readBy: "" })).toHaveLength(1);
});

test("reports nothing for facts that were not read with a token, or if no organization role is visible", () => {
    expect(spots(FACTS)).toEqual([]);
    expect(spots({ ...FACTS, resources: [], readBy: "eve" })).toEqual([]);
});
