/** Judges effects of every kind with every rule. */
import { describe, expect, test } from "vitest";
import type { RoleImpact } from "../../../src/access/model/change/impact.js";
import type { Shift } from "../../../src/access/model/change/shifts.js";
import type { Change } from "../../../src/access/model/facts/change.js";
import { prose } from "../../../src/common/phrase.js";
import type { UnknownChange } from "../../../src/review/impact/account.js";
import { parseRules } from "../../../src/review/impact/rules.js";
import { judge, unjudged } from "../../../src/review/impact/verdicts.js";
import { factsWith } from "../../access/empty-facts.js";
import { type Found, facts, type On, open, preview, shift } from "./given-effects.js";
import { previewOf, stopOf } from "./organization.js";

const rule = (more: object) => ({ name: "Rule", owner: "owner", reason: "Reason.", ...more });
const waiver = (more: object) => ({ rule: "Rule", until: "2026-12-30", owner: "o", reason: "r", ...more });

/** Reason why the rule is broken; undefined if it is kept. */
function broken(found: Found, more: object, waivers: readonly object[] = []): string | undefined {
    const rules = parseRules(JSON.stringify({ rules: [rule(more)], waivers }), "rules.json");
    const [verdict] = judge(preview(found), rules, facts.at);
    expect(verdict).toMatchObject({ rule: "Rule", owner: "owner", isJudged: true });
    const words = verdict?.words.toJSON() ?? "";
    if (verdict?.isKept) {
        if (verdict.waivers.length === 0) expect(words).toBe("Rule: the change complies with this rule.");
        return undefined;
    }
    const [, why] = /^Rule: (.*)\. Reason\. \(Owner of the rule: owner\.\)/.exec(words) ?? [];
    return why ?? words;
}

const closed = { noNewAccessTo: ["Vault"] };

