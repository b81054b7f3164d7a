/** How the effects of a preview are told. */
import { describe, expect, test } from "vitest";
import { impactOfPreview } from "../../src/impact/preview-impact.js";
import { parseRules } from "../../src/impact/rules.js";
import { impactMarkdown, toldOf } from "../../src/impact/text.js";
import { judge } from "../../src/impact/verdicts.js";
import { factsWith } from "../access/empty-facts.js";
import { documentOf, type Given, kindOf } from "../report/document.js";
import { hidden, reviewed, user } from "./organization.js";

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

async function told(given: Given, snapshot = facts): Promise<string[]> {
    const { targets } = toldOf(await impactOfPreview(documentOf([given]), kindOf, { snapshot }));
    return targets.flatMap(({ title, lines }) => [
        title.toJSON(),
        ...lines.flatMap(({ sign, words, people }) => [
            `${sign.toJSON()} ${words.toJSON()}`,
            ...people.map((one) => one.toJSON()),
        ]),
    ]);
}

test("what one cause does to several targets is told once", async () => {
    expect(await told(joinsOwner)).toEqual([
        'Group "Archive", group "Ledger", group "Safe" and 1 more',
        "+ 1 person may now get it without anybody's approval",
        "bob: may ask for it → which they may approve themselves",
        "+ 1 person may now approve requests for it",
        'bob: in the owner "Reviewers", which reviews stage 1 of requests for it',
        "+ 1 person now administers it",
        'bob: in the owner "Reviewers", which administers it',
    ]);
});

test("what differs between targets is told apart", async () => {
    const snapshot = {
        ...facts,
        groups: groups.map((one) => (one.id === "vault" ? { ...one, requestRules: [] } : one)),
    };
    const titles = (await told(joinsOwner, snapshot)).filter((line) => /^Group/.test(line));
    expect(titles).toEqual(['Group "Archive", group "Ledger", group "Safe"', 'Group "Vault"']);
});

describe("drift is told as what is wrong until the deployment reverts it", () => {
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

    test("somebody showed a group to everybody", async () => {
        expect(await told(visibility("GLOBAL", "LIMITED"))).toEqual([
            'Group "Vault"',
            "− 1 person may ask for it and should not; reverted by the deployment",
            "bob: may ask for it",
            "− 1 person sees it and should not; reverted by the deployment",
            "bob: everybody sees it",
        ]);
    });

    test("somebody hid a group", async () => {
        const snapshot = {
            ...facts,
            groups: groups.map((one) => (one.id === "vault" ? { ...one, visibility: hidden } : one)),
        };
        const lines = await told(visibility("LIMITED", "GLOBAL"), snapshot);
        expect(lines.filter((line) => /reverted/.test(line))).toHaveLength(2);
    });

    test("somebody took a member out of an owner", async () => {
        const owner = (userIds: string[]): object => ({ name: "Reviewers", userIds });
        expect(await told(drifted("Owner", "reviewers", owner(["ada", "bob"]), owner(["ada"])))).toEqual([
            'Group "Archive", group "Ledger", group "Safe" and 1 more',
            "+ 1 person should be able to get it without anybody's approval and cannot; reverted by the deployment",
            "bob: may ask for it → which they may approve themselves",
            "+ 1 person should be able to approve requests for it and cannot; reverted by the deployment",
            'bob: in the owner "Reviewers", which reviews stage 1 of requests for it',
            "+ 1 person should administer it and does not; reverted by the deployment",
            'bob: in the owner "Reviewers", which administers it',
        ]);
    });

    test("what the program changes as well is no revert", async () => {
        const changed = { ...visibility("GLOBAL", "LIMITED"), before: { groupId: "vault", visibility: "GLOBAL" } };
        expect((await told(changed)).join("\n")).not.toContain("reverted");
    });
});

test.each([
    [[{ maxGained: 1 }], "The change keeps the rule."],
    [[{ maxGained: 1 }, { noNewAccessTo: ["Vault"], aspects: ["sees"] }], "The change keeps all 2 rules."],
    [[{ maxGained: 1 }, { noSelfApproval: true }], "> **Stopped:** Rule: 1 person may get `Vault`"],
    [[], ""],
])("a comment says whether the rules are kept: %j", async (rules, words) => {
    const preview = await impactOfPreview(documentOf([joinsOwner]), kindOf, { snapshot: facts });
    const named = rules.map((rule) => ({ name: "Rule", owner: "tests", reason: "It is tested.", ...rule }));
    const verdicts = judge(preview, parseRules(JSON.stringify({ rules: named }), "rules.json"), facts.at);
    const comment = impactMarkdown(preview, verdicts);
    if (words !== "") expect(comment).toContain(words);
    else expect(comment).not.toMatch(/keeps|Stopped/);
});
