import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import "./administering.js";
import "./asking.js";
import "./having.js";
import { SCENARIOS } from "./scenario.js";

/** The rules of docs/access.md by number, with their sources. */
const rules = new Map(
    [
        ...readFileSync(join(__dirname, "../../../docs/access.md"), "utf8").matchAll(/^\| (\d+) \|.*\| ([^|]+) \|$/gm),
    ].map(([, number = "", sources = ""]) => [
        Number(number),
        sources.split(/[,;] /).map((one) => one.replace(/ \(.*/, "")),
    ]),
);

test("every rule has a scenario, and a rule cites the source of each of its scenarios", () => {
    expect(SCENARIOS.length).toBeGreaterThanOrEqual(40);
    expect([...rules.keys()]).toEqual([...rules.keys()].map((_, place) => place + 1));
    const played = new Set(SCENARIOS.flatMap((one) => one.rules));
    expect([...rules.keys()].filter((number) => !played.has(number))).toEqual([]);
    const strays = SCENARIOS.filter(
        (one) => one.rules.length > 0 && !one.rules.some((number) => rules.get(number)?.includes(one.source)),
    );
    expect(strays.map(({ says, source }) => `${says}: ${source}`)).toEqual([]);
});
