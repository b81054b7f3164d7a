/** What the effects of a preview are made of, besides its plan. */
import { describe, expect, test } from "vitest";
import type { Facts } from "../../../src/access/model/facts/facts.js";
import { HIDDEN } from "../../../src/access/reader/reading.js";
import { impactOfPreview, type PreviewImpact } from "../../../src/review/impact/preview-impact.js";
import { factsWith } from "../../access/empty-facts.js";
import { documentOf, type Given, kindOf } from "../report/document.js";
import { effectsIn, stops, user } from "./organization.js";

const hidden = (type: "group" | "resource" | "owner", id: string, because = HIDDEN) => ({ type, id, because });
const facts = factsWith({
    users: [user("ada"), user("bob")],
    groups: ["open", "closed"].map((id) => ({ id, name: id })),
    resources: [{ id: "db", name: "db" }],
    owners: [{ id: "admins", name: "Admins", userIds: ["ada"], escalationMinutes: 0 }],
    unknowns: [hidden("group", "closed"), hidden("resource", "db"), hidden("owner", "admins")],
});

function impactOf(
    kind: string,
    next: object,
    more: Partial<Given> = {},
    snapshot: Facts = facts,
): Promise<PreviewImpact> {
    return impactOfPreview(documentOf([{ kind, name: "new", op: "create", next, ...more }]), kindOf, { snapshot });
}

const words = ({ account }: PreviewImpact): string[] => account.unknown.map(({ words }) => words.toJSON());

describe("hidden objects that a change gives to somebody", () => {
    test.each<[string, string, object, string | undefined]>([
        ["a member", "GroupUser", { groupId: "closed", userId: "ada" }, "group"],
        ["a grant", "ResourceUser", { resourceId: "db", userId: "ada" }, "resource"],
        ["a link", "GroupResource", { groupId: "open", resourceId: "db" }, "resource"],
        ["a containing group", "ContainingGroup", { groupId: "open", containingGroupId: "closed" }, "group"],
        ["a member of another group", "GroupUser", { groupId: "open", userId: "ada" }, undefined],
        ["the inner group", "ContainingGroup", { groupId: "closed", containingGroupId: "open" }, undefined],
        ["users of an owner", "OwnerUsers", { ownerId: "admins", userIds: ["bob"] }, undefined],
        [
            "a visibility",
            "GroupVisibility",
            { groupId: "open", visibility: "LIMITED", visibilityGroupIds: ["closed"] },
            undefined,
        ],
    ])("%s: %#", async (_, kind, next, type) => {
        const told = words(await impactOf(kind, next)).filter((one) => one.includes("what it grants"));
        expect(told).toHaveLength(type === undefined ? 0 : 1);
        if (type !== undefined)
            expect(told[0]).toContain(`${type} "${type === "group" ? "closed" : "db"}": ${HIDDEN}, so it is unknown`);
    });

    test("and a member who is removed: what they lose is no gain", async () => {
        const before = { groupId: "closed", userId: "ada" };
        const impact = await impactOf("GroupUser", {}, { op: "delete", id: "closed/ada", before, next: undefined });
        expect(words(impact)).toEqual([]);
        expect(effectsIn(impact).filter((one) => one.includes("may gain"))).toEqual([]);
    });
});

test("what a change adds to a hidden object may be gained by unknown people", async () => {
    const link = { groupId: "closed", resourceId: "db2" };
    const snapshot = { ...facts, resources: [{ id: "db2", name: "db2" }] };
    expect(effectsIn(await impactOf("GroupResource", link, {}, snapshot))).toContain("db2: has unknown: may gain");
    const other = await impactOf("GroupResource", { ...link, groupId: "open" }, {}, snapshot);
    expect(effectsIn(other).filter((one) => one.includes("unknown"))).toEqual([]);
    const onCall = { ...snapshot, unknowns: [hidden("group", "open", "the API does not return who is on call")] };
    expect(words(await impactOf("GroupUser", { groupId: "open", userId: "ada" }, {}, onCall))).toEqual([]);
});

test("assumptions come with the facts", async () => {
    const document = documentOf([{ kind: "Owner", name: "o", op: "create", next: { name: "O" } }]);
    const assumptions = { ownerPermissions: "attribution" } as const;
    expect((await impactOfPreview(document, kindOf, { snapshot: facts, assumptions })).facts.assumptions).toEqual(
        assumptions,
    );
    expect((await impactOfPreview(document, kindOf, { snapshot: facts })).facts).not.toHaveProperty("assumptions");
});

test("a change that only reverts is the revert", async () => {
    const declared = { groupId: "open", visibility: "LIMITED" };
    const live = { groupId: "open", visibility: "GLOBAL" };
    const drift: Given = {
        kind: "GroupVisibility",
        name: "v",
        id: "open",
        op: "update",
        before: declared,
        live,
        next: declared,
    };
    const only = await impactOfPreview(documentOf([drift]), kindOf, { snapshot: facts });
    expect(only.reverted).toBe(only.impact);
    const joins: Given = { kind: "GroupUser", name: "m", op: "create", next: { groupId: "open", userId: "bob" } };
    const both = await impactOfPreview(documentOf([drift, joins]), kindOf, { snapshot: facts });
    expect(effectsIn({ ...both, impact: both.reverted })).not.toEqual(effectsIn(both));
});

