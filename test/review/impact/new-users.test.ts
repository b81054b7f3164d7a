/** A gain of a new user is omitted only if the target is open to everybody. */

import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/access/model/facts/change.js";
import type { User } from "../../../src/access/model/facts/facts.js";
import { outlineText } from "../../../src/common/outline/outline-text.js";
import { unknownValue } from "../../../src/common/unknown.js";
import { impactOutline } from "../../../src/review/impact/impact-outline.js";
import { impactOfPreview } from "../../../src/review/impact/preview-impact.js";
import { factsWith } from "../../access/empty-facts.js";
import { documentOf, type Given, kindOf } from "../report/document.js";
import { automatic, effectsOf, hidden, stopOf, stops, user } from "./organization.js";

const users = ["ada", "bob"].map(user);
const everyone = users.map(({ id }) => ({ groupId: "staff", userId: id, level: "", until: null }));
const shown = { type: "LIMITED" as const, groupIds: ["staff"] };
const facts = factsWith({
    users,
    groups: [
        { id: "staff", name: "Staff", visibility: hidden },
        { id: "vault", name: "Vault", visibility: shown, requestRules: [automatic] },
    ],
    memberships: everyone,
});
const invited = (more: Partial<User> = {}): Change => ({ put: "user", value: { ...user("eve"), ...more } });
const joins: Change = { put: "membership", value: { groupId: "staff", userId: "eve", level: "", until: null } };

describe("a new user", () => {
    test("is reported as gaining the access of a group that all other users are in, because it is not open to everybody", () => {
        expect(effectsOf(facts, [invited(), joins])).toEqual([
            "staff: has gained eve",
            "staff: sees gained eve",
            "vault: getsWithoutApproval gained eve",
            "vault: mayRequest gained eve",
            "vault: sees gained eve",
        ]);
        expect(stopOf(facts, [invited(), joins], { noNewAccessTo: ["Vault"] })).toContain(
            '1 person can now get "Vault" without approval',
        );
        expect(stopOf(facts, [invited(), joins], { noSelfApproval: true })).toBeDefined();
    });

    test("is reported as gaining access in an organization without other users", () => {
        const empty = { ...facts, users: [], memberships: [] };
        expect(effectsOf(empty, [invited(), joins])).toContain("vault: getsWithoutApproval gained eve");
    });

    test("is not reported for a target that everybody may request, even if under different configurations", () => {
        const condition = { groupIds: ["staff"], levels: [] };
        const group = { id: "open", name: "Open", requestRules: [{ ...automatic, priority: 1, condition }, automatic] };
        const renamed: Change = { put: "group", value: { ...group, name: "Opened" } };
        const open = { ...facts, groups: [...facts.groups, group] };
        expect(effectsOf(open, [invited(), renamed])).toEqual([]);
    });

    test("is reported for a target that some other users may not request", () => {
        const condition = { groupIds: ["staff"], levels: [] };
        const closed = { ...automatic, priority: 1, condition, allowRequests: false };
        const group = { id: "open", name: "Open", requestRules: [closed, automatic] };
        const open = { ...facts, groups: [...facts.groups, group] };
        const renamed: Change = { put: "group", value: { ...group, name: "Opened" } };
        expect(effectsOf(open, [invited(), renamed])).toEqual([
            "open: getsWithoutApproval gained eve",
            "open: mayRequest gained eve",
        ]);
    });

    test("is reported as gaining the Admin role if invited as ADMIN", () => {
        expect(effectsOf(facts, [invited({ role: "ADMIN" })])).toEqual(["admin: has gained eve"]);
        expect(effectsOf(facts, [invited({ role: "MEMBER" })])).toEqual([]);
        for (const rule of [{ noNewAccessTo: ["Vault"] }, { noSelfApproval: true }, { maxGained: 0 }])
            expect(stopOf(facts, [invited({ role: "ADMIN" })], rule)).toContain(
                "1 person gains a role that administers the whole organization",
            );
    });
});

describe("the role of a declared user", () => {
    const id = "00000000-0000-4000-8000-000000000001";
    const known = { ...facts, users: [...users, { ...user("dana"), id }] };
    const profile = { email: "dana@example.com", firstName: "Dana", lastName: "D" };
    const declared = (op: string, next: object, before?: object): Given => ({
        kind: "User",
        name: "dana",
        op,
        ...(before && { id, before: { ...profile, ...before } }),
        next: { ...profile, ...next },
    });

    test.each<[string, Given, boolean]>([
        ["a new administrator", declared("create", { role: "ADMIN" }), true],
        ["a new user with a secret role", declared("create", { role: "[secret]" }), true],
        ["a new user with a computed role", declared("create", { role: unknownValue }), true],
        ["a new member", declared("create", { role: "MEMBER" }), false],
        ["a member who becomes an administrator", declared("update", { role: "ADMIN" }, { role: "MEMBER" }), true],
        [
            "an administrator whose job title changes",
            declared("update", { role: "ADMIN", position: "CTO" }, { role: "ADMIN" }),
            false,
        ],
    ])("%s (%j) breaks every rule: %s", async (_, given, isStopped) => {
        const preview = await impactOfPreview(documentOf([given]), kindOf, { snapshot: known });
        for (const rule of [{ noNewAccessTo: ["Vault"] }, { noSelfApproval: true }, { maxGained: 0 }])
            expect(stops(preview, rule) !== undefined, JSON.stringify(rule)).toBe(isStopped);
        expect(/administrator of the organization|Unknown: /.test(outlineText(impactOutline(preview)))).toBe(isStopped);
    });
});
