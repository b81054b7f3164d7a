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

/** Ada and Bob are staff; Cyn is a contractor and on call; Dan reviews alone, and Eve reviews as well where two do. */
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

describe("a test", () => {
    test.each([
        ["passes if all can", { who: "group:on-call", can: "reach resource:db at level write" }, "passed", 0],
        ["fails at another level", { who: "group:on-call", can: "reach resource:db at level read" }, "failed", 1],
        ["fails for each who cannot", { who: ["group:on-call", "group:staff"], can: "have db" }, "failed", 2],
        ["passes if none can", { who: "group:staff", cannot: "have db" }, "passed", 0],
        ["fails for each who can", { who: "everybody", cannot: "reach *" }, "failed", 5],
        [
            "leaves out exceptions",
            { who: "everybody", except: ["dan", "group:on-call", "group:staff"], cannot: "reach resource:db" },
            "passed",
            0,
        ],
        ["is about machines", { who: "machines", cannot: "have resource:db" }, "failed", 1],
        ["is about a machine by name", { who: "robot", can: "have resource:db at level read" }, "passed", 0],
        ["keeps machines apart from users", { who: "machines", cannot: "see crm" }, "passed", 0],
        [
            "counts a reviewer's own requests",
            { who: "owner:reviewers", cannot: "approve own requests for tag:data" },
            "failed",
            1,
        ],
        [
            "counts no one else's",
            { who: "everybody", except: "dan", cannot: "approve own requests for *" },
            "passed",
            0,
        ],
        [
            "needs a second approval",
            { who: "tag:contractor", cannot: "reach tag:data=customer unless approved by 2" },
            "failed",
            1,
        ],
        ["has a second approval", { who: "tag:contractor", cannot: "reach vault unless approved by 2" }, "passed", 0],
        ["counts others only", { who: "dan", cannot: "reach vault unless approved by 2" }, "failed", 1],
        ["counts an approval by another", { who: "dan", cannot: "reach vault unless approved by 1" }, "passed", 0],
        ["knows who sees", { who: "group:staff", can: "see db" }, "passed", 0],
        ["knows who may request", { who: "everybody", cannot: "request db" }, "failed", 3],
        [
            "knows who approves",
            { who: "owner:auditors", can: "approve requests for sensitivity:critical" },
            "passed",
            0,
        ],
        ["knows who administers", { who: "everybody", cannot: "administer *" }, "passed", 0],
    ])("%s", (_, given, status, count) => {
        const [result] = run([given]);
        expect([result?.status, result?.violationCount, result?.problem?.toString()]).toEqual([
            status,
            count,
            undefined,
        ]);
    });

    test.each([
        [
            "no person",
            { who: "group:stafff", can: "have db" },
            'No person or machine matches "group:stafff". Did you mean "group:staff"?',
        ],
        [
            "a misspelt tag",
            { who: "ada", cannot: "reach tag:dta=customer" },
            'No group, resource or bundle matches "tag:dta=customer". Did you mean "tag:data=customer"?',
        ],
        ["an empty group", { who: "tag:none", can: "have db" }, 'No person or machine matches "tag:none".'],
        [
            "a stray exception",
            { who: "everybody", except: "adda", cannot: "have db" },
            'No person or machine matches "adda".',
        ],
        [
            "only exceptions",
            { who: "ada", except: "ada", cannot: "have db" },
            "The exceptions exclude everyone whom the test selects.",
        ],
        [
            "no target",
            { who: "ada", cannot: "have resource:staff" },
            'No group, resource or bundle matches "resource:staff". Did you mean "group:staff"?',
        ],
        [
            "no level",
            { who: "ada", cannot: "have db at level admin" },
            '"db" does not have a level "admin". Its levels are: read, write.',
        ],
        [
            "a bundle",
            { who: "ada", cannot: "reach bundle:kit" },
            '"bundle:kit" is a bundle, which does not grant access itself.',
        ],
    ])("fails with %s", (_, given, problem) => {
        const [result] = run([given]);
        expect(result?.status).toBe("failed");
        expect(result?.problem?.toString()).toContain(problem);
    });

    test("says where its data contains no tags", () => {
        const bare = factsWith({ users: [{ id: "ada", name: "ada" }], groups: [{ id: "g", name: "g" }] });
        const [result] = run([{ who: "tag:x", can: "have g" }], bare);
        expect(result?.problem?.toString()).toContain("The data does not contain tags. Save the snapshot again.");
    });
});

