/** Effects of a preview: hidden objects, assumptions, drift and end dates. */
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

describe("hidden objects in a change", () => {
    test.each<[string, string, object, string | undefined]>([
        ["a member of a hidden group", "GroupUser", { groupId: "closed", userId: "ada" }, "group"],
        ["a grant of a hidden resource", "ResourceUser", { resourceId: "db", userId: "ada" }, "resource"],
        [
            "a hidden resource that is added to a group",
            "GroupResource",
            { groupId: "open", resourceId: "db" },
            "resource",
        ],
        ["a hidden containing group", "ContainingGroup", { groupId: "open", containingGroupId: "closed" }, "group"],
        ["a member of a visible group", "GroupUser", { groupId: "open", userId: "ada" }, undefined],
        ["a hidden nested group", "ContainingGroup", { groupId: "closed", containingGroupId: "open" }, undefined],
        ["users of a hidden owner", "OwnerUsers", { ownerId: "admins", userIds: ["bob"] }, undefined],
        [
            "a hidden visibility group",
            "GroupVisibility",
            { groupId: "open", visibility: "LIMITED", visibilityGroupIds: ["closed"] },
            undefined,
        ],
    ])("reports whether it is unknown what a hidden object grants: %s", async (_, kind, next, type) => {
        const found = words(await impactOf(kind, next)).filter((one) => /what the \w+ grants/.test(one));
        expect(found).toHaveLength(type === undefined ? 0 : 1);
        if (type !== undefined)
            expect(found[0]).toContain(`${type} "${type === "group" ? "closed" : "db"}": ${HIDDEN}, so it is unknown`);
    });

    test("reports no gain and nothing unknown if a member is removed from a hidden group", async () => {
        const before = { groupId: "closed", userId: "ada" };
        const impact = await impactOf("GroupUser", {}, { op: "delete", id: "closed/ada", before, next: undefined });
        expect(words(impact)).toEqual([]);
        expect(effectsIn(impact).filter((one) => one.includes("may gain"))).toEqual([]);
    });
});

test("reports an unknown gain if a resource is added to a hidden group", async () => {
    const link = { groupId: "closed", resourceId: "db2" };
    const snapshot = { ...facts, resources: [{ id: "db2", name: "db2" }] };
    expect(effectsIn(await impactOf("GroupResource", link, {}, snapshot))).toContain("db2: has unknown: may gain");
    const other = await impactOf("GroupResource", { ...link, groupId: "open" }, {}, snapshot);
    expect(effectsIn(other).filter((one) => one.includes("unknown"))).toEqual([]);
    const onCall = { ...snapshot, unknowns: [hidden("group", "open", "the API does not return who is on call")] };
    expect(words(await impactOf("GroupUser", { groupId: "open", userId: "ada" }, {}, onCall))).toEqual([]);
});

test("passes the assumptions on with the facts", async () => {
    const document = documentOf([{ kind: "Owner", name: "o", op: "create", next: { name: "O" } }]);
    const assumptions = { ownerPermissions: "attribution" } as const;
    expect((await impactOfPreview(document, kindOf, { snapshot: facts, assumptions })).facts.assumptions).toEqual(
        assumptions,
    );
    expect((await impactOfPreview(document, kindOf, { snapshot: facts })).facts).not.toHaveProperty("assumptions");
});

test("the impact of a change that only reverts drift equals the reverted impact", async () => {
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

    test("is reported as widening access although Pulumi shows no change", async () => {
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

    test("is reported if the program no longer declares the property, because the value stays", async () => {
        const group = { name: "open", visibility: { visibility: "LIMITED" } };
        const opened = { name: "open", visibility: { visibility: "GLOBAL" } };
        const given = { kind: "Group", name: "g", id: "open", op: "same", before: group, live: opened };
        expect(await effects({ ...given, next: { name: "open" } })).toContain("open: sees gained cyd");
        expect(await effects({ ...given, next: opened })).toContain("open: sees gained cyd");
        // Deleting the declaration leaves the visibility on the service unchanged.
        expect(await effects({ ...v, op: "delete", before: limited, live: open })).toContain("open: sees gained cyd");
        expect(await effects({ ...v, op: "delete", before: open, live: open })).toEqual([]);
    });

    test("is reported if the resource was renamed or now ignores the property", async () => {
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

    test("is unknown if the resource belongs to another provider", async () => {
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

    test("is compared element by element in a list, and a removed element is a loss", async () => {
        const given = { ...u, op: "update", before: users(), live: users("ada", "bob") };
        expect(await effects({ ...given, op: "same", next: users("ada", "bob") })).toEqual(
            expect.arrayContaining([expect.stringMatching(/^open: has gained ada, bob/)]),
        );
        const one = await effects({ ...given, next: users("ada") });
        expect(one).toEqual(expect.arrayContaining([expect.stringMatching(/^open: has gained ada$/)]));
        expect(one).toEqual(expect.arrayContaining([expect.stringMatching(/^open: has lost bob$/)]));
    });

    test("is counted once for a field that is not evaluated", async () => {
        const template = { name: "t", requireMfaToApprove: true };
        const given = { kind: "ConfigurationTemplate", name: "t", id: "t", op: "same" };
        const next = { ...template, requireMfaToApprove: false };
        const impact = await impactOfPreview(documentOf([{ ...given, before: template, live: next, next }]), kindOf, {
            snapshot: ofNow,
        });
        expect(impact.account.unknown.length + impact.account.irrelevant + impact.account.evaluated).toBe(1);
    });
});

test("end dates that are not compared are reported as unknown", async () => {
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
