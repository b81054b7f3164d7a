import { describe, expect, test } from "vitest";
import { Directory } from "../../../src/access/answers/directory.js";
import { impactOf } from "../../../src/access/model/change/impact.js";
import type { Change } from "../../../src/access/model/facts/change.js";
import type { Facts } from "../../../src/access/model/facts/facts.js";
import { AccessModel } from "../../../src/access/model/model.js";
import { reportDocument } from "../../../src/cli/steps/report-document.js";
import { outlineMarkdown } from "../../../src/common/outline/outline-markdown.js";
import { outlinePage } from "../../../src/common/outline/outline-page.js";
import { outlineText } from "../../../src/common/outline/outline-text.js";
import { prose } from "../../../src/common/phrase.js";
import {
    accessSection,
    accessSummaryOf,
    impactDocument,
    impactOutline,
} from "../../../src/review/impact/impact-outline.js";
import type { PreviewImpact } from "../../../src/review/impact/preview-impact.js";
import { needsVisibility, parseRules, rulesJsonSchema, tagsIn } from "../../../src/review/impact/rules.js";
import { judge, unjudged } from "../../../src/review/impact/verdicts.js";
import { reportOutline } from "../../../src/review/report/report-outline.js";
import { factsWith } from "../../access/empty-facts.js";

const production = { key: "env", value: "production" };
const people = ["Ada", "Bruno", "Chiyo"].map((name) => ({
    id: name.toLowerCase(),
    name,
    email: `${name.toLowerCase()}@example.com`,
    tags: [],
    status: "",
    managerId: null,
}));
const facts = factsWith({
    users: people,
    groups: [
        { id: "on-call", name: "On call", tags: [production], sensitivity: "CRITICAL" },
        { id: "staff", name: "Staff", tags: [] },
    ],
    owners: [{ id: "night-watch", name: "Night watch", userIds: [], escalationMinutes: 0 }],
});
const joins = (userId: string, groupId = "on-call"): Change => ({
    put: "membership",
    value: { groupId, userId, level: "", until: null },
});
const rule = (more: object) => ({ name: "Closed", owner: "security@example.com", reason: "It is closed.", ...more });
const file = (rules: object[], waivers: object[] = []) => parseRules(JSON.stringify({ rules, waivers }), "rules.json");

/** Verdicts of the rules on these changes. */
function verdictOn(changes: readonly Change[], rules: object[], waivers: object[] = [], notEvaluated: string[] = []) {
    return judge(changed(changes, notEvaluated), file(rules, waivers), "2026-11-24T10:00:00Z");
}

