/** Gains that begin after the deployment: at the start of a delegation, or at the end of access that the change replaces. */

import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/access/model/facts/change.js";
import type { Delegation, Facts } from "../../../src/access/model/facts/facts.js";
import { outlineText } from "../../../src/common/outline/outline-text.js";
import { impactOutline } from "../../../src/review/impact/impact-outline.js";
import { impactOfPreview } from "../../../src/review/impact/preview-impact.js";
import { factsWith } from "../../access/empty-facts.js";
import { documentOf, type Given, kindOf } from "../report/document.js";
import { automatic, effectsOf, hidden, previewOf, reviewed, stopOf, stops, user } from "./organization.js";

const [now, tomorrow, nextYear, in2030, in2031] = [
    "2026-03-01",
    "2026-03-02",
    "2027-03-01",
    "2030-01-01",
    "2031-01-01",
];
const users = ["ada", "bob", "cyn"].map(user);
const facts = factsWith({
    users,
    owners: [{ id: "reviewers", name: "Reviewers", userIds: ["ada"], escalationMinutes: 0 }],
    groups: [{ id: "vault", name: "Vault", requestRules: [reviewed()] }],
});
const delegated = (more: Partial<Delegation> = {}): Delegation => ({
    id: "d",
    delegatorId: "ada",
    delegateId: "bob",
    from: `${in2030}T00:00:00Z`,
    until: `${in2031}T00:00:00Z`,
    ...more,
});
const puts = (value: Delegation): Change => ({ put: "delegation", value });
const EVERY_RULE = [{ noNewAccessTo: ["Vault"] }, { noSelfApproval: true }, { maxGained: 0, aspects: ["mayApprove"] }];

describe("a delegation", () => {
    const gains = (from: string): string[] => [
        `vault: getsWithoutApproval gained bob${from}`,
        `vault: mayApprove gained bob${from}`,
    ];

    test("is reported with its start if it begins later, and breaks the same rules as one that begins now", () => {
        expect(effectsOf(facts, [puts(delegated())])).toEqual(gains(` from ${in2030}`));
        expect(effectsOf(facts, [puts(delegated({ from: `${now}T00:00:00Z` }))])).toEqual(gains(""));
        for (const from of [now, in2030])
            for (const rule of EVERY_RULE)
                expect(stopOf(facts, [puts(delegated({ from: `${from}T00:00:00Z` }))], rule)).toBeDefined();
        expect(outlineText(impactOutline(previewOf(facts, [puts(delegated())])))).toContain(
            [
                `  + 1 person can get it without approval from 1 January 2030`,
                `      bob: can request it → which they can approve themselves`,
            ].join("\n"),
        );
        expect(stopOf(facts, [puts(delegated())], { noSelfApproval: true })).toContain(
            'Rule: 1 person can get "Vault" without approval from 1 January 2030. ',
        );
    });

    test("is reported as a gain from its new start if it begins earlier than before", () => {
        const base = { ...facts, delegations: [delegated()] };
        expect(effectsOf(base, [puts(delegated({ from: `${nextYear}T00:00:00Z` }))])).toEqual(
            gains(` from ${nextYear}`),
        );
    });

    test("is reported as longer access if its end moves to a later time", () => {
        const base = { ...facts, delegations: [delegated({ from: now, until: tomorrow })] };
        const changes = [puts(delegated({ from: now }))];
        expect(effectsOf(base, changes)).toEqual([
            `vault: getsWithoutApproval longer bob from ${tomorrow}`,
            `vault: mayApprove longer bob from ${tomorrow}`,
        ]);
        expect(stopOf(base, changes, { noSelfApproval: true })).toContain(
            '1 person can still get "Vault" without approval after 2 March 2026. ',
        );
        expect(outlineText(impactOutline(previewOf(base, changes)))).toContain(
            "1 person can still approve requests for it after 2 March 2026",
        );
    });

    test("is not reported as a gain if it ends sooner or is deleted", () => {
        const base = { ...facts, delegations: [delegated()] };
        for (const change of [puts(delegated({ until: "2030-02-01" })), { remove: "delegation", id: "d" } as const])
            expect(effectsOf(base, [change])).toEqual([]);
    });

    test("is reported as a gain for the delegate of a new reviewer, even if it existed before", () => {
        const base = { ...facts, delegations: [delegated({ delegatorId: "cyn" })] };
        const change: Change = {
            put: "owner",
            value: { id: "reviewers", name: "Reviewers", userIds: ["ada", "cyn"], escalationMinutes: 0 },
        };
        expect(effectsOf(base, [change])).toEqual([
            `vault: getsWithoutApproval gained bob from ${in2030}`,
            "vault: getsWithoutApproval gained cyn",
            `vault: mayApprove gained bob from ${in2030}`,
            "vault: mayApprove gained cyn",
        ]);
    });

    test("is reported as an unknown gain if managers are unknown and must approve", () => {
        const base: Facts = {
            ...facts,
            users: users.map(({ managerId: _, ...one }) => one),
            groups: [
                {
                    id: "vault",
                    name: "Vault",
                    requestRules: [reviewed({ ownerIds: [], requireManagerApproval: true })],
                },
            ],
        };
        expect(effectsOf(base, [puts(delegated())])).toContain(
            `vault: getsWithoutApproval unknown: may gain from ${in2030}`,
        );
        expect(stopOf(base, [puts(delegated())], { failOnUnknown: true })).toBeDefined();
    });
});

