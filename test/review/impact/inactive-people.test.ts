/** People who left or are suspended, and have access to what a change affects. */
import { expect, test } from "vitest";
import type { Change } from "../../../src/access/model/facts/change.js";
import { accessSummaryOf } from "../../../src/review/impact/impact-outline.js";
import { factsWith } from "../../access/empty-facts.js";
import { plain } from "../report/document.js";
import { previewOf, user } from "./organization.js";

const joins = (userId: string): Change => ({
    put: "membership",
    value: { groupId: "vault", userId, level: "", until: null },
});

test.each([
    ["DEPROVISIONED", "ada", true],
    ["SUSPENDED", "ada", true],
    ["ACTIVE", "ada", false],
    ["", "ada", false],
    ["SUSPENDED", "bob", false],
])("a user with the status %j is named if they are %s who has the target: %s", (status, member, isNamed) => {
    const facts = factsWith({
        users: [{ ...user("ada"), status }, user("bob"), user("cem")],
        groups: [{ id: "vault", name: "Vault" }],
        memberships: [{ groupId: "vault", userId: member, level: "", until: null }],
    });
    const remarks = accessSummaryOf(previewOf(facts, [joins("cem")])).remarks.map(plain);
    expect(remarks.some((remark) => remark.includes("ada") && remark.includes("suspended"))).toBe(isNamed);
});