describe("noNewAccessTo", () => {
    test.each<[string, On, object, string | undefined]>([
        [
            "a person who gains access",
            ["vault", shift("has", "gained", ["ada"])],
            closed,
            '1 person gains access to "Vault"',
        ],
        [
            "a person who may gain access",
            ["vault", shift("has", "maybeGained", ["ada"])],
            closed,
            '1 person gains access to "Vault", unless they already had it',
        ],
        [
            "people who keep access for longer",
            ["vault", shift("has", "longer", ["ada", "bob"])],
            closed,
            '2 people keep access to "Vault" for longer',
        ],
        ["a person who loses access", ["vault", shift("has", "lost", ["ada"])], closed, undefined],
        ["a gain of another target", ["db", shift("has", "gained", ["ada"])], closed, undefined],
        ["a gain of another aspect", ["vault", shift("mayRequest", "gained", ["ada"])], closed, undefined],
        [
            "a gain of an aspect in the rule",
            ["vault", shift("mayRequest", "gained", ["ada"])],
            { ...closed, aspects: ["mayRequest"] },
            '1 person can now request "Vault"',
        ],
        [
            "unknown people who may gain access",
            ["vault", open("has")],
            closed,
            'it is unknown who gains access to "Vault"',
        ],
        ["unknown people who may lose access", ["vault", open("has", false)], closed, undefined],
        ["unknown people with another aspect", ["vault", open("mayRequest")], closed, undefined],
        [
            "a gain that matches one of several selectors",
            ["db", shift("has", "gained", ["ada"])],
            { noNewAccessTo: ["Vault", "Database"] },
            '1 person gains access to "Database"',
        ],
        [
            "a resource that is selected by type and name",
            ["db", shift("has", "gained", ["ada"])],
            { noNewAccessTo: ["resource:Database"] },
            '1 person gains access to "Database"',
        ],
        [
            "a resource that is selected by one of its tags",
            ["db", shift("has", "gained", ["ada"])],
            { noNewAccessTo: ["tag:env=dev"] },
            '1 person gains access to "Database"',
        ],
        [
            "a bundle that is selected by name",
            ["kit", shift("sees", "gained", ["ada"])],
            { noNewAccessTo: ["Kit"], aspects: ["sees"] },
            '1 person now sees "Kit"',
        ],
        [
            "a bundle, which cannot match a tag",
            ["kit", shift("sees", "gained", ["ada"])],
            { noNewAccessTo: ["tag:env"], aspects: ["sees"] },
            undefined,
        ],
        [
            "a resource without tags and sensitivity",
            ["bare", shift("has", "gained", ["ada"])],
            { noNewAccessTo: ["tag:env", "sensitivity:high"] },
            undefined,
        ],
    ])("judges %s", (_, on, more, why) => {
        expect(broken({ on: [on] }, more)).toBe(why);
    });

    test("mentions unknown people only once", () => {
        expect(
            broken(
                {
                    on: [
                        ["vault", open("has")],
                        ["vault", open("has")],
                    ],
                },
                closed,
            ),
        ).toBe('it is unknown who gains access to "Vault"');
    });

    test("does not mention unknown people if known people gain access", () => {
        const on: On[] = [
            ["vault", open("has")],
            ["vault", shift("has", "gained", ["ada"])],
        ];
        expect(broken({ on }, closed)).toBe('1 person gains access to "Vault"');
    });

    test.each(["Nothing", "tag:none", "bundle:Vault", "the env"])(
        "is broken if the selector %s matches no target",
        (selector) => {
            expect(broken({}, { noNewAccessTo: [selector] })).toBe(
                `"${selector}" does not match any group, resource or bundle`,
            );
        },
    );

    test.each(["sensitivity:critical", "tag:tier", "resource:Bare", "bundle:Kit", "*"])(
        "is kept if the selector %s matches a target or can match one later",
        (selector) => {
            expect(broken({}, { noNewAccessTo: [selector] })).toBeUndefined();
        },
    );

    test.each(["tag:env", "sensitivity:high"])("selects a new group by %s", (selector) => {
        const group = { id: "safe", name: "Safe", tags: [{ key: "env", value: "prod" }], sensitivity: "HIGH" };
        const joins = { groupId: "safe", userId: "ada", level: "", until: null };
        const changes: Change[] = [
            { put: "group", value: group },
            { put: "membership", value: joins },
        ];
        expect(stopOf(facts, changes, { noNewAccessTo: [selector] })).toContain('1 person gains access to "safe"');
    });

    test("does not report an unmatched selector if the organization was not read", () => {
        const nothing = previewOf(factsWith({}), []);
        const rules = parseRules(JSON.stringify({ rules: [rule({ noNewAccessTo: ["Nothing"] })] }), "rules.json");
        expect(judge(nothing, rules, facts.at)[0]?.isKept).toBe(true);
    });
});

describe("an organization role", () => {
    const role = (shifts: Shift[], name: RoleImpact["role"] = "admin"): Found => ({ roles: [{ role: name, shifts }] });
    const administers = "a role that administers the whole organization";
    test.each<[string, Found, object, string | undefined]>([
        ["gained by a person", role([shift("has", "gained", ["ada"])]), closed, `1 person gains ${administers}`],
        [
            "gained by several people",
            role([shift("has", "gained", ["ada", "bob"])]),
            closed,
            `2 people gain ${administers}`,
        ],
        [
            "kept for longer",
            role([shift("has", "longer", ["ada"])]),
            closed,
            `1 person keeps ${administers} for longer`,
        ],
        ["lost", role([shift("has", "lost", ["ada"])]), closed, undefined],
        ["lost by unknown people", role([open("has", false)]), closed, undefined],
        [
            "gained by unknown people",
            role([shift("has", "lost", ["ada"]), open("has")]),
            closed,
            `it is unknown who gains ${administers}`,
        ],
        ["that only makes targets visible", role([shift("has", "gained", ["ada"])], "auditor"), closed, undefined],
        [
            "gained, for noSelfApproval",
            role([shift("has", "gained", ["ada"])]),
            { noSelfApproval: true },
            `1 person gains ${administers}`,
        ],
        [
            "gained, for maxGained",
            role([shift("has", "gained", ["ada"])]),
            { maxGained: 0 },
            `1 person gains ${administers}, but the maximum is 0`,
        ],
        [
            "that only makes targets visible, for maxGained",
            role([shift("has", "gained", ["ada"])], "auditor"),
            { maxGained: 0 },
            "1 person gains a role that sees the whole organization and runs access reviews, but the maximum is 0",
        ],
        [
            "that only makes targets visible, for maxGained with the aspect mayApprove",
            role([shift("has", "gained", ["ada"])], "auditor"),
            { maxGained: 0, aspects: ["mayApprove"] },
            undefined,
        ],
        [
            "gained by unknown people, for failOnUnknown",
            role([shift("has", "lost", ["ada"]), open("has")]),
            { failOnUnknown: true },
            `it is unknown who else gains ${administers}`,
        ],
        [
            "perhaps gained, for failOnUnknown",
            role([shift("has", "maybeGained", ["ada"]), shift("has", "lost", ["bob"])]),
            { failOnUnknown: true },
            `it is unknown who else gains ${administers}`,
        ],
        [
            "gained by known people, for failOnUnknown",
            role([shift("has", "gained", ["ada"]), open("has", false)]),
            { failOnUnknown: true },
            undefined,
        ],
    ])("is judged if %s", (_, found, more, why) => {
        expect(broken(found, more)).toBe(why);
    });
});