describe("what the API does not return", () => {
    const open = {
        ...FACTS,
        unknowns: [{ type: "group" as const, id: "on-call", because: "nobody knows who is on call" }],
    };

    test.each([
        ["of the people", { who: "group:on-call", can: "have db" }, "unknown"],
        ["of those who can", { who: "group:staff", cannot: "have db" }, "unknown"],
        ["of those who must", { who: "group:staff", can: "have db" }, "unknown"],
        ["of those who can at a level", { who: "group:staff", cannot: "have db at level read" }, "unknown"],
        ["of something else", { who: "group:staff", cannot: "have vault" }, "passed"],
        ["but one who can is enough", { who: "everybody", cannot: "have db" }, "failed"],
    ])("%s", (_, given, status) => {
        expect(run([given], open)[0]?.status).toBe(status);
    });

    test("fails the tests, unless one says that it passes", () => {
        const given = { who: "group:staff", cannot: "have db" };
        expect(outcomeOf(run([given], open))).toBe("unknown");
        expect(outcomeOf(run([{ ...given, ifUnknown: "pass" }], open))).toBe("passed");
    });

    test("about a reviewer may be the requester", () => {
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

    test("about a change leaves no test passed", () => {
        const tests = [parsed({ who: "group:staff", cannot: "have db" })];
        const [result] = runTests(knowledgeOf(FACTS), tests, [prose`a secret changes`]);
        expect(result?.status).toBe("unknown");
    });
});

describe("climbing", () => {
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

    test("in several steps fails the test, and shows them", () => {
        const results = run([{ who: "group:staff", cannot: "climb to safe" }], facts);
        const text = testsText(results, knowledgeOf(facts).directory);
        expect(text).toContain(
            '"safe": "ada", "bob": "readers": can request it → which is approved automatically; then "safe": can request it → which is approved automatically',
        );
    });

    test("by a single step is not climbing", () => {
        expect(run([{ who: "everybody", cannot: "climb to readers" }], facts)[0]?.status).toBe("passed");
    });
});

describe("reports", () => {
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

    test("name the path and who approves", () => {
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

    test("format nothing that comes from elsewhere", () => {
        expect(testsMarkdown(results, directory)).toContain(
            "**Failed:** `Contractors | <b>never</b> reach customers alone`",
        );
        const xml = testsJunit(results, directory);
        expect(xml).toContain('tests="2" failures="1" skipped="0"');
        expect(xml).toContain('name="Contractors | &lt;b&gt;never&lt;/b&gt; reach customers alone"');
        expect(xml).not.toContain("<b>");
    });

    test("have everything for programs", () => {
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

test("what is suggested passes, and speaks of the most sensitive first", () => {
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

describe("what is not known", () => {
    test("an exception that several have the name of is refused", () => {
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

    test("a tag is meant by its key, and not by its value alone", () => {
        const [result] = run([{ who: "tag:yes", can: "see db" }]);
        expect(result?.problem?.toString()).toContain('No person or machine matches "tag:yes"');
    });

    test("a level of a target whose levels were not read may not exist", () => {
        const [result] = run([{ who: "everybody", cannot: "have resource:crm at level wirte" }]);
        expect(result?.status).toBe("unknown");
        expect(result?.unknowns[0]?.because).toContain("its access levels were not read");
    });
});