describe("access with an end date", () => {
    const joined = (until: string | null): Change => ({
        put: "membership",
        value: { groupId: "staff", userId: "bob", level: "", until },
    });
    const base = factsWith({
        users,
        groups: [
            { id: "staff", name: "Staff", visibility: hidden },
            { id: "vault", name: "Vault", visibility: hidden, adminOwnerId: "owner" },
        ],
        owners: [{ id: "owner", name: "Owner", userIds: [], sourceGroupId: "staff", escalationMinutes: 0 }],
        memberships: [{ groupId: "staff", userId: "bob", level: "", until: tomorrow }],
    });

    test("is reported as longer if the end is removed, with the access that depends on it", () => {
        expect(effectsOf(base, [joined(null)])).toEqual([
            "staff: has longer bob",
            `vault: administers longer bob from ${tomorrow}`,
            `vault: getsWithoutApproval longer bob from ${tomorrow}`,
            `vault: sees longer bob from ${tomorrow}`,
        ]);
        expect(stopOf(base, [joined(null)], { noNewAccessTo: ["Vault"] })).toContain(
            '1 person still administers "Vault" after 2 March 2026',
        );
    });

    test("is reported as longer if the members of a deleted source group become users of the owner", () => {
        const changes: Change[] = [
            { put: "owner", value: { id: "owner", name: "Owner", userIds: ["bob"], escalationMinutes: 0 } },
            { remove: "group", id: "staff" },
        ];
        expect(effectsOf(base, changes)).toContain(`vault: administers longer bob from ${tomorrow}`);
    });

    test("is reported with what a user gains when a stricter configuration no longer applies", () => {
        const condition = { groupIds: ["staff"], levels: [] };
        const strict = { ...reviewed(), priority: 1, condition };
        const staff = factsWith({
            users,
            groups: [
                { id: "staff", name: "Staff", visibility: hidden },
                { id: "vault", name: "Vault", requestRules: [strict, automatic] },
            ],
            memberships: [{ groupId: "staff", userId: "bob", level: "", until: null }],
        });
        expect(effectsOf(staff, [joined(tomorrow)])).toEqual([
            "staff: has shorter bob",
            `vault: getsWithoutApproval gained bob from ${tomorrow}`,
        ]);
    });

    test("is reported only as shorter if an end date is added", () => {
        const before = { ...base, memberships: [{ groupId: "staff", userId: "bob", level: "", until: null }] };
        expect(effectsOf(before, [joined(tomorrow)])).toEqual(["staff: has shorter bob"]);
    });
});

test("compares only some of very many end times and reports how many were skipped", async () => {
    const groupId = "00000000-0000-4000-8000-000000000001";
    const organization = { ...facts, groups: [{ id: groupId, name: "Staff" }] };
    const given = Array.from({ length: 150 }, (_, n): Given => {
        const next = { groupId, userId: `user ${n}`, durationMinutes: n + 1 };
        return { kind: "GroupUser", name: `member-${n}`, op: "create", next };
    });
    const few = await impactOfPreview(documentOf(given.slice(0, 50)), kindOf, { snapshot: organization });
    expect(few.account.unknown).toEqual([]);
    const many = await impactOfPreview(documentOf(given), kindOf, { snapshot: organization });
    expect(many.account.unknown.map(({ words }) => words.toJSON())).toEqual([
        `access expires at too many different times, so ${many.impact.skippedTimes} of them were not compared`,
    ]);
    expect(many.impact.skippedTimes).toBeGreaterThan(0);
    expect(stops(many, { failOnUnknown: true })).toBeDefined();
});
