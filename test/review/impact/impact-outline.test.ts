/** Texts about the effects of a preview. */

import { describe, expect, test } from "vitest";
import { outlineMarkdown } from "../../../src/common/outline/outline-markdown.js";
import { accessSummaryOf, impactOutline } from "../../../src/review/impact/impact-outline.js";
import { impactOfPreview } from "../../../src/review/impact/preview-impact.js";
import { parseRules } from "../../../src/review/impact/rules.js";
import { judge } from "../../../src/review/impact/verdicts.js";
import { factsWith } from "../../access/empty-facts.js";
import { documentOf, type Given, kindOf } from "../report/document.js";
import { hidden, reviewed, stops, user } from "./organization.js";

const reviewers = { id: "reviewers", name: "Reviewers", userIds: ["ada"], escalationMinutes: 0 };
const groups = ["Vault", "Archive", "Ledger", "Safe"].map((name) => ({
    id: name.toLowerCase(),
    name,
    adminOwnerId: "reviewers",
    visibility: { type: "GLOBAL" as const, groupIds: [] },
    requestRules: [reviewed()],
}));
const facts = factsWith({ users: ["ada", "bob"].map(user), groups, owners: [reviewers] });
const joinsOwner: Given = {
    kind: "Owner",
    name: "reviewers",
    id: "reviewers",
    op: "update",
    before: { name: "Reviewers", userIds: ["ada"] },
    next: { name: "Reviewers", userIds: ["ada", "bob"] },
};

async function summaryLines(given: Given, snapshot = facts): Promise<string[]> {
    const { targets } = accessSummaryOf(await impactOfPreview(documentOf([given]), kindOf, { snapshot }));
    return targets.flatMap(({ title, items = [] }) => [
        title?.toJSON() ?? "",
        ...items.flatMap(({ sign, words, items: people = [] }) => [
            `${sign?.toJSON()} ${words?.toJSON()}`,
            ...people.map((one) => one.words?.toJSON() ?? ""),
        ]),
    ]);
}

test("an effect with one cause on several targets is listed once", async () => {
    expect(await summaryLines(joinsOwner)).toEqual([
        'Group "Archive", group "Ledger", group "Safe" and 1 more',
        "+ 1 person can now get it without approval",
        "bob: can request it → which they can approve themselves",
        "+ 1 person can now approve requests for it",
        'bob: in the owner "Reviewers", which reviews stage 1 of requests for it',
        "+ 1 person now administers it",
        'bob: in the owner "Reviewers", which administers it',
    ]);
});

test("targets with different effects are listed separately", async () => {
    const snapshot = {
        ...facts,
        groups: groups.map((one) => (one.id === "vault" ? { ...one, requestRules: [] } : one)),
    };
    const titles = (await summaryLines(joinsOwner, snapshot)).filter((line) => /^Group/.test(line));
    expect(titles).toEqual(['Group "Archive", group "Ledger", group "Safe"', 'Group "Vault"']);
});

describe("drift is reported as wrong access that the deployment reverts", () => {
    const drifted = (kind: string, id: string, declared: object, live: object): Given => ({
        kind,
        name: id,
        id,
        op: "update",
        before: declared,
        live,
        next: declared,
    });
    const visibility = (live: string, declared: string): Given =>
        drifted(
            "GroupVisibility",
            "vault",
            { groupId: "vault", visibility: declared },
            { groupId: "vault", visibility: live },
        );

    test("a group was made visible to everybody outside", async () => {
        expect(await summaryLines(visibility("GLOBAL", "LIMITED"))).toEqual([
            'Group "Vault"',
            "− 1 person can request it but should not; reverted by the deployment",
            "bob: can request it",
            "− 1 person sees it but should not; reverted by the deployment",
            "bob: everybody sees it",
        ]);
    });

    test("a group was hidden outside", async () => {
        const snapshot = {
            ...facts,
            groups: groups.map((one) => (one.id === "vault" ? { ...one, visibility: hidden } : one)),
        };
        const lines = await summaryLines(visibility("LIMITED", "GLOBAL"), snapshot);
        expect(lines.filter((line) => /reverted/.test(line))).toHaveLength(2);
    });

    test("a user was removed from an owner outside", async () => {
        const owner = (userIds: string[]): object => ({ name: "Reviewers", userIds });
        expect(await summaryLines(drifted("Owner", "reviewers", owner(["ada", "bob"]), owner(["ada"])))).toEqual([
            'Group "Archive", group "Ledger", group "Safe" and 1 more',
            "+ 1 person can no longer get it without approval but should; reverted by the deployment",
            "bob: can request it → which they can approve themselves",
            "+ 1 person can no longer approve requests for it but should; reverted by the deployment",
            'bob: in the owner "Reviewers", which reviews stage 1 of requests for it',
            "+ 1 person no longer administers it but should; reverted by the deployment",
            'bob: in the owner "Reviewers", which administers it',
        ]);
    });

    test("a change in the program is not reported as a revert", async () => {
        const changed = { ...visibility("GLOBAL", "LIMITED"), before: { groupId: "vault", visibility: "GLOBAL" } };
        expect((await summaryLines(changed)).join("\n")).not.toContain("reverted");
    });
});

