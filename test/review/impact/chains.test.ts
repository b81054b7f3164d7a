/** Chains of steps that a change opens or cuts, in access rules, in the report and as JSON. */

import { expect, test } from "vitest";
import { chainChanges, MAX_PEOPLE, MAX_TARGETS } from "../../../src/access/guarantees/escalation/chain-changes.js";
import { chainsSection } from "../../../src/access/guarantees/escalation/chain-reports.js";
import type { Change } from "../../../src/access/model/facts/change.js";
import type { Facts, RequestRule, Target } from "../../../src/access/model/facts/facts.js";
import { outlineMarkdown, sectionMarkdown } from "../../../src/common/outline/outline-markdown.js";
import { itemsText, outlineText } from "../../../src/common/outline/outline-text.js";
import { accessDocument, impactOutline } from "../../../src/review/impact/impact-outline.js";
import { isWithoutGain } from "../../../src/review/impact/impact-words.js";
import { impactOfPreview, type PreviewImpact } from "../../../src/review/impact/preview-impact.js";
import { evaluationFor, parseRules } from "../../../src/review/impact/rules.js";
import { judge } from "../../../src/review/impact/verdicts.js";
import { factsWith } from "../../access/empty-facts.js";
import { documentOf, kindOf } from "../report/document.js";
import { automatic, hidden, previewOf, user } from "./organization.js";

const closed: RequestRule = { priority: 0, allowRequests: false, autoApproval: false, stages: [] };
const forReaders: RequestRule = { ...automatic, priority: 1, condition: { groupIds: ["readers"], levels: [] } };
const vault = { id: "vault", name: "Vault", sensitivity: "HIGH", requestRules: [closed] };
/** Ada can join the readers, and no user can get the vault. */
const shut = factsWith({
    users: [user("ada"), user("bob")],
    groups: [
        { id: "staff", name: "Staff" },
        {
            id: "readers",
            name: "Readers",
            requestRules: [automatic],
            visibility: { type: "LIMITED", groupIds: ["staff"] },
        },
        { ...vault, visibility: hidden },
    ],
    memberships: [{ groupId: "staff", userId: "ada", level: "", until: null }],
});
/** The vault after readers can get it without approval. */
const opened = { ...vault, requestRules: [closed, forReaders] };
const opening: Change[] = [{ put: "group", value: opened }];
const target: Target = { type: "group", id: "vault" };
const RULE = { name: "No chains", owner: "security", reason: "Reason.", noNewEscalationTo: ["sensitivity:HIGH"] };
const WORDS =
    '"ada" can now reach "Vault" in several steps, each without anyone else\'s approval: 1. "Readers": can request it → which is approved automatically, 2. "Vault": can request it as a member of "Readers" → which is approved automatically';

function changed(facts: Facts, changes: readonly Change[], targets: readonly Target[] = [target]): PreviewImpact {
    const preview = previewOf(facts, changes);
    return { ...preview, chains: chainChanges(preview.before, preview.after, targets) };
}

function broken(preview: PreviewImpact, waivers: readonly object[] = [], more: object = {}): string | undefined {
    const rules = parseRules(JSON.stringify({ rules: [{ ...RULE, ...more }], waivers }), "rules.json");
    const [verdict] = judge(preview, rules, shut.at);
    return verdict?.isKept ? undefined : verdict?.words.toJSON();
}

test("a new chain breaks the rule, with the person and the steps in the message", () => {
    expect(broken(changed(shut, opening))).toBe(`No chains: ${WORDS}. Reason. (Owner of the rule: security.)`);
});

test("an existing chain or a chain that the change cuts does not break the rule", () => {
    const open = { ...shut, groups: [...shut.groups.slice(0, 2), opened] };
    expect(broken(changed(open, [{ put: "group", value: { ...opened, name: "Safe" } }]))).toBeUndefined();
    const cut = changed(open, [{ put: "group", value: { ...vault, visibility: hidden } }]);
    expect(broken(cut)).toBeUndefined();
    expect(outlineText(impactOutline(cut))).toContain(
        '− Removed: "ada" can no longer reach "Vault" by these steps\n      1. "Readers"',
    );
});

test("access in a single step is not a chain", () => {
    const direct = { ...vault, requestRules: [automatic] };
    expect(broken(changed(shut, [{ put: "group", value: direct }]))).toBeUndefined();
});

