/** The levels that a resource gets and loses are new ways to have it: nobody could request them before. */
import { expect, test } from "vitest";
import type { Change, Facts } from "../../../src/access/model/facts/facts.js";
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
    ["its first level", [], ["reader"], ["reader"]],
    ["a second level", ["reader"], ["reader", "admin"], ["admin"]],
    ["no level any more, and so the default one", ["reader"], [], [""]],
    ["another level instead", ["reader"], ["admin"], ["admin"]],
    ["no level but one of two", ["reader", "admin"], ["reader"], []],
    ["nothing new", [], [], []],
])("a resource has %s", (_, before, after, at) => {
    const gains = ["getsWithoutApproval", "mayRequest"].flatMap((aspect) =>
        at.map((level) => `db: ${aspect} gained ada${level === "" ? "" : ` at ${level}`}`),
    );
    expect(effectsOf(having(before), [becomes(after)])).toEqual(gains);
});
