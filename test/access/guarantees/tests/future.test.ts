import { describe, expect, test } from "vitest";
import { Directory } from "../../../../src/access/answers/directory.js";
import type { Knowledge } from "../../../../src/access/answers/questions.js";
import { type AccessTest, accessTestSchema } from "../../../../src/access/guarantees/tests/access-test.js";
import { runFutureTests } from "../../../../src/access/guarantees/tests/future.js";
import {
    testsDocument,
    testsJunit,
    testsMarkdown,
    testsText,
} from "../../../../src/access/guarantees/tests/reports.js";
import { outcomeOf, runTests, type TestResult } from "../../../../src/access/guarantees/tests/verdicts.js";
import type { AccessRule, Assumptions, Facts, RequestRule, Tag } from "../../../../src/access/model/facts/facts.js";
import { AccessModel } from "../../../../src/access/model/model.js";
import { factsWith } from "../../empty-facts.js";

const tag = (text: string, connectionId?: string): Tag => {
    const [key = "", value = ""] = text.split("=");
    return { key, value, ...(connectionId !== undefined && { connectionId }) };
};
const when = (...tags: string[]): AccessRule => ({
    isActive: true,
    when: tags.map((one) => ({ tags: [tag(one)], statuses: [] })),
    unless: [],
});
const unlessTagged = (rule: AccessRule, text: string): AccessRule => ({
    ...rule,
    unless: [{ tags: [tag(text)], statuses: [] }],
});
const user = (id: string, ...tags: string[]) => ({
    id,
    name: id,
    tags: tags.map((one) => tag(one)),
    status: "ACTIVE",
    managerId: null,
});
const owner = (id: string, ...userIds: string[]) => ({ id, name: id, userIds, escalationMinutes: 0 });
const reviewedBy = (...ownerIds: string[]): RequestRule[] => [
    {
        priority: 0,
        allowRequests: true,
        autoApproval: false,
        stages: ownerIds.map((id) => ({
            operator: "AND",
            ownerIds: [id],
            serviceUserIds: [],
            requireManagerApproval: false,
            requireAdminApproval: false,
        })),
    },
];

/** Engineers in Europe get a group by an access rule. The members of the group see the database, and one of the keepers reviews it. */
function factsOf(rule: AccessRule = when("department=engineering", "region=europe")): Facts {
    return factsWith({
        users: [user("ada", "department=engineering", "region=europe"), user("bob", "department=support"), user("cyn")],
        identities: [{ id: "robot", name: "robot" }],
        owners: [owner("keepers", "cyn"), owner("empty")],
        groups: [
            { id: "engineers", name: "engineers", rule },
            { id: "board", name: "board" },
        ],
        resources: [
            {
                id: "db",
                name: "db",
                adminOwnerId: "keepers",
                visibility: { type: "LIMITED", groupIds: ["engineers"] },
                requestRules: reviewedBy("keepers"),
            },
        ],
    });
}

const SUPPORT = { who: "tag:department=support", cannot: "have group:engineers" };

describe("`Support is not engineering`, which holds for the current users", () => {
    test("fails for a new user with both tags, and shows the fewest tags", () => {
        expect(run(SUPPORT, factsOf())[0]?.status).toBe("passed");
        const [result] = future(SUPPORT, factsOf());
        expect(result?.status).toBe("failed");
        expect(people(result)).toEqual([["department=engineering", "region=europe", "department=support"]]);
    });

    test("passes if a user has only one department", () => {
        const [result] = future(SUPPORT, factsOf(), { singleValuedTags: ["department"] });
        expect([result?.status, result?.future?.unchecked]).toEqual(["passed", 0]);
        // Only the other key may have several values, of which each occurs once.
        expect(future(SUPPORT, factsOf(), { singleValuedTags: ["region"] })[0]?.status).toBe("failed");
    });

    test("passes if the access rule excludes support", () => {
        const rule = unlessTagged(when("department=engineering"), "department=support");
        expect(future(SUPPORT, factsOf(rule))[0]?.status).toBe("passed");
    });

    test("takes the tags of new users from the apps that the access rules name", () => {
        const ofApp = (text: string) => [{ tags: [tag(text, "app")], statuses: [] }];
        const rule: AccessRule = { isActive: true, when: ofApp("department=engineering"), unless: [] };
        expect(future(SUPPORT, factsOf(rule))[0]?.status).toBe("failed");
        expect(future(SUPPORT, factsOf({ ...rule, unless: ofApp("department=support") }))[0]?.status).toBe("passed");
    });

    test("fails for nobody if the rule is paused", () => {
        const rule = { ...when("department=engineering"), isActive: false };
        expect(future(SUPPORT, factsOf(rule))[0]?.status).toBe("passed");
    });
});

