import { describe, expect, test } from "vitest";
import { objectKey } from "../../../../src/adopt/export/inventory/found.js";
import { cyclesAmong, untangle } from "../../../../src/adopt/export/program/circles.js";
import { kinds } from "../../../../src/resources/kinds.js";
import { declarable } from "../objects.js";

describe("cycles", () => {
    const among = (needs: Record<string, string[]>) =>
        cyclesAmong(Object.keys(needs), (id) => needs[id] ?? []).map((cycle) => cycle.sort());

    test.each([
        ["no cycle", { a: ["b"], b: ["c"], c: [] }, []],
        ["an object that needs itself", { a: ["a"], b: [] }, [["a"]]],
        [
            "two separate cycles",
            { a: ["b"], b: ["a"], c: ["d", "a"], d: ["c"] },
            [
                ["a", "b"],
                ["c", "d"],
            ],
        ],
        ["two cycles that share objects", { a: ["b"], b: ["c"], c: ["a", "b"] }, [["a", "b", "c"]]],
        ["a diamond, which is not a cycle", { a: ["b", "c"], b: ["d"], c: ["d"], d: [] }, []],
    ] as [string, Record<string, string[]>, string[][]][])("finds %s", (_, needs, cycles) => {
        expect(among(needs)).toEqual(cycles);
    });

    test("finds a cycle of 100,000 objects without recursion", () => {
        const length = 100_000;
        const [cycle] = cyclesAmong(
            Array.from({ length }, (_, at) => `${at}`),
            (id) => [`${(Number(id) + 1) % length}`],
        );
        expect(cycle).toHaveLength(length);
    });
});

describe("untangle", () => {
    const group = (id: string, more: object = {}) =>
        declarable("Group", id, { name: `Group ${id}`, appId: "app", groupType: "SVC_GROUP", ...more });
    const seenBy = (...ids: string[]) => ({ visibility: { visibility: "LIMITED", visibilityGroupIds: ids } });
    const untangledNames = (declarables: readonly ReturnType<typeof group>[]) => {
        const untangled = untangle(declarables, kinds);
        return {
            names: untangled.map(({ kind, id, given }) => `${kind.name} ${id} ${Object.keys(given)}`),
            lookedUp: Object.fromEntries(
                untangled.flatMap((one) => (one.lookedUp.size > 0 ? [[objectKey(one), [...one.lookedUp]]] : [])),
            ),
        };
    };

    test("declares the subresource separately if an object needs itself through it", () => {
        expect(untangledNames([group("a", seenBy("a")), group("b", seenBy("a"))])).toEqual({
            names: [
                "Group a name,appId,groupType",
                "GroupVisibility a groupId,visibility,visibilityGroupIds",
                "Group b name,appId,groupType,visibility",
            ],
            lookedUp: {},
        });
    });

    test("declares the subresource of each group separately if several groups form a cycle", () => {
        const { names, lookedUp } = untangledNames([
            group("a", seenBy("b")),
            group("b", seenBy("c")),
            group("c", seenBy("a")),
        ]);
        expect(names.filter((name) => name.startsWith("GroupVisibility"))).toHaveLength(3);
        expect(lookedUp).toEqual({});
    });

    test("looks up the reference that closes a cycle if it is not in a subresource", () => {
        const owner = declarable("Owner", "o", { name: "Owner", sourceGroupId: "a" });
        const { lookedUp } = untangledNames([
            owner,
            group("a", { adminOwnerId: "o" }),
            group("b", { adminOwnerId: "o" }),
        ]);
        expect(lookedUp).toEqual({ "Owner o": ["a"] });
    });
});
