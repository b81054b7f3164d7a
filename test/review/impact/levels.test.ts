/** Each new access level of a resource is reported as a gain, because it could not be requested before. */
import { expect, test } from "vitest";
import type { Change } from "../../../src/access/model/facts/change.js";
import type { Facts } from "../../../src/access/model/facts/facts.js";
import { factsWith } from "../../access/empty-facts.js";
import { automatic, effectsOf, user } from "./organization.js";

const database = (levels?: string[]) => ({
    id: "db",
    name: "db",
    requestRules: [automatic],
    ...(levels && { levels }),
});
const having = (levels?: string[]): Facts => factsWith({ users: [user("ada")], resources: [database(levels)] });
const becomes = (levels: string[]): Change => ({ put: "resource", value: database(levels) });

test.each<[string, string[], string[], string[]]>([
    ["gets its first level", [], ["reader"], ["reader"]],
    ["gets a second level", ["reader"], ["reader", "admin"], ["admin"]],
    ["loses its only level and so has the default one", ["reader"], [], [""]],
    ["gets another level instead of the old one", ["reader"], ["admin"], ["admin"]],
    ["loses one of two levels", ["reader", "admin"], ["reader"], []],
    ["stays without levels", [], [], []],
])("reports a gain for each new level if a resource %s", (_, before, after, at) => {
    const gains = ["getsWithoutApproval", "mayRequest"].flatMap((aspect) =>
        at.map((level) => `db: ${aspect} gained ada${level === "" ? "" : ` at ${level}`}`),
    );
    expect(effectsOf(having(before), [becomes(after)])).toEqual(gains);
});

test.each<[string, string[], string[]]>([
    ["with one level", ["reader"], ["reader"]],
    ["with two levels", ["reader", "admin"], ["reader", "admin"]],
    ["whose levels are replaced by the default one", ["reader"], []],
    ["whose levels were not read", [], []],
])("reports longer requests once for a resource %s", (_, before, after) => {
    const lasting = (levels: string[], maxMinutes?: number) => ({
        ...database(levels),
        requestRules: [{ ...automatic, maxMinutes }],
    });
    const facts = factsWith({ users: [user("ada")], resources: [lasting(before, 60)] });
    const found = effectsOf(facts, [{ put: "resource", value: lasting(after) }]);
    expect(found.filter((line) => line.includes("longer"))).toEqual([
        "db: getsWithoutApproval longer ada",
        "db: mayRequest longer ada",
    ]);
});
