import { describe, expect, test } from "vitest";
import { Directory } from "../../../src/access/answers/directory.js";
import { impactOf } from "../../../src/access/model/change/impact.js";
import type { Change, Facts } from "../../../src/access/model/facts/facts.js";
import { AccessModel } from "../../../src/access/model/model.js";
import { prose } from "../../../src/common/phrase.js";
import type { PreviewImpact } from "../../../src/review/impact/preview-impact.js";
import { needsVisibility, parseRules, rulesJsonSchema, tagsIn } from "../../../src/review/impact/rules.js";
import { judge, unjudged } from "../../../src/review/impact/verdicts.js";
import { impactText } from "../../../src/review/impact/words/text.js";
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

/** Whether each rule is kept by changes, and what is said. */
function verdictOn(changes: readonly Change[], rules: object[], waivers: object[] = [], notEvaluated: string[] = []) {
    return judge(changed(changes, notEvaluated), file(rules, waivers), "2026-11-24T10:00:00Z");
}

describe("nobody may gain access to", () => {
    test.each([
        ["tag:env", true],
        ["tag:env=production", true],
        ["sensitivity:critical", true],
        ["sensitivity:HIGH", false],
        ["On call", true],
        ["group:On call", true],
        ["Staff", false],
        ["*", true],
    ])("%s: somebody who joins the group is stopped: %s", (selector, isStopped) => {
        const [verdict] = verdictOn([joins("ada")], [rule({ noNewAccessTo: [selector] })]);
        expect(verdict?.isKept).toBe(!isStopped);
        if (isStopped)
            expect(verdict?.words?.toJSON()).toBe(
                'Closed: 1 person gains access to "On call". It is closed. (Owner of the rule: security@example.com.)',
            );
    });

    test.each(["tag:env=staging", "tags:env", "resource:On call", "On-call", "Night watch", "Ada", "user:Ada"])(
        "%s, which is nothing: a rule that guards nothing is not kept",
        (selector) => {
            const [verdict] = verdictOn([joins("ada", "staff")], [rule({ noNewAccessTo: ["Staff", selector] })]);
            expect(verdict?.words?.toJSON()).toContain(`"${selector}" does not match any group, resource or bundle`);
            expect(verdict?.isKept).toBe(false);
        },
    );

    describe("a role in the organization", () => {
        const admin = { id: "admin", name: "Admin", resourceType: "OPAL_ROLE" };
        const role: Change = { put: "resource", value: admin };
        const gains = (userId: string): Change[] => [
            role,
            { put: "grant", value: { resourceId: "admin", principalId: userId, level: "", until: null } },
        ];

        test("applies to every target, and is reported once", () => {
            const change = gains("ada");
            const { impact } = changed(change);
            expect(impact.roles.map(({ role, shifts }) => [role, shifts.map(({ fate }) => fate)])).toEqual([
                ["admin", ["gained"]],
            ]);
            // Its effect on each group is not repeated.
            expect(impact.targets.map(({ target }) => target.id)).toEqual(["admin"]);
            expect(impactText(changed(change))).toContain(
                "1 person becomes an administrator of the organization; 1 person gains access",
            );
            const rules = [rule({ noNewAccessTo: ["On call"] }), rule({ noSelfApproval: true })];
            for (const { isKept, words } of verdictOn(change, rules)) {
                expect(isKept).toBe(false);
                expect(words.toJSON()).toContain("1 person gains a role that administers the whole organization");
            }
        });

        test("a waiver for one target does not cover it, and one for everything does", () => {
            const rules = [rule({ noNewAccessTo: ["On call"] })];
            const waiver = { rule: "Closed", person: "Ada", until: "2027-01-01", owner: "o", reason: "r" };
            const kept = (more: object): boolean | undefined =>
                verdictOn(gains("ada"), rules, [{ ...waiver, ...more }])[0]?.isKept;
            expect(kept({ target: "On call" })).toBe(false);
            expect(kept({ person: "Bruno" })).toBe(false);
            expect(kept({})).toBe(true);
        });

        test("an invitation as ADMIN gives it, and a role with an unknown name is Admin", () => {
            const dana = { id: "dana", name: "Dana", tags: [], status: "", managerId: null, role: "ADMIN" } as const;
            const rules = [rule({ noNewAccessTo: ["On call"] })];
            expect(verdictOn([{ put: "user", value: dana }], rules)[0]?.isKept).toBe(false);
            const other: Change = { put: "resource", value: { ...admin, name: "Overlord" } };
            expect(verdictOn([other, ...gains("ada").slice(1)], rules)[0]?.isKept).toBe(false);
        });

        test("a role that only shows targets does not administer them", () => {
            const auditor: Change = { put: "resource", value: { ...admin, name: "Auditor" } };
            const change = [auditor, ...gains("ada").slice(1)];
            expect(verdictOn(change, [rule({ noNewAccessTo: ["On call"] })])[0]?.isKept).toBe(true);
            const seeing = rule({ noNewAccessTo: ["On call"], aspects: ["sees"] });
            expect(verdictOn(change, [seeing])[0]?.isKept).toBe(false);
        });
    });

    test("the assumptions of the file apply and are printed", () => {
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
        expect(impacts.map((one) => impactText(one).includes("Assumed: owners can only see what they own."))).toEqual([
            false,
            true,
        ]);
        expect(() => parseRules('{ "assumptions": { "ownerPermission": "full" } }', "rules.json")).toThrow(
            /assumptions.*ownerPermission/,
        );
    });

    test("a sensitivity that there is not is refused", () => {
        expect(() => file([rule({ noNewAccessTo: ["sensitivity:CRITCAL"] })])).toThrow(
            "rules[0].noNewAccessTo[0]: its sensitivity must be one of CRITICAL, HIGH, MEDIUM, LOW, NONE",
        );
    });

    test("what loses the tag, or is called less sensitive, in the same change", () => {
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

    test("who may be somebody whom nobody knows", () => {
        const unknown: Change = { put: "unknown", value: { type: "group", id: "on-call", because: "it is secret" } };
        const [closed, open] = verdictOn(
            [unknown],
            [rule({ noNewAccessTo: ["On call"] }), rule({ name: "Open", maxGained: 0 })],
        );
        expect(closed?.words?.toJSON()).toContain('who gains access to "On call" is unknown');
        expect(open?.isKept).toBe(true);
        expect(verdictOn([unknown], [rule({ failOnUnknown: true })])[0]?.isKept).toBe(false);
    });
});

test("so many may gain, each counted once", () => {
    const both = [joins("ada"), joins("ada", "staff"), joins("bruno")];
    expect(verdictOn(both, [rule({ maxGained: 2 })])[0]?.isKept).toBe(true);
    expect(verdictOn(both, [rule({ maxGained: 1 })])[0]?.words?.toJSON()).toContain(
        "2 people gain access, but the maximum is 1",
    );
});

test("what nobody evaluates is not known", () => {
    const [verdict] = verdictOn([], [rule({ failOnUnknown: true })], [], ["Template a: nobody evaluates it"]);
    expect(verdict?.words?.toJSON()).toContain("Closed: Template a: nobody evaluates it. It is closed.");
});

test.each([
    ["failOnUnknown", { failOnUnknown: true }, false, true],
    ["noSelfApproval", { noSelfApproval: true }, true, false],
    ["noNewAccessTo", { noNewAccessTo: ["*"] }, true, false],
    ["noNewAccessTo of requests", { noNewAccessTo: ["*"], aspects: ["mayRequest"] }, false, true],
    ["maxGained of what people see", { maxGained: 5, aspects: ["sees"] }, false, true],
])("what people may come to see unread matters to %s: %j", (_, part, isKept, needsAll) => {
    const line = "New members may also be able to see other groups.";
    const rules = file([rule(part)]);
    const unread = { words: prose`${line}`, concerns: "requests" } as const;
    const preview = { ...changed([]), account: { evaluated: 1, irrelevant: 0, unknown: [unread] } };
    expect(judge(preview, rules, "2026-11-24")[0]?.isKept).toBe(isKept);
    expect(needsVisibility(rules)).toBe(needsAll);
});

describe("a waiver", () => {
    const closed = rule({ noNewAccessTo: ["*"] });
    const waiver = (more: object) => ({
        rule: "Closed",
        until: "2026-11-24",
        owner: "ada@example.com",
        reason: "An incident.",
        ...more,
    });
    test.each([
        ["of everybody", {}, true],
        ["of this person, by email", { person: "ada@example.com" }, true],
        ["of this person, by name", { person: "Ada" }, true],
        ["of somebody else", { person: "bruno@example.com" }, false],
        ["for this group", { target: "On call" }, true],
        ["for another group", { target: "Staff" }, false],
        ["that ended yesterday", { until: "2026-11-23" }, false],
    ])("%s lets them in: %j %s", (_, more, isKept) => {
        expect(verdictOn([joins("ada")], [closed], [waiver(more)])[0]?.isKept).toBe(isKept);
    });

    test("lets in nobody else", () => {
        const found = verdictOn([joins("ada"), joins("bruno")], [closed], [waiver({ person: "ada@example.com" })]);
        expect(found[0]?.words?.toJSON()).toContain("1 person gains access");
    });
});

test("where nobody can judge, no rule is kept", () => {
    const rules = file([rule({ maxGained: 3 }), rule({ name: "Alone", noSelfApproval: true })]);
    expect(unjudged(rules)).toEqual([
        expect.objectContaining({ rule: "Closed", kind: "maxGained", isKept: false }),
        expect.objectContaining({ rule: "Alone", kind: "noSelfApproval", isKept: false }),
    ]);
});

test("the tags that rules speak of", () => {
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
        account: {
            evaluated: 1,
            irrelevant: 0,
            unknown: notEvaluated.map((words) => ({ words: prose`${words}`, concerns: "reported" as const })),
        },
    };
}

describe("a file of rules", () => {
    const waiver = { rule: "Nobody", until: "2027-01-01", owner: "o", reason: "r" };
    test.each<[string, string, string]>([
        ["not JSON", "{", "rules.json is not valid JSON or YAML: "],
        [
            "a rule of two kinds",
            JSON.stringify({ rules: [rule({ maxGained: 1, noSelfApproval: true })] }),
            "rules[0]: set exactly one of",
        ],
        ["a rule of no kind", JSON.stringify({ rules: [rule({})] }), "rules[0]: set exactly one of"],
        ["a list", "[]", "the file: "],
        [
            "a waiver of no rule",
            JSON.stringify({ waivers: [waiver] }),
            'contains a waiver for the rule "Nobody", but not the rule itself. Existing rules: none.',
        ],
        [
            "a waiver of another rule",
            JSON.stringify({
                rules: [rule({ maxGained: 1 }), rule({ name: "Open", maxGained: 2 })],
                waivers: [waiver],
            }),
            'Existing rules: "Closed", "Open".',
        ],
    ])("that is %s is refused", (_, text, reason) => {
        expect(() => parseRules(text, "rules.json")).toThrow(reason);
    });

    test("needs what people come to see if one rule does", () => {
        expect(needsVisibility(file([rule({ maxGained: 1 }), rule({ failOnUnknown: true })]))).toBe(true);
        expect(needsVisibility(file([rule({ maxGained: 1 })]))).toBe(false);
    });

    test("has a JSON Schema of what people write: nothing that has a default is required", () => {
        expect(rulesJsonSchema()).toMatchObject({ type: "object", properties: { rules: {}, waivers: {} } });
        expect(rulesJsonSchema()).not.toHaveProperty("required");
    });
});
