/** New users are left out only where a target is open to everybody. */
import { describe, expect, test } from "vitest";
import type { Change, User } from "../../../src/access/model/facts/facts.js";
import { unknownValue } from "../../../src/provider/schema/fields.js";
import { impactOfPreview } from "../../../src/review/impact/preview-impact.js";
import { impactText } from "../../../src/review/impact/words/text.js";
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
    test("who joins a group that all others are in gains what it gives, since that is not open to everybody", () => {
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

    test("of an organization without other users gains, too", () => {
        const empty = { ...facts, users: [], memberships: [] };
        expect(effectsOf(empty, [invited(), joins])).toContain("vault: getsWithoutApproval gained eve");
    });

    test("is left out where everybody may request at some level, some of them under another configuration", () => {
        const condition = { groupIds: ["staff"], levels: [] };
        const group = { id: "open", name: "Open", requestRules: [{ ...automatic, priority: 1, condition }, automatic] };
        const renamed: Change = { put: "group", value: { ...group, name: "Opened" } };
        const open = { ...facts, groups: [...facts.groups, group] };
        expect(effectsOf(open, [invited(), renamed])).toEqual([]);
    });

    test("is listed where everybody but some others may request", () => {
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

    test("who is invited as ADMIN gains that role", () => {
        expect(effectsOf(facts, [invited({ role: "ADMIN" })])).toEqual(["admin: has gained eve"]);
        expect(effectsOf(facts, [invited({ role: "MEMBER" })])).toEqual([]);
        for (const rule of [{ noNewAccessTo: ["Vault"] }, { noSelfApproval: true }, { maxGained: 0 }])
            expect(stopOf(facts, [invited({ role: "ADMIN" })], rule)).toContain(
                "1 person gains a role that administers the whole organization",
            );
    });
});

describe("the role in the declaration of a user", () => {
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
        ["of a new one", declared("create", { role: "ADMIN" }), true],
        ["of a new one, which the preview does not show", declared("create", { role: "[secret]" }), true],
        ["of a new one, which is known only after `up`", declared("create", { role: unknownValue }), true],
        ["of a new member", declared("create", { role: "MEMBER" }), false],
        ["is another one", declared("update", { role: "ADMIN" }, { role: "MEMBER" }), true],
        [
            "stays, and the job title changes",
            declared("update", { role: "ADMIN", position: "CTO" }, { role: "ADMIN" }),
            false,
        ],
    ])("%s: %j stops every rule: %s", async (_, given, isStopped) => {
        const preview = await impactOfPreview(documentOf([given]), kindOf, { snapshot: known });
        for (const rule of [{ noNewAccessTo: ["Vault"] }, { noSelfApproval: true }, { maxGained: 0 }])
            expect(stops(preview, rule) !== undefined, JSON.stringify(rule)).toBe(isStopped);
        expect(/administrator of the organization|Unknown: /.test(impactText(preview))).toBe(isStopped);
    });
});