test("a waiver for a person allows their chain", () => {
    const waiver = { rule: "No chains", until: "2026-12-30", owner: "o", reason: "r" };
    expect(broken(changed(shut, opening), [{ ...waiver, person: "ada", target: "Vault" }])).toBeUndefined();
    expect(broken(changed(shut, opening), [{ ...waiver, person: "bob" }])).toContain(WORDS);
});

test("a rule for other targets is kept, and a rule that matches no target is broken", () => {
    expect(broken(changed(shut, opening), [], { noNewEscalationTo: ["Readers"] })).toBeUndefined();
    expect(broken(changed(shut, opening), [], { noNewEscalationTo: ["Vaullt"] })).toContain(
        '"Vaullt" does not match any group, resource or bundle',
    );
});

test("people and chains that were not examined break the rule", () => {
    const names = Array.from({ length: MAX_PEOPLE + 1 }, (_, number) => `person ${number}`);
    const crowd = {
        ...shut,
        users: names.map(user),
        memberships: names.map((userId) => ({ groupId: "staff", userId, level: "", until: null })),
    };
    expect(broken(changed(crowd, opening))).toContain('it is unknown who else can reach "Vault" in several steps');
    const many = Array.from({ length: MAX_TARGETS + 2 }, () => target);
    expect(broken(changed(shut, [], many))).toContain(
        "access to 2 other groups and resources in several steps was not examined",
    );
    expect(broken(previewOf(shut, opening))).toContain("access in several steps was not examined");
});

test("the report shows the new chain and counts it as a gain", () => {
    const preview = changed(shut, opening);
    expect(isWithoutGain(preview)).toBe(false);
    expect(outlineText(impactOutline(preview))).toContain(
        "1 person can reach something in several steps, each without approval",
    );
    expect(outlineText(impactOutline(preview))).toContain(
        'Chains of steps\n  + New: "ada" can now reach "Vault" in several steps, each without anyone else\'s approval\n      1. "Readers": ',
    );
    expect(outlineMarkdown(impactOutline(preview))).toContain("**Chains of steps**\n\n- **+** New: ");
    expect(accessDocument(preview).chains).toMatchObject({
        opened: [{ person: { id: "ada" }, target: { id: "vault", name: "Vault" }, steps: [{}, {}] }],
        cut: [],
        unexamined: 0,
    });
});

test("chains to a group are found by its new name, too", async () => {
    const base = { appId: "app", groupType: "OPAL_GROUP" };
    const rules = [
        { priority: 0, allowRequests: false },
        {
            priority: 1,
            allowRequests: true,
            autoApproval: true,
            reviewerStages: [],
            condition: { groupIds: ["readers"] },
        },
    ];
    const step = {
        kind: "Group",
        name: "vault",
        id: "vault",
        op: "update",
        before: { ...base, name: "Vault", requestConfigurations: rules.slice(0, 1) },
        next: { ...base, name: "Safe", requestConfigurations: rules, visibility: { visibility: "GLOBAL" } },
    } as const;
    for (const name of ["Vault", "Safe", "vault"]) {
        const { chains } = await impactOfPreview(documentOf([step]), kindOf, { snapshot: shut, chainsTo: [name] });
        expect(chains?.opened.map(({ personId }) => personId)).toEqual(["ada"]);
    }
    const other = await impactOfPreview(documentOf([step]), kindOf, { snapshot: shut, chainsTo: ["Staff"] });
    expect(other.chains?.opened).toEqual([]);
});

test("access-governance test prints the chains as text and as Markdown", () => {
    const { chains, directory } = changed(shut, opening);
    if (!chains) throw new Error("The chains were not compared.");
    const [first, second] = [
        '    1. "Readers": can request it',
        '    2. "Vault": can request it as a member of "Readers"',
    ];
    const how = "→ which is approved automatically";
    const section = chainsSection(chains, directory);
    expect(itemsText(section?.items ?? [])).toBe(
        `+ New: "ada" can now reach "Vault" in several steps, each without anyone else's approval\n${first} ${how}\n${second} ${how}\n`,
    );
    expect(`${section && sectionMarkdown(section)}`).toMatch(/^#### Chains of steps\n\n- \*\*\+\*\* New: /);
    const none = { opened: [], cut: [], open: [], unexamined: 0 };
    expect(chainsSection(none, directory)).toBeUndefined();
});

test("the rules determine the targets whose chains are compared", () => {
    const rules = parseRules(JSON.stringify({ rules: [RULE] }), "rules.json");
    expect(evaluationFor(rules).chainsTo).toEqual(["sensitivity:HIGH"]);
});