describe("maxGained", () => {
    const on: On[] = [
        ["vault", shift("has", "gained", ["ada", "bob"])],
        ["db", shift("has", "gained", ["bob"])],
        ["db", shift("has", "longer", ["cyn"])],
        ["db", shift("sees", "gained", ["cyn"])],
    ];
    test.each<[number, object, string | undefined]>([
        [3, {}, undefined],
        [2, {}, "2 people gain access and 1 person keeps access for longer: 3 people in all, but the maximum is 2"],
        [0, { aspects: ["sees"] }, "1 person now sees something, but the maximum is 0"],
        [1, { aspects: ["sees"] }, undefined],
    ])("judges gains with a maximum of %i and the options %j", (maxGained, more, why) => {
        expect(broken({ on }, { maxGained, ...more })).toBe(why);
    });
});

describe("noSelfApproval", () => {
    test.each<[string, On, string | undefined]>([
        [
            "a gain of access without approval",
            ["db", shift("getsWithoutApproval", "gained", ["ada"])],
            '1 person can now get "Database" without approval',
        ],
        ["a gain of access with approval", ["db", shift("mayRequest", "gained", ["ada"])], undefined],
        [
            "an unknown gain of access without approval",
            ["db", open("getsWithoutApproval")],
            'it is unknown who can now get "Database" without approval',
        ],
    ])("judges %s", (_, on, why) => {
        expect(broken({ on: [on] }, { noSelfApproval: true })).toBe(why);
    });
});

describe("failOnUnknown", () => {
    const strict = { failOnUnknown: true };
    test.each<[string, On, string | undefined]>([
        ["people who gain access", ["vault", shift("has", "gained", ["ada"])], undefined],
        ["unknown people who may lose access", ["vault", open("has", false)], undefined],
        [
            "unknown people who may gain access",
            ["vault", open("has")],
            'it is unknown who else gains rights to "Vault" (it is hidden)',
        ],
        [
            "people who may have had access before",
            ["vault", shift("sees", "maybeGained", ["ada"])],
            'it is unknown who gains access to "Vault" and who could already get it',
        ],
        ["people who may still have access", ["vault", shift("sees", "maybeLost", ["ada"])], undefined],
    ])("judges %s", (_, on, why) => {
        const other: On = ["vault", shift("mayApprove", "lost", ["bob"])];
        expect(broken({ on: [on, other] }, strict)).toBe(why);
    });
});

