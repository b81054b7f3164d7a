/** Which changed values count as evaluated, irrelevant to access, or unknown. */
import { describe, expect, test } from "vitest";
import { prose } from "../../../src/common/phrase.js";
import { kinds } from "../../../src/resources/kinds.js";
import { accountOf, type Changed, sumOf, unknownAccount } from "../../../src/review/impact/account.js";

/** The account of a declaration as `[evaluated, irrelevant, ...unknown]`. */
function count(kindName: string, changed: Partial<Changed>): (string | number)[] {
    const kind = kinds.find(({ name }) => name === kindName);
    if (!kind) throw new Error(`No kind ${kindName}`);
    const { evaluated, irrelevant, unknown } = accountOf({
        kind,
        urn: "urn:pulumi:prod::access::type::one",
        does: "put",
        given: {},
        hidden: [],
        unbounded: [],
        isEvaluated: true,
        ...changed,
    });
    return [evaluated, irrelevant, ...unknown.map(({ words, concerns }) => `${words.toJSON()} (${concerns})`)];
}

describe("an object of a kind that the model does not evaluate", () => {
    const not = { isEvaluated: false };
    test.each<[string, string, Partial<Changed>, (string | number)[]]>([
        [
            "is created",
            "IdpGroupMappings",
            not,
            [0, 0, 'group mapping list of a directory app "one": creating it is not evaluated (anything)'],
        ],
        [
            "is deleted",
            "EventStream",
            { ...not, does: "remove" },
            [0, 0, 'event stream "one": deleting it is not evaluated (anything)'],
        ],
        ["is deleted, which cannot widen", "IdpGroupMappings", { ...not, does: "remove" }, [1, 0]],
        ["is created, which cannot widen", "EventStream", not, [0, 0]],
        ["is updated", "IdpGroupMappings", { ...not, was: {} }, [0, 0]],
    ])("%s: %s", (_, kind, changed, counts) => {
        expect(count(kind, changed)).toEqual(counts);
    });
});

describe("an object of an evaluated kind", () => {
    test.each<[string, string, Partial<Changed>, (string | number)[]]>([
        ["is created", "GroupUser", { given: { groupId: "g", userId: "u" } }, [2, 0]],
        ["is deleted: its values do not count", "GroupUser", { does: "remove", given: { groupId: "g" } }, [1, 0]],
        ["is deleted, which may widen", "GroupVisibility", { does: "remove", given: { groupId: "g" } }, [1, 0]],
    ])("%s: %s", (_, kind, changed, counts) => {
        expect(count(kind, changed)).toEqual(counts);
    });
});