test.each([
    [[{ maxGained: 1 }], "The change complies with the rule."],
    [[{ maxGained: 1 }, { noNewAccessTo: ["Vault"], aspects: ["sees"] }], "The change complies with all 2 rules."],
    [[{ maxGained: 1 }, { noSelfApproval: true }], "> **Stopped:** Rule: 1 person can now get `Vault`"],
    [[], ""],
])("a comment reports whether the rules are kept: %j", async (rules, words) => {
    const preview = await impactOfPreview(documentOf([joinsOwner]), kindOf, { snapshot: facts });
    const named = rules.map((rule) => ({ name: "Rule", owner: "tests", reason: "It is tested.", ...rule }));
    const verdicts = judge(preview, parseRules(JSON.stringify({ rules: named }), "rules.json"), facts.at);
    const comment = outlineMarkdown(impactOutline(preview, verdicts));
    if (words !== "") expect(comment).toContain(words);
    else expect(comment).not.toMatch(/keeps|Stopped/);
});

test("a secret user is reported in one line with the property and the targets that unknown people may gain", async () => {
    const hiddenUser = { ...joinsOwner, next: { name: "Reviewers", userIds: ["ada", "[secret]"] } };
    const preview = await impactOfPreview(documentOf([hiddenUser]), kindOf, { snapshot: facts });
    const unknown =
        'who else gains rights to "Archive", "Ledger", "Safe" and 1 more (owner "reviewers": userIds is secret, or known only after the deployment)';
    expect(accessSummaryOf(preview).remarks.map((one) => one.toJSON())).toEqual([
        `Unknown: ${unknown}.`,
        "0 changes evaluated, 0 irrelevant to access, 1 unknown.",
    ]);
    expect(stops(preview, { failOnUnknown: true })).toBe(
        `Rule: it is unknown ${unknown}. It is one. (Owner of the rule: somebody.)`,
    );
    expect(accessSummaryOf(preview).headline.toJSON()).toBe(
        "The effect of 1 change is unknown; results are incomplete for 4 groups.",
    );
});

test.each<[string, Given, string]>([
    [
        "a description",
        { ...joinsOwner, next: { ...joinsOwner.before, description: "a" } },
        "Nobody gains access and nobody loses any.",
    ],
    [
        "the users of an owner",
        { ...joinsOwner, next: { ...joinsOwner.before, userIds: [] } },
        "Nobody gains access; 1 person can see, request, approve or administer less, or for a shorter time.",
    ],
    [
        "a membership",
        { kind: "GroupUser", name: "bob", op: "create", next: { groupId: "vault", userId: "bob" } },
        "1 person gains access to 1 group; nobody loses access.",
    ],
])("the headline of a change to %s", async (_, given, words) => {
    const preview = await impactOfPreview(documentOf([given]), kindOf, { snapshot: facts });
    expect(accessSummaryOf(preview).headline.toJSON()).toBe(words);
});

test("the people who now see a target are named if they are few", async () => {
    const snapshot = {
        ...facts,
        groups: groups.map((one) => (one.id === "vault" ? { ...one, visibility: hidden } : one)),
    };
    const shown: Given = {
        kind: "GroupVisibility",
        name: "vault",
        id: "vault",
        op: "update",
        before: { groupId: "vault", visibility: "LIMITED" },
        next: { groupId: "vault", visibility: "GLOBAL" },
    };
    expect((await summaryLines(shown, snapshot)).slice(-2)).toEqual([
        "+ everybody now sees it (new for 1 person)",
        "bob: everybody sees it",
    ]);
    const many = { ...snapshot, users: Array.from({ length: 20 }, (_, n) => user(`user ${n}`)) };
    expect((await summaryLines(shown, many)).at(-1)).toBe("+ everybody now sees it (new for 20 people)");
});