describe("unknown changes", () => {
    const change = (concerns: UnknownChange["concerns"]): UnknownChange => ({
        words: prose`a change is unknown`,
        concerns,
    });
    const seen = { ...closed, aspects: ["sees"] };
    test.each<[UnknownChange["concerns"], object, boolean]>([
        ["anything", closed, false],
        ["anything", { maxGained: 9 }, false],
        ["anything", { noSelfApproval: true }, false],
        ["anything", { failOnUnknown: true }, false],
        ["requests", closed, true],
        ["requests", seen, false],
        ["requests", { ...closed, aspects: ["mayRequest"] }, false],
        ["requests", { maxGained: 9, aspects: ["sees"] }, false],
        ["requests", { maxGained: 9 }, true],
        ["requests", { noSelfApproval: true }, true],
        ["requests", { failOnUnknown: true }, false],
        ["reported", closed, true],
        ["reported", seen, true],
        ["reported", { failOnUnknown: true }, false],
    ])("judges an unknown change that concerns %s by the rule %j", (concerns, more, isKept) => {
        // A broken rule mentions the change only once.
        expect(broken({ unknown: [change(concerns)] }, more)).toBe(isKept ? undefined : "a change is unknown");
    });
});

describe("waivers of a rule", () => {
    const on: On[] = [["vault", shift("has", "gained", ["ada", "bob"])]];
    const roles = [{ role: "admin", shifts: [shift("has", "gained", ["bob"])] }] as const;
    test.each<[string, object[], string | undefined]>([
        ["for a person", [waiver({ person: "ada" })], '1 person gains access to "Vault"'],
        ["for a person by email", [waiver({ person: "bob@example.com" }), waiver({ person: "ada" })], undefined],
        ["for everybody", [waiver({})], undefined],
        ["for everybody and this target", [waiver({ target: "Vault" })], undefined],
        ["for another target", [waiver({ target: "Database" })], '2 people gain access to "Vault"'],
        ["that ended", [waiver({ until: "2026-02-28" })], '2 people gain access to "Vault"'],
        ["on its last day", [waiver({ until: "2026-03-01" })], undefined],
    ])("applies or ignores a waiver %s", (_, waivers, why) => {
        expect(broken({ on }, closed, waivers)).toBe(why);
    });

    test("a waiver covers an organization role only if it is for all targets", () => {
        const kept = (more: object) => broken({ roles }, closed, [waiver(more)]) === undefined;
        expect([kept({}), kept({ person: "bob" }), kept({ person: "ada" }), kept({ target: "Vault" })]).toEqual([
            true,
            true,
            false,
            false,
        ]);
        const count = (more: object) => broken({ roles }, { maxGained: 0 }, [waiver(more)]) === undefined;
        expect([count({}), count({ person: "ada" })]).toEqual([true, false]);
    });

    test("a waiver applies only to its own rule", () => {
        const rules = [rule(closed), rule({ ...closed, name: "Other" })];
        const verdicts = judge(
            preview({ on }),
            parseRules(JSON.stringify({ rules, waivers: [waiver({})] }), "rules.json"),
            facts.at,
        );
        expect(verdicts.map(({ isKept }) => isKept)).toEqual([true, false]);
    });

    test("a waiver for an unknown person does not cover the gain of another unknown person", () => {
        const stranger: On[] = [["vault", shift("has", "gained", ["stranger"])]];
        expect(broken({ on: stranger }, closed, [waiver({ person: "x" })])).toBe('1 person gains access to "Vault"');
    });
});

test("lists three reasons and the number of further ones", () => {
    const clauses = ["vault", "db", "bare", "kit"].map((id): On => [id, shift("sees", "gained", ["ada"])]);
    const rules = { noNewAccessTo: ["*"], aspects: ["sees"] };
    const three = '1 person now sees "Vault"; 1 person now sees "Database"; 1 person now sees "Bare"';
    expect(broken({ on: clauses.slice(0, 3) }, rules)).toBe(three);
    expect(broken({ on: clauses }, rules)).toBe(`${three}; and 1 more`);
});

test("without an evaluation, a rule is neither kept nor judged", () => {
    const rules = parseRules(JSON.stringify({ rules: [rule(closed)] }), "rules.json");
    const [verdict] = unjudged(rules);
    expect(verdict).toMatchObject({
        rule: "Rule",
        owner: "owner",
        kind: "noNewAccessTo",
        isKept: false,
        isJudged: false,
    });
    expect(verdict?.words.toJSON()).toBe("Rule: not evaluated. (Owner of the rule: owner.)");
});