describe("noNewAccessTo", () => {
    test.each([
        ["tag:env", true],
        ["tag:env=production", true],
        ["sensitivity:critical", true],
        ["sensitivity:HIGH", false],
        ["On call", true],
        ["group:On call", true],
        ["Staff", false],
        ["*", true],
    ])("the selector %s applies to a new member of the group On call: %s", (selector, isStopped) => {
        const [verdict] = verdictOn([joins("ada")], [rule({ noNewAccessTo: [selector] })]);
        expect(verdict?.isKept).toBe(!isStopped);
        if (isStopped)
            expect(verdict?.words?.toJSON()).toBe(
                'Closed: 1 person gains access to "On call". It is closed. (Owner of the rule: security@example.com.)',
            );
    });

    test.each(["tag:env=staging", "tags:env", "resource:On call", "On-call", "Night watch", "Ada", "user:Ada"])(
        "a rule with the selector %s, which matches no target, is broken",
        (selector) => {
            const [verdict] = verdictOn([joins("ada", "staff")], [rule({ noNewAccessTo: ["Staff", selector] })]);
            expect(verdict?.words?.toJSON()).toContain(`"${selector}" does not match any group, resource or bundle`);
            expect(verdict?.isKept).toBe(false);
        },
    );

    describe("an organization role", () => {
        const admin = { id: "admin", name: "Admin", resourceType: "OPAL_ROLE" };
        const role: Change = { put: "resource", value: admin };
        const gains = (userId: string): Change[] => [
            role,
            { put: "grant", value: { resourceId: "admin", principalId: userId, level: "", until: null } },
        ];

        test("breaks every rule and is reported once", () => {
            const change = gains("ada");
            const { impact } = changed(change);
            expect(impact.roles.map(({ role, shifts }) => [role, shifts.map(({ fate }) => fate)])).toEqual([
                ["admin", ["gained"]],
            ]);
            // The effect of the role on each group is not repeated.
            expect(impact.targets.map(({ target }) => target.id)).toEqual(["admin"]);
            expect(outlineText(impactOutline(changed(change)))).toContain(
                "1 person becomes an administrator of the organization; 1 person gains access",
            );
            const rules = [rule({ noNewAccessTo: ["On call"] }), rule({ noSelfApproval: true })];
            for (const { isKept, words } of verdictOn(change, rules)) {
                expect(isKept).toBe(false);
                expect(words.toJSON()).toContain("1 person gains a role that administers the whole organization");
            }
        });

        test("is covered by a waiver for all targets, but not by one for a single target", () => {
            const rules = [rule({ noNewAccessTo: ["On call"] })];
            const waiver = { rule: "Closed", person: "Ada", until: "2027-01-01", owner: "o", reason: "r" };
            const kept = (more: object): boolean | undefined =>
                verdictOn(gains("ada"), rules, [{ ...waiver, ...more }])[0]?.isKept;
            expect(kept({ target: "On call" })).toBe(false);
            expect(kept({ person: "Bruno" })).toBe(false);
            expect(kept({})).toBe(true);
        });

        test("is gained by an invitation as ADMIN, and an unknown role counts as Admin", () => {
            const dana = { id: "dana", name: "Dana", tags: [], status: "", managerId: null, role: "ADMIN" } as const;
            const rules = [rule({ noNewAccessTo: ["On call"] })];
            expect(verdictOn([{ put: "user", value: dana }], rules)[0]?.isKept).toBe(false);
            const other: Change = { put: "resource", value: { ...admin, name: "Overlord" } };
            expect(verdictOn([other, ...gains("ada").slice(1)], rules)[0]?.isKept).toBe(false);
        });

        test("does not count as access if it only makes targets visible", () => {
            const auditor: Change = { put: "resource", value: { ...admin, name: "Auditor" } };
            const change = [auditor, ...gains("ada").slice(1)];
            expect(verdictOn(change, [rule({ noNewAccessTo: ["On call"] })])[0]?.isKept).toBe(true);
            const seeing = rule({ noNewAccessTo: ["On call"], aspects: ["sees"] });
            expect(verdictOn(change, [seeing])[0]?.isKept).toBe(false);
        });
    });

    test("uses and prints the assumptions of the file", () => {
        const ada = { id: "o", name: "Owner", userIds: ["ada"], escalationMinutes: 0 };
        const owned: Change[] = [
            { put: "owner", value: ada },
            { put: "group", value: { id: "staff", name: "Staff", adminOwnerId: "o" } },
        ];
        const assumptions = parseRules('{ "assumptions": { "ownerPermissions": "attribution" } }', "rules.json");
        expect(assumptions).toMatchObject({ rules: [], assumptions: { ownerPermissions: "attribution" } });
        const impacts = [changed(owned), changed(owned, [], assumptions.assumptions)];
        const [full, shown] = impacts.map(({ impact }) =>
            impact.targets.flatMap(({ shifts }) => shifts.map(({ aspect }) => aspect)),
        );
        expect(full).toEqual(["getsWithoutApproval", "administers"]);
        expect(shown).toEqual([]);
        expect(
            impacts.map((one) =>
                outlineText(impactOutline(one)).includes("Assumed: owners can only see what they own."),
            ),
        ).toEqual([false, true]);
        expect(() => parseRules('{ "assumptions": { "ownerPermission": "full" } }', "rules.json")).toThrow(
            /assumptions.*ownerPermission/,
        );
    });

    test("rejects an unknown sensitivity", () => {
        expect(() => file([rule({ noNewAccessTo: ["sensitivity:CRITCAL"] })])).toThrow(
            "rules[0].noNewAccessTo[0]: the sensitivity must be one of CRITICAL, HIGH, MEDIUM, LOW, NONE",
        );
    });

    test("also applies to a group that loses its tag or sensitivity in the same change", () => {
        const group = facts.groups.find(({ id }) => id === "on-call");
        if (!group) throw new Error("there is no such group");
        const untagged: Change = { put: "group", value: { ...group, tags: [], sensitivity: "LOW" } };
        for (const selector of ["tag:env", "sensitivity:CRITICAL"])
            for (const changes of [
                [untagged, joins("ada")],
                [joins("ada"), untagged],
            ])
                expect(verdictOn(changes, [rule({ noNewAccessTo: [selector] })])[0]?.isKept).toBe(false);
    });

    describe("a target that the rule would no longer cover", () => {
        const put = (more: object): Change => {
            const group = facts.groups.find(({ id }) => id === "on-call");
            if (!group) throw new Error("there is no such group");
            return { put: "group", value: { ...group, ...more } };
        };

        test.each<[string, object, boolean]>([
            ["On call", { name: "Night" }, true],
            ["group:On call", { name: "Night" }, true],
            ["On call", { name: "" }, true],
            ["tag:env", { tags: [] }, true],
            ["tag:env=production", { tags: [{ key: "env", value: "staging" }] }, true],
            ["sensitivity:CRITICAL", { sensitivity: "HIGH" }, true],
            ["group:on-call", { name: "Night" }, false],
            ["tag:env", { name: "Night" }, false],
            ["*", { name: "Night", tags: [], sensitivity: "LOW" }, false],
        ])("%s, after %j: breaks the rule: %s", (selector, more, isStopped) => {
            for (const kind of ["noNewAccessTo", "noNewEscalationTo"] as const) {
                const [verdict] = verdictOn([put(more)], [rule({ [kind]: [selector] })]);
                expect(verdict?.isKept).toBe(!isStopped);
                expect(verdict?.words?.toJSON().includes("group:on-call")).toBe(isStopped);
            }
        });

        test("is still covered by another selector, or can be waived for everybody", () => {
            const renamed = [put({ name: "Night" })];
            const rules = [rule({ noNewAccessTo: ["On call"] })];
            expect(verdictOn(renamed, [rule({ noNewAccessTo: ["On call", "tag:env"] })])[0]?.isKept).toBe(true);
            const waiver = { rule: "Closed", until: "2027-01-01", owner: "o", reason: "r" };
            const kept = (more: object) => verdictOn(renamed, rules, [{ ...waiver, ...more }])[0]?.isKept;
            expect([kept({}), kept({ target: "On call" }), kept({ target: "Staff" }), kept({ person: "Ada" })]).toEqual(
                [true, true, false, false],
            );
        });

        test("is covered by its new name, too", () => {
            const changes = [put({ name: "Vault" }), joins("ada")];
            expect(verdictOn(changes, [rule({ noNewAccessTo: ["Vault"] })])[0]?.isKept).toBe(false);
        });

        test("does not count if it is deleted", () => {
            expect(
                verdictOn([{ remove: "group", id: "on-call" }], [rule({ noNewAccessTo: ["On call"] })])[0]?.isKept,
            ).toBe(true);
        });
    });

    test("is broken by an unknown gain", () => {
        const unknown: Change = { put: "unknown", value: { type: "group", id: "on-call", because: "it is secret" } };
        const [closed, open] = verdictOn(
            [unknown],
            [rule({ noNewAccessTo: ["On call"] }), rule({ name: "Open", maxGained: 0 })],
        );
        expect(closed?.words?.toJSON()).toContain('it is unknown who gains access to "On call"');
        expect(open?.isKept).toBe(true);
        expect(verdictOn([unknown], [rule({ failOnUnknown: true })])[0]?.isKept).toBe(false);
    });
});