describe("drift that the program accepts", () => {
    const open = { groupId: "open", visibility: "GLOBAL" };
    const limited = { groupId: "open", visibility: "LIMITED" };
    const v = { kind: "GroupVisibility", name: "v", id: "open" };
    const users = (...ids: string[]) => ({ groupId: "open", users: ids.map((userId) => ({ userId })) });
    const u = { kind: "GroupUsers", name: "u", id: "open" };
    const ofNow: Facts = {
        ...facts,
        users: ["ada", "bob", "cyd"].map(user),
        unknowns: [],
        groups: [{ id: "open", name: "open", visibility: { type: "GLOBAL", groupIds: [] } }],
        memberships: ["ada", "bob"].map((userId) => ({ groupId: "open", userId, level: "", until: null })),
    };
    const effects = async (given: Given): Promise<string[]> =>
        effectsIn(await impactOfPreview(documentOf([given]), kindOf, { snapshot: ofNow }));

    test("is compared with what was declared: it is no change for Pulumi, and widens access nevertheless", async () => {
        const accepted = await impactOfPreview(
            documentOf([{ ...v, op: "same", before: limited, live: open, next: open }]),
            kindOf,
            { snapshot: ofNow },
        );
        expect(effectsIn(accepted)).toContain("open: sees gained cyd");
        expect(effectsIn({ ...accepted, impact: accepted.accepted })).toEqual(effectsIn(accepted));
        expect(stops(accepted, { noNewAccessTo: ["open"], aspects: ["sees"] })).toContain("open");
        expect(await effects({ ...v, op: "same", before: open, live: open, next: open })).toEqual([]);
    });

    test("also if the program no longer declares what drifted: it stays as it is", async () => {
        const group = { name: "open", visibility: { visibility: "LIMITED" } };
        const opened = { name: "open", visibility: { visibility: "GLOBAL" } };
        const given = { kind: "Group", name: "g", id: "open", op: "same", before: group, live: opened };
        expect(await effects({ ...given, next: { name: "open" } })).toContain("open: sees gained cyd");
        expect(await effects({ ...given, next: opened })).toContain("open: sees gained cyd");
        // Ending the declaration leaves the visibility on the service.
        expect(await effects({ ...v, op: "delete", before: limited, live: open })).toContain("open: sees gained cyd");
        expect(await effects({ ...v, op: "delete", before: open, live: open })).toEqual([]);
    });

    test("under another name, and if the program now ignores what drifted", async () => {
        const document = documentOf([{ ...v, op: "same", before: limited, live: open, next: open }]);
        const steps = document.steps.map((step) =>
            step.op === "same" ? { ...step, urn: `${step.urn}-renamed` } : step,
        );
        const renamed = await impactOfPreview({ ...document, steps }, kindOf, { snapshot: ofNow });
        expect(effectsIn(renamed)).toContain("open: sees gained cyd");
        const ignoring = { ...open, __ignored: ["visibility"] };
        expect(await effects({ ...v, op: "same", before: limited, live: open, next: ignoring })).toContain(
            "open: sees gained cyd",
        );
        const ignored = { ...limited, __ignored: ["visibility"] };
        expect(await effects({ ...v, op: "same", before: ignored, live: open, next: ignoring })).toEqual([]);
    });

    test("of another provider is unknown", async () => {
        const document = documentOf([
            { ...v, op: "same", before: limited, live: open, next: open },
            { kind: "Owner", name: "o", id: "admins", op: "same", before: { name: "O" }, next: { name: "O" } },
        ]);
        const provider = "urn:pulumi:prod::access::pulumi:providers:access-governance::eu::id";
        const steps = document.steps.map((step) => {
            if (!step.urn.endsWith("::v")) return step;
            const of = (state: typeof step.oldState) => state && { ...state, provider };
            return { ...step, oldState: of(step.oldState), newState: of(step.newState) };
        });
        const foreign = await impactOfPreview({ ...document, steps }, kindOf, { snapshot: ofNow });
        expect(words(foreign)).toEqual([expect.stringContaining("it belongs to another provider")]);
    });

    test("of a list, element by element: what the program takes out again is lost", async () => {
        const given = { ...u, op: "update", before: users(), live: users("ada", "bob") };
        expect(await effects({ ...given, op: "same", next: users("ada", "bob") })).toEqual(
            expect.arrayContaining([expect.stringMatching(/^open: has gained ada, bob/)]),
        );
        const one = await effects({ ...given, next: users("ada") });
        expect(one).toEqual(expect.arrayContaining([expect.stringMatching(/^open: has gained ada$/)]));
        expect(one).toEqual(expect.arrayContaining([expect.stringMatching(/^open: has lost bob$/)]));
    });

    test("a change of a field that is not evaluated stays unknown", async () => {
        const template = { name: "t", requireMfaToApprove: true };
        const given = { kind: "ConfigurationTemplate", name: "t", id: "t", op: "same" };
        const next = { ...template, requireMfaToApprove: false };
        const impact = await impactOfPreview(documentOf([{ ...given, before: template, live: next, next }]), kindOf, {
            snapshot: ofNow,
        });
        expect(impact.account.unknown.length + impact.account.irrelevant + impact.account.evaluated).toBe(1);
    });
});

test("ends that are not compared are unknown", async () => {
    const users = Array.from({ length: 150 }, (_, n) => user(`u${n}`));
    const joins = users.map(({ id }, n): Given => {
        const next = { groupId: "open", userId: id, durationMinutes: 60 * (n + 1) };
        return { kind: "GroupUser", name: id, op: "create", next };
    });
    const snapshot = { ...facts, users, unknowns: [] };
    const impact = await impactOfPreview(documentOf(joins), kindOf, { snapshot });
    expect(words(impact)).toContainEqual(expect.stringMatching(/\d+ of them were not compared$/));
    expect(stops(impact, { failOnUnknown: true })).toContain("were not compared");
});
