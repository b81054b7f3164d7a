import { describe, expect, test } from "vitest";
import { Directory } from "../../../../src/access/answers/directory.js";
import { type AccessTest, accessTestSchema } from "../../../../src/access/guarantees/tests/access-test.js";
import {
    testsDocument,
    testsJunit,
    testsMarkdown,
    testsText,
} from "../../../../src/access/guarantees/tests/reports.js";
import { suggestTests } from "../../../../src/access/guarantees/tests/suggestions.js";
import { outcomeOf, runTests } from "../../../../src/access/guarantees/tests/verdicts.js";
import type { Facts, RequestRule } from "../../../../src/access/model/facts/facts.js";
import { AccessModel } from "../../../../src/access/model/model.js";
import { prose } from "../../../../src/common/phrase.js";
import { factsWith } from "../../empty-facts.js";

const stage = (...ownerIds: string[]) => ({
    operator: "AND" as const,
    ownerIds,
    serviceUserIds: [],
    requireManagerApproval: false,
    requireAdminApproval: false,
});
const reviewed = (...stages: RequestRule["stages"]): RequestRule[] => [
    { priority: 0, allowRequests: true, autoApproval: false, stages },
];
const user = (id: string, ...tags: string[]) => ({
    id,
    name: id,
    email: `${id}@tidewater.example`,
    tags: tags.map((key) => ({ key, value: "yes" })),
    managerId: null,
});
const owner = (id: string, ...userIds: string[]) => ({ id, name: id, userIds, escalationMinutes: 0 });
const link = (groupId: string, resourceId: string, level = "") => ({ groupId, resourceId, level, until: null });
const ACCESS = { type: "LIMITED" as const, groupIds: ["staff"] };

/** Ada and Bob are staff. Cyn is a contractor and on call. Dan reviews every target, and Eve also reviews the vault. */
const FACTS = factsWith({
    users: [
        user("ada"),
        user("bob"),
        user("cyn", "contractor"),
        user("dan"),
        user("eve"),
        { ...user("guard"), isPaladin: true },
    ],
    identities: [{ id: "robot", name: "robot" }],
    owners: [owner("reviewers", "dan"), owner("auditors", "eve")],
    groups: [
        { id: "staff", name: "staff" },
        { id: "on-call", name: "on-call", sensitivity: "HIGH" },
    ],
    resources: [
        {
            id: "db",
            name: "db",
            levels: ["read", "write"],
            visibility: ACCESS,
            requestRules: reviewed(stage("reviewers")),
        },
        {
            id: "crm",
            name: "crm",
            tags: [{ key: "data", value: "customer" }],
            requestRules: reviewed(stage("reviewers")),
        },
        {
            id: "vault",
            name: "vault",
            sensitivity: "CRITICAL",
            requestRules: reviewed(stage("reviewers"), stage("auditors")),
        },
    ],
    bundles: [{ id: "kit", name: "kit", groupIds: [], resourceIds: ["db"] }],
    memberships: ["ada", "bob"]
        .map((userId) => ({ groupId: "staff", userId, level: "", until: null }))
        .concat([{ groupId: "on-call", userId: "cyn", level: "", until: null }]),
    grants: [{ resourceId: "db", principalId: "robot", level: "read", until: null }],
    links: [link("on-call", "db", "write")],
});