test("maxGained counts each person once", () => {
    const both = [joins("ada"), joins("ada", "staff"), joins("bruno")];
    expect(verdictOn(both, [rule({ maxGained: 2 })])[0]?.isKept).toBe(true);
    expect(verdictOn(both, [rule({ maxGained: 1 })])[0]?.words?.toJSON()).toContain(
        "2 people gain access, but the maximum is 1",
    );
});

test("failOnUnknown is broken by a change that is not evaluated", () => {
    const [verdict] = verdictOn([], [rule({ failOnUnknown: true })], [], ["Template a: nobody evaluates it"]);
    expect(verdict?.words?.toJSON()).toContain("Closed: Template a: nobody evaluates it. It is closed.");
});

test.each([
    ["failOnUnknown", { failOnUnknown: true }, false, true],
    ["noSelfApproval", { noSelfApproval: true }, true, false],
    ["noNewAccessTo", { noNewAccessTo: ["*"] }, true, false],
    ["noNewAccessTo with the aspect mayRequest", { noNewAccessTo: ["*"], aspects: ["mayRequest"] }, false, true],
    ["maxGained with the aspect sees", { maxGained: 5, aspects: ["sees"] }, false, true],
])("%s (%j): visibility that was not read breaks the rule or does not matter to it", (_, part, isKept, needsAll) => {
    const line = "New members may also be able to see other groups.";
    const rules = file([rule(part)]);
    const unread = { words: prose`${line}`, concerns: "requests" } as const;
    const preview = { ...changed([]), account: { evaluated: 1, irrelevant: 0, unknown: [unread] } };
    expect(judge(preview, rules, "2026-11-24")[0]?.isKept).toBe(isKept);
    expect(needsVisibility(rules)).toBe(needsAll);
});

