/** Checks which changed values count as evaluated, irrelevant to access, or unknown. */
import { describe, expect, test } from "vitest";
import { prose } from "../../../src/common/phrase.js";
import { kinds } from "../../../src/resources/kinds.js";
import { accountOf, type ShownChange, sumOf, unknownAccount } from "../../../src/review/impact/account.js";

/** The account of a declaration as `[evaluated, irrelevant, ...unknown]`. */
function count(kindName: string, changed: Partial<ShownChange>): (string | number)[] {
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

describe("the account of an object of a kind that the model does not evaluate", () => {
    const not = { isEvaluated: false };
    test.each<[string, string, Partial<ShownChange>, (string | number)[]]>([
        [
            "a creation that may widen access",
            "IdpGroupMappings",
            not,
            [0, 0, 'group mapping list of a directory app "one": creating it is not evaluated (anything)'],
        ],
        [
            "a deletion that may widen access",
            "EventStream",
            { ...not, does: "remove" },
            [0, 0, 'event stream "one": deleting it is not evaluated (anything)'],
        ],
        ["a deletion that cannot widen access", "IdpGroupMappings", { ...not, does: "remove" }, [1, 0]],
        ["a creation that cannot widen access", "EventStream", not, [0, 0]],
        ["an update", "IdpGroupMappings", { ...not, was: {} }, [0, 0]],
    ])("counts %s: %s", (_, kind, changed, counts) => {
        expect(count(kind, changed)).toEqual(counts);
    });
});

describe("the account of an object of an evaluated kind", () => {
    test.each<[string, string, Partial<ShownChange>, (string | number)[]]>([
        ["a creation", "GroupUser", { given: { groupId: "g", userId: "u" } }, [2, 0]],
        ["a deletion without its values", "GroupUser", { does: "remove", given: { groupId: "g" } }, [1, 0]],
        ["a deletion that may widen access", "GroupVisibility", { does: "remove", given: { groupId: "g" } }, [1, 0]],
    ])("counts %s: %s", (_, kind, changed, counts) => {
        expect(count(kind, changed)).toEqual(counts);
    });
});

describe("the account of values that the model does not evaluate", () => {
    const paladin = { name: "P", monitorMode: false };
    const monitored = 'Paladin "one": monitorMode is not evaluated (anything)';
    test.each<[string, string, Partial<ShownChange>, (string | number)[]]>([
        ["values of a new object, which its other fields decide on", "Paladin", { given: paladin }, [0, 2]],
        [
            "values of a new object that replaces one with another value",
            "Paladin",
            { given: paladin, replaced: { name: "Q", monitorMode: true } },
            [0, 1, monitored],
        ],
        [
            "values of a new object that replaces one with the same value",
            "Paladin",
            { given: paladin, replaced: paladin },
            [0, 2],
        ],
        ["values of an adopted object", "Paladin", { given: paladin, adopts: "P" }, [0, 1, monitored]],
        [
            "values of an existing object",
            "Paladin",
            { given: paladin, was: { name: "P", monitorMode: true } },
            [0, 0, monitored],
        ],
        ["values that narrow access", "Paladin", { given: { monitorMode: true }, was: { monitorMode: false } }, [0, 1]],
        ["unchanged values", "Paladin", { given: paladin, was: paladin }, [0, 0]],
        [
            "values of a membership, which always belongs to an existing object",
            "IdpGroupMapping",
            { given: { hiddenFromEndUser: false } },
            [0, 0, 'mapping of a group for a directory app "one": hiddenFromEndUser is not evaluated (anything)'],
        ],
        [
            "two values",
            "Resource",
            {
                given: { requireMfaToApprove: false, requireMfaToConnect: false },
                was: { requireMfaToApprove: true, requireMfaToConnect: true },
            },
            [0, 0, 'resource "one": requireMfaToApprove and requireMfaToConnect are not evaluated (anything)'],
        ],
        [
            "three values",
            "Paladin",
            {
                given: { monitorMode: false, instructions: "a", enabledConnectors: ["c"] },
                was: { monitorMode: true, instructions: "b", enabledConnectors: [] },
            },
            [0, 0, 'Paladin "one": monitorMode, instructions and enabledConnectors are not evaluated (anything)'],
        ],
        [
            "a value that is only in the program",
            "GroupUser",
            { given: { renew: true }, was: {} },
            [0, 0, 'member of a group "one": renew is not evaluated (anything)'],
        ],
        [
            "an unchanged value that is only in the program",
            "GroupUser",
            { given: { renew: true }, was: { renew: true } },
            [0, 0],
        ],
        [
            "values of fields that no update writes",
            "Group",
            { given: { initialUserIds: ["b"] }, was: { initialUserIds: ["a"] } },
            [0, 0],
        ],
    ])("counts %s: %s", (_, kind, changed, counts) => {
        expect(count(kind, changed)).toEqual(counts);
    });
});

describe("the account of values in lists of objects", () => {
    const one = { groupId: "a" };
    const other = { groupId: "b", alias: "B" };
    const unknown = (what: string): string =>
        `group mapping list of a directory app "one": ${what} not evaluated (anything)`;
    test.each<[string, unknown[], unknown[] | undefined, (string | number)[]]>([
        ["an added element", [one, other], [one], [0, 1, unknown("mappings and mappings[0].groupId are")]],
        [
            "a list that is declared for the first time",
            [one],
            undefined,
            [0, 0, unknown("mappings and mappings[0].groupId are")],
        ],
        ["a removed element", [one], [one, other], [0, 0, unknown("mappings is")]],
        ["an unchanged list", [one, other], [one, other], [0, 0]],
        ["a changed value in an element", [{ ...one, alias: "A" }], [one], [0, 1]],
    ])("counts %s", (_, next, before, counts) => {
        expect(
            count("IdpGroupMappings", {
                isEvaluated: false,
                given: { mappings: next },
                was: before ? { mappings: before } : {},
            }),
        ).toEqual(counts);
    });
});

describe("the account of hidden properties", () => {
    const owner = { hidden: ["userIds"], given: { name: "O", userIds: ["u"] }, was: { name: "O" } };
    test("counts a property once as reported if it is known which targets it affects", () => {
        expect(count("Owner", owner)).toEqual([
            0,
            0,
            'owner "one": userIds is secret, or known only after the deployment (reported)',
        ]);
    });
    test("counts a property as concerning anything if it is unknown which targets it affects", () => {
        expect(count("Owner", { ...owner, unbounded: ["userIds"] })).toEqual([
            0,
            0,
            'owner "one": userIds is secret, or known only after the deployment, so it is unknown what the change affects (anything)',
        ]);
    });
});

test("does not count a removed property as changed if the new object gets the same documented default", () => {
    const was = { groupId: "g", userId: "u", accessLevelRemoteId: "admin" };
    const { accessLevelRemoteId, ...given } = was;
    expect(count("GroupUser", { given, was })).toEqual([1, 0]);
    expect(count("GroupUser", { given, was: given })).toEqual([0, 0]);
});

test("adds up several accounts", () => {
    const one = { evaluated: 2, irrelevant: 3, unknown: [] };
    const other = unknownAccount([prose`a`, prose`b`], "requests");
    expect(sumOf([one, one, other])).toEqual({ evaluated: 4, irrelevant: 6, unknown: other.unknown });
    expect(other.unknown.map(({ words, concerns }) => [words.toJSON(), concerns])).toEqual([
        ["a", "requests"],
        ["b", "requests"],
    ]);
});