describe("an access test", () => {
    test.each([
        [
            "with `can` passes if all selected people can",
            { who: "group:on-call", can: "reach resource:db at level write" },
            0,
        ],
        ["with `can` fails at another level", { who: "group:on-call", can: "reach resource:db at level read" }, 1],
        ["with `can` fails for each person who cannot", { who: ["group:on-call", "group:staff"], can: "have db" }, 2],
        ["with `cannot` passes if no selected person can", { who: "group:staff", cannot: "have db" }, 0],
        ["with `cannot` fails for each person who can", { who: "everybody", cannot: "reach *" }, 5],
        [
            "skips the exceptions",
            { who: "everybody", except: ["dan", "group:on-call", "group:staff"], cannot: "reach resource:db" },
            0,
        ],
        ["can select all machines", { who: "machines", cannot: "have resource:db" }, 1],
        ["can select a machine by name", { who: "robot", can: "have resource:db at level read" }, 0],
        ["does not count the access of users when it selects machines", { who: "machines", cannot: "see crm" }, 0],
        [
            "fails for a reviewer who can approve their own requests",
            { who: "owner:reviewers", cannot: "approve own requests for tag:data" },
            1,
        ],
        [
            "ignores requests that only other people can approve",
            { who: "everybody", except: "dan", cannot: "approve own requests for *" },
            0,
        ],
        [
            "fails if one approval is enough but two are required",
            { who: "tag:contractor", cannot: "reach tag:data=customer unless approved by 2" },
            1,
        ],
        [
            "passes if two approvals are needed as required",
            { who: "tag:contractor", cannot: "reach vault unless approved by 2" },
            0,
        ],
        ["does not count the requester's own approval", { who: "dan", cannot: "reach vault unless approved by 2" }, 1],
        ["counts the approval of another reviewer", { who: "dan", cannot: "reach vault unless approved by 1" }, 0],
        ["evaluates who sees a target", { who: "group:staff", can: "see db" }, 0],
        ["evaluates who may request a target", { who: "everybody", cannot: "request db" }, 3],
        [
            "evaluates who approves requests",
            { who: "owner:auditors", can: "approve requests for sensitivity:critical" },
            0,
        ],
        ["evaluates who administers a target", { who: "everybody", cannot: "administer *" }, 0],
    ])("%s", (_, given, violations) => {
        const [result] = run([given]);
        const status = violations > 0 ? "failed" : "passed";
        expect(result).toMatchObject({ status, violationCount: violations });
        expect(result?.problem).toBeUndefined();
    });

    test.each([
        [
            "a selector that matches no person",
            { who: "group:stafff", can: "have db" },
            'No person or machine matches "group:stafff". Did you mean "group:staff"?',
        ],
        [
            "a misspelled tag",
            { who: "ada", cannot: "reach tag:dta=customer" },
            'No group, resource or bundle matches "tag:dta=customer". Did you mean "tag:data=customer"?',
        ],
        ["an empty group", { who: "tag:none", can: "have db" }, 'No person or machine matches "tag:none".'],
        [
            "an exception that matches no person",
            { who: "everybody", except: "adda", cannot: "have db" },
            'No person or machine matches "adda".',
        ],
        [
            "exceptions that exclude everyone",
            { who: "ada", except: "ada", cannot: "have db" },
            "The exceptions exclude everyone whom the test selects.",
        ],
        [
            "a target that does not exist",
            { who: "ada", cannot: "have resource:staff" },
            'No group, resource or bundle matches "resource:staff". Did you mean "group:staff"?',
        ],
        [
            "a level that does not exist",
            { who: "ada", cannot: "have db at level admin" },
            '"db" does not have a level "admin". Its levels are: read, write.',
        ],
        [
            "a bundle as the target",
            { who: "ada", cannot: "reach bundle:kit" },
            '"bundle:kit" is a bundle, which does not grant access itself.',
        ],
    ])("fails with %s", (_, given, problem) => {
        const [result] = run([given]);
        expect(result?.status).toBe("failed");
        expect(result?.problem?.toString()).toContain(problem);
    });

    test("fails with a hint if the data does not contain tags", () => {
        const bare = factsWith({ users: [{ id: "ada", name: "ada" }], groups: [{ id: "g", name: "g" }] });
        const [result] = run([{ who: "tag:x", can: "have g" }], bare);
        expect(result?.problem?.toString()).toContain("The data does not contain tags. Save the snapshot again.");
    });
});

describe("data that the API does not return", () => {
    const open = {
        ...FACTS,
        unknowns: [{ type: "group" as const, id: "on-call", because: "nobody knows who is on call" }],
    };

    test.each([
        ["unknown members of the selected group", { who: "group:on-call", can: "have db" }, "unknown"],
        ["unknown holders with `cannot`", { who: "group:staff", cannot: "have db" }, "unknown"],
        ["unknown holders with `can`", { who: "group:staff", can: "have db" }, "unknown"],
        ["unknown holders at a level", { who: "group:staff", cannot: "have db at level read" }, "unknown"],
        [
            "unknown members of a group that the target does not depend on",
            { who: "group:staff", cannot: "have vault" },
            "passed",
        ],
        ["one known violation in spite of unknown members", { who: "everybody", cannot: "have db" }, "failed"],
    ])("%s: %j is %s", (_, given, status) => {
        expect(run([given], open)[0]?.status).toBe(status);
    });

    test("fails a test unless it specifies `ifUnknown: pass`", () => {
        const given = { who: "group:staff", cannot: "have db" };
        expect(outcomeOf(run([given], open))).toBe("unknown");
        expect(outcomeOf(run([{ ...given, ifUnknown: "pass" }], open))).toBe("passed");
    });

    test("makes a test unknown if an unknown reviewer may be the requester", () => {
        const unlisted = {
            ...FACTS,
            unknowns: [{ type: "owner" as const, id: "reviewers", because: "nobody knows who is on call" }],
        };
        const cannot = (approvals: number) => ({
            who: "group:staff",
            cannot: `reach db unless approved by ${approvals}`,
        });
        expect(run([cannot(1)], FACTS)[0]?.status).toBe("passed");
        expect(run([cannot(1)], unlisted)[0]?.status).toBe("unknown");
        expect(run([cannot(2)], unlisted)[0]?.status).toBe("failed");
    });

    test("makes every test unknown if a change could not be evaluated", () => {
        const tests = [parsed({ who: "group:staff", cannot: "have db" })];
        const [result] = runTests(knowledgeOf(FACTS), tests, [prose`a secret changes`]);
        expect(result?.status).toBe("unknown");
    });
});

