/** Checks for every property of every kind, without a service, that the gate follows the access relevance that the kind declares. */
import { describe, expect, test } from "vitest";
import { propertyOf } from "../../../src/common/paths.js";
import { unknownValue } from "../../../src/common/unknown.js";
import { accessAt } from "../../../src/provider/schema/comparison/value-changes.js";
import { marksOf } from "../../../src/provider/schema/fields.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { kinds } from "../../../src/resources/kinds.js";
import { impactOfPreview, type PreviewImpact } from "../../../src/review/impact/preview-impact.js";
import { parseRules } from "../../../src/review/impact/rules.js";
import { judge } from "../../../src/review/impact/verdicts.js";
import { Dice } from "../../proofs/simulator/dice.js";
import type { Value } from "../../proofs/simulator/program.js";
import { documentOf, kindOf } from "../../review/report/document.js";
import { factsWith } from "../empty-facts.js";
import type { Args } from "./programs.js";
import { pathsOf, type Redrawn, Values } from "./values.js";

const ids = (source: number): string[] =>
    [1, 2, 3].map((n) => `00000000-0000-4000-8000-${`${source}${n}`.padStart(12, "0")}`);
const SOURCES = ["User", "Owner", "Group", "Resource", "Bundle", "App", "Tag", "MessageChannel"].concat([
    "OnCallSchedule",
    "ConfigurationTemplate",
    "RequestTemplate",
    "Paladin",
]);
const idsOf = (source: string): string[] => ids(SOURCES.indexOf(source) + 1);
const named = (source: string) => idsOf(source).map((id) => ({ id, name: `${source} ${id.slice(-1)}` }));
const snapshot = factsWith({
    users: named("User"),
    groups: named("Group"),
    resources: named("Resource"),
    tagIds: Object.fromEntries(idsOf("Tag").map((id) => [id, { key: id, value: "" }])),
    owners: named("Owner").map((one) => ({ ...one, userIds: [], escalationMinutes: 0 })),
});
const RULES = ['{"noNewAccessTo":["*"]}', '{"maxGained":100}', '{"noSelfApproval":true}', '{"failOnUnknown":true}'];

/** Number of changes drawn for each property. Mutation testing uses only two to save time. */
const DRAWS = process.env.MUTATED ? 2 : process.env.ACCESS_GATES ? 12 : 4;

let drawnPaths = 0;

const cases = kinds.flatMap((kind) => pathsOf(kind).map((path): [string, Kind, string] => [kind.name, kind, path]));

describe.each(cases)("%s, %#", (_, kind, path) => {
    const { relevance, risk } = accessAt(kind.fields, path);
    const { onChange } = marksOf(kind.fields[propertyOf(path)]);

    test(`a change of ${path}, which is ${relevance}, is reported as such`, async () => {
        for (const { args, drawn } of changesOf(kind, path)) {
            const impact = await impactOf(kind, args, { ...args, [propertyOf(path)]: drawn.value });
            const { account } = impact;
            const isWhole = drawn.path !== path || drawn.from === undefined;
            if (isWhole || onChange === "ignore") continue;
            const isRisky = ["widens", "mayWiden"].includes(risk(drawn.from, drawn.to, drawn.siblings));
            const isUnknown = relevance === "unevaluated" && isRisky;
            expect(account.unknown.length > 0, JSON.stringify(drawn)).toBe(isUnknown);
            if (isUnknown) expect(stops(impact)).toEqual(RULES.map(() => true));
            else if (relevance === "evaluated") expect(account.evaluated).toBeGreaterThan(0);
            else {
                expect(account.irrelevant).toBeGreaterThan(0);
                expect(account.evaluated).toBe(0);
                // The drawn properties may differ from those in the snapshot, so a target with an impact proves nothing here.
                if (impact.impact.targets.length === 0) expect(stops(impact)).toEqual(RULES.map(() => false));
            }
        }
    });

    test.each([
        ["computed", unknownValue],
        ["secret", "[secret]"],
    ])(
        `a change of ${path} to a %s value is reported as unknown if the property is relevant to access`,
        async (_, hidden) => {
            for (const { args, drawn } of changesOf(kind, path)) {
                if (drawn.to === undefined || drawn.to === null) continue;
                const text = JSON.stringify({ value: drawn.value });
                const places = [",", "}"].map((end) => text.indexOf(`:${JSON.stringify(drawn.to)}${end}`));
                const place = places.find((one) => one >= 0) ?? text.length;
                const rest = text.slice(place + 1 + JSON.stringify(drawn.to).length);
                const hiding = rest === "" ? text : `${text.slice(0, place)}:${JSON.stringify(hidden)}${rest}`;
                const { value }: { value: Value } = JSON.parse(hiding);
                // The changed value is a whole element of a list, which this replacement does not find.
                if (hiding === text) continue;
                const impact = await impactOf(kind, args, { ...args, [propertyOf(path)]: value });
                const [, , , failOnUnknown] = stops(impact);
                const isRelevant = accessAt(kind.fields, propertyOf(path)).relevance !== "irrelevant";
                expect(impact.account.unknown.length > 0, JSON.stringify([args, value])).toBe(isRelevant);
                if (isRelevant) expect(failOnUnknown).toBe(true);
            }
        },
    );
});

test.skipIf(DRAWS < 12)("draws a changed value for at least 90 % of the properties", () => {
    drawnPaths = 0;
    for (const [, kind, path] of cases) changesOf(kind, path);
    expect(drawnPaths).toBeGreaterThan(cases.length * 0.9);
});

/** Draws changes of a property that its kind allows. Returns none if the property has only one valid value. */
function changesOf(kind: Kind, path: string): { args: Args; drawn: Redrawn }[] {
    const values = new Values(new Dice(path.length), idsOf);
    const found = Array.from({ length: DRAWS }, () => {
        const args = values.declaration(kind);
        const drawn = args && values.change(kind, args, path);
        return args && drawn ? [{ args, drawn }] : [];
    }).flat();
    drawnPaths += found.length > 0 ? 1 : 0;
    return found;
}

function impactOf({ name: kind }: Kind, before: Args, next: Args): Promise<PreviewImpact> {
    const document = documentOf([{ kind, name: "one", id: idsOf("Group")[0] ?? "", op: "update", before, next }]);
    return impactOfPreview(document, kindOf, { snapshot });
}

function stops(impact: PreviewImpact): boolean[] {
    return RULES.map((rule) => {
        const rules = [{ name: "rule", owner: "tests", reason: "It is tested.", ...JSON.parse(rule) }];
        const [verdict] = judge(impact, parseRules(JSON.stringify({ rules }), "rules.json"), snapshot.at);
        return verdict?.isKept === false;
    });
}