describe("the HR status", () => {
    const rule: AccessRule = { ...when("department=engineering"), unless: [{ tags: [], statuses: ["SUSPENDED"] }] };
    const notSuspended = { who: "everybody", except: "status:SUSPENDED", cannot: "have group:engineers" };

    test("of new users is each one that a rule or a test names, and another one", () => {
        const [result] = future(notSuspended, factsOf(rule));
        expect(result?.violations.filter(({ newUser }) => newUser).map(({ newUser }) => newUser?.status)).toEqual([
            "ACTIVE",
        ]);
        const active = { who: "everybody", except: "status:ACTIVE", cannot: "see group:board" };
        expect(people(future(active, factsOf(rule))[0], ({ status }) => status)).toEqual([""]);
    });

    test("can select new users although no current user has it, unless nothing names it", () => {
        const suspended = { who: "status:SUSPENDED", cannot: "have group:engineers" };
        const misspelled = { ...suspended, who: "status:SUPSENDED" };
        expect(run(suspended, factsOf(rule))[0]?.status).toBe("failed");
        expect(future(suspended, factsOf(rule))[0]?.status).toBe("passed");
        expect(future(misspelled, factsOf(rule))[0]).toMatchObject({ status: "failed", violationCount: 0 });
    });
});

describe("approvals, exceptions and memberships", () => {
    test("a new user who needs one approval violates `unless approved by 2`", () => {
        const ask = (count: number) => ({
            who: "tag:department=support",
            cannot: `reach db unless approved by ${count}`,
        });
        expect(future(ask(1), factsOf())[0]?.status).toBe("passed");
        const [result] = future(ask(2), factsOf());
        expect(result?.violations).toMatchObject([{ approverIds: ["cyn"], newUser: { groupIds: [] } }]);
    });

    test("a new user may be a reviewer whom the access rule makes one", () => {
        const facts = factsOf();
        const self = {
            ...facts,
            owners: [{ ...owner("keepers"), sourceGroupId: "engineers" }],
            users: facts.users.filter(({ id }) => id !== "ada"),
        };
        expect(run({ who: "everybody", cannot: "approve own requests for db" }, self)[0]?.status).toBe("passed");
        expect(future({ who: "everybody", cannot: "approve own requests for db" }, self)[0]?.status).toBe("failed");
    });

    test("`except` excludes new users by tag, group and owner", () => {
        const cannot = "have group:engineers";
        expect(future({ who: "everybody", except: ["ada", "tag:region=europe"], cannot }, factsOf())[0]?.status).toBe(
            "passed",
        );
        expect(future({ who: "everybody", except: ["ada", "group:engineers"], cannot }, factsOf())[0]?.status).toBe(
            "passed",
        );
        expect(future({ who: "everybody", except: "ada", cannot }, factsOf())[0]?.status).toBe("failed");
        const reviewers = { ...factsOf(), owners: [{ ...owner("keepers"), sourceGroupId: "engineers" }] };
        expect(future({ who: "everybody", except: ["ada", "owner:keepers"], cannot }, reviewers)[0]?.status).toBe(
            "passed",
        );
    });

    test("new users are added to the groups and owners that `who` names, also if these are empty", () => {
        expect(people(future({ who: "group:board", cannot: "have group:board" }, factsOf())[0])).toEqual([["board"]]);
        const [administer] = future({ who: "owner:keepers", cannot: "administer db" }, factsOf());
        expect(administer?.violations.map(({ newUser }) => newUser?.ownerIds)).toEqual([undefined, ["keepers"]]);
        expect(future({ who: "owner:empty", cannot: "administer db" }, factsOf())[0]?.status).toBe("passed");
        // Only the conditions of an access rule decide who is in its group.
        const engineers = future({ who: "group:engineers", cannot: "have group:engineers" }, factsOf());
        expect(people(engineers[0])).toEqual([["department=engineering", "region=europe"]]);
    });

    test("a new user who lacks something violates `can`", () => {
        expect(run({ who: "tag:department=engineering", can: "have engineers" }, factsOf())[0]?.status).toBe("passed");
        const [result] = future({ who: "tag:department=engineering", can: "have engineers" }, factsOf());
        expect(people(result)).toEqual([["department=engineering"]]);
    });
});