describe("a test with `cannot: climb to`", () => {
    const readers = {
        id: "readers",
        name: "readers",
        requestRules: [{ priority: 0, allowRequests: true, autoApproval: true, stages: [] }],
    };
    const rule = { priority: 0, allowRequests: true, autoApproval: true, stages: [] };
    const safe = {
        id: "safe",
        name: "safe",
        requestRules: [rule],
        visibility: { type: "LIMITED" as const, groupIds: ["readers"] },
    };
    const facts = { ...FACTS, groups: [...FACTS.groups, readers], resources: [...FACTS.resources, safe] };

    test("fails if a target can be reached in several steps, and shows the steps", () => {
        const results = run([{ who: "group:staff", cannot: "climb to safe" }], facts);
        const text = testsText(results, knowledgeOf(facts).directory);
        expect(text).toContain(
            '"safe": "ada", "bob": "readers": can request it → which is approved automatically; then "safe": can request it → which is approved automatically',
        );
    });

    test("passes if the target can be reached in a single step", () => {
        expect(run([{ who: "everybody", cannot: "climb to readers" }], facts)[0]?.status).toBe("passed");
    });
});

describe("reports of access tests", () => {
    const results = run([
        {
            name: "Contractors | <b>never</b> reach customers alone",
            who: "tag:contractor",
            cannot: "reach tag:data unless approved by 2",
            reason: "The law.",
        },
        { name: "Staff sees", who: "group:staff", can: "see db" },
    ]);
    const { directory } = knowledgeOf(FACTS);

    test("show the path and the approvers as text", () => {
        expect(testsText(results, directory)).toBe(
            [
                "FAILED   Contractors | <b>never</b> reach customers alone",
                '         "crm": "cyn": can request it; the approval of "dan" is enough',
                "         The law.",
                "passed   Staff sees",
                "",
                "2 tests: 1 passed, 1 failed.",
                "",
            ].join("\n"),
        );
    });

    test("escape names in Markdown and JUnit XML", () => {
        expect(testsMarkdown(results, directory)).toContain(
            "**Failed:** `Contractors | <b>never</b> reach customers alone`",
        );
        const xml = testsJunit(results, directory);
        expect(xml).toContain('tests="2" failures="1" skipped="0"');
        expect(xml).toContain('name="Contractors | &lt;b&gt;never&lt;/b&gt; reach customers alone"');
        expect(xml).not.toContain("<b>");
    });

    test("contain all details as JSON", () => {
        expect(testsDocument(results, directory)).toMatchObject({
            outcome: "failed",
            tests: [
                {
                    status: "failed",
                    violations: [{ person: { id: "cyn" }, target: { id: "crm" }, approvers: [{ id: "dan" }] }],
                },
                { status: "passed", violations: [] },
            ],
        });
    });
});

test("suggested tests pass and begin with the most sensitive target", () => {
    const knowledge = knowledgeOf(FACTS);
    const suggested = suggestTests(knowledge);
    expect(suggested[0]?.name).toContain("vault");
    expect(suggested.map(({ name }) => name)).toContain("on-call has db");
    expect(suggested.map(({ cannot }) => cannot)).toContain("reach resource:vault unless approved by 1");
    expect(runTests(knowledge, suggested).map(({ status }) => status)).toEqual(suggested.map(() => "passed"));
});

function run(given: readonly object[], facts: Facts = FACTS) {
    return runTests(knowledgeOf(facts), given.map(parsed));
}

function parsed(given: object): AccessTest {
    return accessTestSchema.parse({ name: "It holds", ...given });
}

function knowledgeOf(facts: Facts) {
    return { model: AccessModel.of(facts), directory: new Directory([facts]), isOfProgram: false, limits: [] };
}

describe("ambiguous or unknown names in an access test", () => {
    test("an exception whose name matches several objects is rejected", () => {
        const twice = factsWith({ ...FACTS, groups: [...FACTS.groups, { id: "other", name: "staff" }] });
        const [result] = runTests(
            { model: AccessModel.of(twice), directory: new Directory([twice]), isOfProgram: false, limits: [] },
            [
                accessTestSchema.parse({
                    name: "t",
                    who: "everybody",
                    except: "group:staff",
                    cannot: "have resource:crm",
                }),
            ],
        );
        expect(result?.problem?.toString()).toContain('Several objects match the exception "group:staff"');
    });

    test("a tag is selected by its key, not by its value alone", () => {
        const [result] = run([{ who: "tag:yes", can: "see db" }]);
        expect(result?.problem?.toString()).toContain('No person or machine matches "tag:yes"');
    });

    test("the result is unknown for a level of a target whose levels were not read", () => {
        const [result] = run([{ who: "everybody", cannot: "have resource:crm at level wirte" }]);
        expect(result?.status).toBe("unknown");
        expect(result?.unknowns[0]?.because).toContain("its access levels were not read");
    });
});
