import { describe, expect, test } from "vitest";
import { cyclesAmong, untangle } from "../../../../src/adopt/export/program/circles.js";
import { kinds } from "../../../../src/resources/kinds.js";
import { declarable } from "../objects.js";

describe("cycles", () => {
    const among = (needs: Record<string, string[]>) =>
        cyclesAmong(Object.keys(needs), (id) => needs[id] ?? []).map((cycle) => cycle.sort());

    test.each([
        ["none", { a: ["b"], b: ["c"], c: [] }, []],
        ["one that needs itself", { a: ["a"], b: [] }, [["a"]]],
        [
            "two beside each other",
            { a: ["b"], b: ["a"], c: ["d", "a"], d: ["c"] },
            [
                ["a", "b"],
                ["c", "d"],
            ],
        ],
        ["one through another", { a: ["b"], b: ["c"], c: ["a", "b"] }, [["a", "b", "c"]]],
        ["a diamond is none", { a: ["b", "c"], b: ["d"], c: ["d"], d: [] }, []],
    ] as [string, Record<string, string[]>, string[][]][])("%s", (_, needs, cycles) => {
        expect(among(needs)).toEqual(cycles);
    });

    test("of a hundred thousand are found without recursion", () => {
        const length = 100_000;
        const [cycle] = cyclesAmong(
            Array.from({ length }, (_, at) => `${at}`),
            (id) => [`${(Number(id) + 1) % length}`],
        );
        expect(cycle).toHaveLength(length);
    });
});

describe("what needs itself", () => {
    const group = (id: string, more: object = {}) =>
        declarable("Group", id, { name: `Group ${id}`, appId: "app", groupType: "SVC_GROUP", ...more });
    const seenBy = (...ids: string[]) => ({ visibility: { visibility: "LIMITED", visibilityGroupIds: ids } });
    const told = (declarables: readonly ReturnType<typeof group>[]) => {
        const untangled = untangle(declarables, kinds);
        return {
            names: untangled.declarables.map(({ kind, id, given }) => `${kind.name} ${id} ${Object.keys(given)}`),
            lookedUp: Object.fromEntries([...untangled.lookedUp].map(([key, ids]) => [key, [...ids]])),
        };
    };

    test("by a part has that part as a declaration of its own", () => {
        expect(told([group("a", seenBy("a")), group("b", seenBy("a"))])).toEqual({
            names: [
                "Group a name,appId,groupType",
                "GroupVisibility a groupId,visibility,visibilityGroupIds",
                "Group b name,appId,groupType,visibility",
            ],
            lookedUp: {},
        });
    });

    test("through others is taken apart at each of them", () => {
        const { names, lookedUp } = told([group("a", seenBy("b")), group("b", seenBy("c")), group("c", seenBy("a"))]);
        expect(names.filter((name) => name.startsWith("GroupVisibility"))).toHaveLength(3);
        expect(lookedUp).toEqual({});
    });

    test("by a property that is no part looks up what it names there, and only there", () => {
        const owner = declarable("Owner", "o", { name: "Owner", sourceGroupId: "a" });
        const { lookedUp } = told([owner, group("a", { adminOwnerId: "o" }), group("b", { adminOwnerId: "o" })]);
        expect(lookedUp).toEqual({ "Owner o": ["a"] });
    });
});