describe("what is not checked", () => {
    /** Ten tags of different keys, each of which would be needed. */
    const many = when(...Array.from({ length: 10 }, (_, number) => `key${number}=x`));
    const nobody = { who: "everybody", cannot: "have engineers" };
    const facts = { ...factsOf(many), users: [user("ada")] };

    test("makes a test unknown if there are too many combinations, and is counted", () => {
        const [result] = future(nobody, facts, {}, 100);
        expect(result).toMatchObject({ status: "unknown", future: { checked: 100, unchecked: 924 } });
        expect(people(future(nobody, facts, {}, 1024)[0])[0]).toHaveLength(10);
        expect(outcomeOf(future(nobody, facts, {}, 100))).toBe("unknown");
        expect(outcomeOf(future({ ...nobody, ifUnknown: "pass" }, facts, {}, 100))).toBe("passed");
        const results = future({ ...nobody, ifUnknown: "pass" }, facts, {}, 100);
        const { directory } = knowledgeOf(facts);
        for (const text of [testsText(results, directory), testsMarkdown(results, directory)])
            expect(text).toContain("924");
        expect(testsJunit(results, directory)).toMatch(/<skipped message="[^"]*924/);
    });

    test("is stated for machines, individual users and chains of steps, which are tested as usual", () => {
        const tests = [
            { who: "machines", cannot: "have db" },
            { who: "ada", cannot: "have db" },
            { who: "everybody", cannot: "climb to db" },
        ];
        for (const one of tests) {
            const results = future(one, factsOf());
            expect([results[0]?.status, results[0]?.future?.checked]).toEqual([run(one, factsOf())[0]?.status, 0]);
            const { directory } = knowledgeOf(factsOf());
            const why = results[0]?.future?.skipped?.toString() ?? "";
            expect(why).not.toBe("");
            for (const text of [testsText, testsMarkdown, testsJunit].map((of) => of(results, directory)))
                expect(text).toContain(why);
        }
    });

    test("leaves out what the targets of a test do not depend on", () => {
        const other = { id: "other", name: "other", rule: many };
        const [result] = future(SUPPORT, { ...factsOf(), groups: [...factsOf().groups, other] });
        expect(result?.future).toEqual({ checked: 8, unchecked: 0 });
    });
});

test("the reports describe the new user", () => {
    const facts = factsOf({ ...when("department=engineering"), unless: [{ tags: [], statuses: ["ACTIVE"] }] });
    const results = future({ who: "group:board", cannot: "have engineers" }, facts);
    const { directory } = knowledgeOf(facts);
    const words = 'a new user with the tag department=engineering and no HR status in "board"';
    expect(testsText(results, directory)).toContain(`"engineers": ${words}: `);
    expect(testsDocument(results, directory)).toMatchObject({
        tests: [
            {
                newUsers: { unchecked: 0 },
                violations: [{ person: { name: words, status: "", groups: [{ id: "board" }], owners: [] } }],
            },
        ],
    });
});

function knowledgeOf(facts: Facts, assumptions: Partial<Assumptions> = {}): Knowledge {
    const model = AccessModel.of({ ...facts, assumptions });
    return { model, directory: new Directory([facts]), isOfProgram: false, limits: [] };
}

function future(given: object, facts: Facts, assumptions: Partial<Assumptions> = {}, most?: number): TestResult[] {
    return runFutureTests(knowledgeOf(facts, assumptions), [parsed(given)], [], most);
}

function run(given: object, facts: Facts): TestResult[] {
    return runTests(knowledgeOf(facts), [parsed(given)]);
}

function parsed(given: object): AccessTest {
    return accessTestSchema.parse({ name: "It holds", ...given });
}

type NewUser = NonNullable<TestResult["violations"][number]["newUser"]>;

/** The new users who violate a test, by default as their tags and groups. */
function people(result: TestResult | undefined, textOf: (one: NewUser) => unknown = attributesOf): unknown[] {
    return (result?.violations ?? []).flatMap(({ newUser }) => (newUser ? [textOf(newUser)] : []));
}

function attributesOf({ tags, groupIds }: NewUser): string[] {
    return [...tags.map(({ key, value }) => `${key}=${value}`), ...groupIds];
}