describe("waivers", () => {
    const closed = rule({ noNewAccessTo: ["*"] });
    const waiver = (more: object) => ({
        rule: "Closed",
        until: "2026-11-24",
        owner: "ada@example.com",
        reason: "An incident.",
        ...more,
    });
    test.each([
        ["for everybody", {}, true],
        ["for this person, by email", { person: "ada@example.com" }, true],
        ["for this person, by name", { person: "Ada" }, true],
        ["for another person", { person: "bruno@example.com" }, false],
        ["for this group", { target: "On call" }, true],
        ["for another group", { target: "Staff" }, false],
        ["that ended yesterday", { until: "2026-11-23" }, false],
        ["for a year", { until: "2027-11-24" }, true],
        ["for more than a year", { until: "2027-11-26" }, false],
    ])("a waiver %s (%j) allows the gain: %s", (_, more, isKept) => {
        expect(verdictOn([joins("ada")], [closed], [waiver(more)])[0]?.isKept).toBe(isKept);
    });

    test.each<[string, boolean, object[], [until: string, isExpired: boolean][]]>([
        ["allows everything", true, [{}], [["2026-11-24", false]]],
        ["allows only a part", false, [{ person: "Ada" }], [["2026-11-24", false]]],
        ["is for somebody whom the change does not concern", false, [{ person: "Chiyo" }], []],
        ["has expired", false, [{ until: "2026-11-23" }], [["2026-11-23", true]]],
        ["has expired and was for nobody in the change", false, [{ person: "Chiyo", until: "2026-11-23" }], []],
        ["has expired, beside one in force", true, [{ until: "2026-11-23" }, {}], [["2026-11-24", false]]],
        [
            "is one of two that allow the same",
            true,
            [{}, { until: "2027-01-31" }],
            [
                ["2026-11-24", false],
                ["2027-01-31", false],
            ],
        ],
    ])("a waiver that %s is part of the verdict: %s", (_, isKept, waivers, applied) => {
        for (const part of [{ noNewAccessTo: ["*"] }, { maxGained: 0 }]) {
            const changes = [joins("ada"), joins("bruno")];
            const [verdict] = verdictOn(changes, [rule(part)], waivers.map(waiver));
            expect(verdict?.isKept).toBe(isKept);
            expect(verdict?.waivers).toEqual(
                applied.map(([until, isExpired]) => ({
                    until,
                    isExpired,
                    isTooLong: false,
                    owner: "ada@example.com",
                    reason: "An incident.",
                })),
            );
        }
    });

    test("a waiver that nothing needs is not part of the verdict", () => {
        const [verdict] = verdictOn([joins("ada")], [rule({ maxGained: 1 })], [waiver({})]);
        expect(verdict).toMatchObject({ isKept: true, waivers: [] });
    });

    test("every format states what a waived rule would stop, and until when, by whom and why it is waived", () => {
        const preview = changed([joins("ada")]);
        const rules = judge(preview, file([closed], [waiver({})]), "2026-11-24");
        const access = accessSection(accessSummaryOf(preview), rules);
        const report = { stack: "access/prod", entries: [], errors: [], notes: [], objects: 0 };
        const texts = [
            outlineText(impactOutline(preview, rules)),
            outlineMarkdown(impactOutline(preview, rules)),
            JSON.stringify(impactDocument(preview, rules)),
            outlineText(reportOutline(report, { access })),
            outlineMarkdown(reportOutline(report, { access })),
            outlinePage(reportOutline(report, { access })),
            JSON.stringify(reportDocument(report, { rules })),
        ];
        for (const text of texts) {
            const plain = text.replaceAll(/<[^>]*>|[`*]/g, "");
            for (const part of [
                "would stop: 1 person gains access",
                "24 November 2026",
                "ada@example.com",
                "An incident.",
            ])
                expect(plain).toContain(part);
            expect(plain).not.toContain("complies with");
        }
    });

    test("a waiver for one person does not allow the gain of another person", () => {
        const found = verdictOn([joins("ada"), joins("bruno")], [closed], [waiver({ person: "ada@example.com" })]);
        expect(found[0]?.words?.toJSON()).toContain("1 person gains access");
    });
});

test("no rule is kept if the change could not be evaluated", () => {
    const rules = file([rule({ maxGained: 3 }), rule({ name: "Alone", noSelfApproval: true })]);
    expect(unjudged(rules)).toEqual([
        expect.objectContaining({ rule: "Closed", kind: "maxGained", isKept: false }),
        expect.objectContaining({ rule: "Alone", kind: "noSelfApproval", isKept: false }),
    ]);
});

test("collects the tags that the rules use", () => {
    const rules = file([rule({ noNewAccessTo: ["tag:env=production", "*", "tag:pci"] }), rule({ maxGained: 1 })]);
    expect(tagsIn(rules)).toEqual(["env=production", "pci"]);
});

function changed(
    changes: readonly Change[],
    notEvaluated: readonly string[] = [],
    assumptions?: Facts["assumptions"],
): PreviewImpact {
    const assumed = { ...facts, ...(assumptions && { assumptions }) };
    const before = AccessModel.of(assumed);
    const after = before.with(changes);
    return {
        impact: impactOf(before, after),
        reverted: impactOf(before, before),
        accepted: impactOf(before, before),
        before,
        after,
        facts: assumed,
        directory: new Directory([assumed]),
        parts: [],
        account: {
            evaluated: 1,
            irrelevant: 0,
            unknown: notEvaluated.map((words) => ({ words: prose`${words}`, concerns: "reported" as const })),
        },
    };
}

describe("a rules file", () => {
    const waiver = { rule: "Nobody", until: "2027-01-01", owner: "o", reason: "r" };
    test.each<[string, string, string]>([
        ["invalid JSON", "{", "rules.json is not valid JSON or YAML: "],
        [
            "a rule with two conditions",
            JSON.stringify({ rules: [rule({ maxGained: 1, noSelfApproval: true })] }),
            "rules[0]: set exactly one of",
        ],
        ["a rule without a condition", JSON.stringify({ rules: [rule({})] }), "rules[0]: set exactly one of"],
        ["a list instead of an object", "[]", "the top level: "],
        [
            "a waiver without a rule",
            JSON.stringify({ waivers: [waiver] }),
            'contains a waiver for the rule "Nobody", but not the rule itself. Existing rules: none.',
        ],
        [
            "a waiver for an unknown rule",
            JSON.stringify({
                rules: [rule({ maxGained: 1 }), rule({ name: "Open", maxGained: 2 })],
                waivers: [waiver],
            }),
            'Existing rules: "Closed", "Open".',
        ],
    ])("is rejected with its error: %s", (_, text, reason) => {
        expect(() => parseRules(text, "rules.json")).toThrow(reason);
    });

    test("needs visibility to be read if one of its rules does", () => {
        expect(needsVisibility(file([rule({ maxGained: 1 }), rule({ failOnUnknown: true })]))).toBe(true);
        expect(needsVisibility(file([rule({ maxGained: 1 })]))).toBe(false);
    });

    test("has a JSON Schema that does not require properties with a default", () => {
        expect(rulesJsonSchema()).toMatchObject({ type: "object", properties: { rules: {}, waivers: {} } });
        expect(rulesJsonSchema()).not.toHaveProperty("required");
    });
});
