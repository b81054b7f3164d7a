/** Judges effects of every kind with every rule. verdicts.txt contains all results. */
import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/access/model/facts/change.js";
import { headlineOf, isWithoutGain } from "../../../src/review/impact/impact-words.js";
import { parseRules } from "../../../src/review/impact/rules.js";
import { judge, unjudged } from "../../../src/review/impact/verdicts.js";
import { factsWith } from "../../access/empty-facts.js";
import { type Found, facts, given, type On, preview, shift } from "./given-effects.js";
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

const EFFECTS = [
    "none",
    "vault: has gained ada",
    "vault: has gained ada, bob; db: has gained ada",
    "vault: has gained ada; db: has shorter ada, bob",
    "vault: has gained ada; db: sees lost bob",
    "vault: has gained ada; vault: sees gained ada, bob",
    "vault: has gained ada; db: has mayGain",
    "vault: has gained ada; change: anything; change: anything",
    "vault: has gained ada; db: has mayGain; change: anything",
    "vault: has maybeGained ada",
    "vault: has longer ada, bob",
    "vault: has lost ada",
    "vault: has lost ada; vault: sees lost ada",
    "vault: has mayGain",
    "vault: has mayGain; vault: has mayGain",
    "vault: has mayGain; vault: has gained ada",
    "vault: has mayGain; vault: mayApprove lost bob",
    "vault: has mayLose",
    "vault: sees gained ada",
    "vault: sees maybeGained ada",
    "vault: sees maybeLost ada",
    "vault: mayRequest gained ada",
    "vault: mayRequest mayGain",
    "vault: getsWithoutApproval gained ada, bob",
    "vault: has gained ada, bob; db: has gained bob; db: has longer cyn; db: sees gained cyn",
    "db: has gained ada",
    "db: getsWithoutApproval gained ada",
    "db: getsWithoutApproval mayGain",
    "db: mayRequest gained ada",
    "kit: sees gained ada",
    "bare: has gained ada",
    "admin: has gained ada",
    "admin: has gained ada, bob",
    "admin: has gained ada; admin: has mayLose",
    "admin: has longer ada",
    "admin: has lost ada",
    "admin: has mayLose",
    "admin: has mayGain",
    "admin: has lost ada; admin: has mayGain",
    "admin: has maybeGained ada; admin: has lost bob",
    "auditor: has gained ada",
    "auditor: has lost ada",
    "change: anything",
    "change: requests",
    "change: reported",
];
const EVERY_RULE = [
    closed,
    { ...closed, aspects: ["sees"] },
    { ...closed, aspects: ["mayRequest"] },
    { noNewAccessTo: ["resource:Database", "Vault"] },
    { noNewAccessTo: ["tag:env=dev"] },
    { noNewAccessTo: ["Kit"], aspects: ["sees"] },
    { noNewAccessTo: ["tag:env"], aspects: ["sees"] },
    { noNewAccessTo: ["tag:env", "sensitivity:high"] },
    { maxGained: 0 },
    { maxGained: 2 },
    { maxGained: 3 },
    { maxGained: 0, aspects: ["sees"] },
    { maxGained: 0, aspects: ["mayApprove"] },
    { noSelfApproval: true },
    { failOnUnknown: true },
];

test("the headline of each effect, and the rules that it breaks, match verdicts.txt", async () => {
    const blocks = EFFECTS.map((text) => {
        const found = given(text);
        const one = preview(found);
        const rules = EVERY_RULE.flatMap((more) => {
            const why = broken(found, more);
            return why === undefined ? [] : [`  ${JSON.stringify(more)}: ${why}`];
        });
        const certain = isWithoutGain(one) ? ["  It is certain that nobody gains access."] : [];
        return [text, `  ${headlineOf(one)}`, ...certain, ...rules].join("\n");
    });
    await expect(`${blocks.join("\n")}\n`).toMatchFileSnapshot("verdicts.txt");
});

test("the headline uses the past tense after a deployment", () => {
    const found = given("admin: has gained ada; vault: has gained ada; db: has lost ada, bob");
    expect(headlineOf(preview(found), "past").toJSON()).toBe(
        "1 person became an administrator of the organization; 1 person gained access to 1 group; 2 people lost access to 1 resource.",
    );
});

describe("noNewAccessTo", () => {
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