describe("values that the model does not evaluate", () => {
    const paladin = { name: "P", monitorMode: false };
    const monitored = 'Paladin "one": monitorMode is not evaluated (anything)';
    test.each<[string, string, Partial<Changed>, (string | number)[]]>([
        ["of a new object, in which other fields decide", "Paladin", { given: paladin }, [0, 2]],
        [
            "of a new object that replaces one with another value",
            "Paladin",
            { given: paladin, replaced: { name: "Q", monitorMode: true } },
            [0, 1, monitored],
        ],
        [
            "of a new object that replaces one with the same value",
            "Paladin",
            { given: paladin, replaced: paladin },
            [0, 2],
        ],
        ["of an object that is taken over", "Paladin", { given: paladin, adopts: "P" }, [0, 1, monitored]],
        [
            "of an object that exists",
            "Paladin",
            { given: paladin, was: { name: "P", monitorMode: true } },
            [0, 0, monitored],
        ],
        ["that narrow access", "Paladin", { given: { monitorMode: true }, was: { monitorMode: false } }, [0, 1]],
        ["that stay", "Paladin", { given: paladin, was: paladin }, [0, 0]],
        [
            "of a membership, which is never new by itself",
            "IdpGroupMapping",
            { given: { hiddenFromEndUser: false } },
            [0, 0, 'mapping of a group for a directory app "one": hiddenFromEndUser is not evaluated (anything)'],
        ],
        [
            "two of them",
            "Resource",
            {
                given: { requireMfaToApprove: false, requireMfaToConnect: false },
                was: { requireMfaToApprove: true, requireMfaToConnect: true },
            },
            [0, 0, 'resource "one": requireMfaToApprove and requireMfaToConnect are not evaluated (anything)'],
        ],
        [
            "three of them",
            "Paladin",
            {
                given: { monitorMode: false, instructions: "a", enabledConnectors: ["c"] },
                was: { monitorMode: true, instructions: "b", enabledConnectors: [] },
            },
            [0, 0, 'Paladin "one": monitorMode, instructions and enabledConnectors are not evaluated (anything)'],
        ],
        [
            "that no object has",
            "GroupUser",
            { given: { renew: true }, was: {} },
            [0, 0, 'member of a group "one": renew is not evaluated (anything)'],
        ],
        ["that no object has, and that stay", "GroupUser", { given: { renew: true }, was: { renew: true } }, [0, 0]],
        [
            "of fields that no update writes",
            "Group",
            { given: { initialUserIds: ["b"] }, was: { initialUserIds: ["a"] } },
            [0, 0],
        ],
    ])("%s: %s", (_, kind, changed, counts) => {
        expect(count(kind, changed)).toEqual(counts);
    });
});

describe("values in lists of objects", () => {
    const one = { groupId: "a" };
    const other = { groupId: "b", alias: "B" };
    const unknown = (what: string): string =>
        `group mapping list of a directory app "one": ${what} not evaluated (anything)`;
    test.each<[string, unknown[], unknown[] | undefined, (string | number)[]]>([
        ["a new element", [one, other], [one], [0, 1, unknown("mappings and mappings[0].groupId are")]],
        ["the first elements", [one], undefined, [0, 0, unknown("mappings and mappings[0].groupId are")]],
        ["an element less", [one], [one, other], [0, 0, unknown("mappings is")]],
        ["the same elements", [one, other], [one, other], [0, 0]],
        ["another value in an element", [{ ...one, alias: "A" }], [one], [0, 1]],
    ])("%s", (_, next, before, counts) => {
        expect(
            count("IdpGroupMappings", {
                isEvaluated: false,
                given: { mappings: next },
                was: before ? { mappings: before } : {},
            }),
        ).toEqual(counts);
    });
});

describe("hidden properties", () => {
    const owner = { hidden: ["userIds"], given: { name: "O", userIds: ["u"] }, was: { name: "O" } };
    test("of a known reach are reported with their targets, and counted once", () => {
        expect(count("Owner", owner)).toEqual([
            0,
            0,
            'owner "one": userIds is secret, or known only after the deployment (reported)',
        ]);
    });
    test("that decide the reach concern anything", () => {
        expect(count("Owner", { ...owner, unbounded: ["userIds"] })).toEqual([
            0,
            0,
            'owner "one": userIds is secret, or known only after the deployment, so it is unknown what the change affects (anything)',
        ]);
    });
});

test("a default that the API states counts as declared", () => {
    const was = { groupId: "g", userId: "u", accessLevelRemoteId: "admin" };
    const { accessLevelRemoteId, ...given } = was;
    expect(count("GroupUser", { given, was })).toEqual([1, 0]);
    expect(count("GroupUser", { given, was: given })).toEqual([0, 0]);
});

test("accounts add up", () => {
    const one = { evaluated: 2, irrelevant: 3, unknown: [] };
    const other = unknownAccount([prose`a`, prose`b`], "requests");
    expect(sumOf([one, one, other])).toEqual({ evaluated: 4, irrelevant: 6, unknown: other.unknown });
    expect(other.unknown.map(({ words, concerns }) => [words.toJSON(), concerns])).toEqual([
        ["a", "requests"],
        ["b", "requests"],
    ]);
});
