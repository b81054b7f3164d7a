import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { prose } from "../../../src/common/phrase.js";
import { reportOf } from "../../../src/review/report/report.js";
import { reportText, type TextOptions } from "../../../src/review/report/text.js";
import { documentOf, kindOf, recorded } from "./document.js";

const rules = [
    {
        rule: "Open",
        owner: "Security",
        isKept: true,
        isJudged: true,
        waivers: [],
        words: prose`Open: the change complies with this rule.`,
    },
    {
        rule: "Closed",
        owner: "Security",
        isKept: false,
        isJudged: true,
        waivers: [],
        words: prose`Closed: 1 person gains access.`,
    },
];
const judgement = {
    access: {
        headline: prose`1 person gains access to 1 group; nobody loses access.`,
        isWithoutGain: false,
        effects: new Map(),
        targets: [
            {
                title: prose`Group "A"`,
                lines: [{ sign: prose`+`, words: prose`1 person gains access`, people: [prose`Ada Brandt`] }],
            },
        ],
        remarks: [prose`New users: Ada Brandt. They can also see and request everything that is open to everyone.`],
    },
    rules,
};
const everything = async (options: TextOptions) => reportText(await reportOf(recorded("everything"), kindOf), options);
const START = "\u001b[";

describe("a report for a terminal", () => {
    test.each([40, 80, 120])("fits into %i columns and has the same words at every width", async (width) => {
        const text = await everything({ width, judgement });
        // A value that is longer than a line is not broken, so that it can be copied.
        const wide = text.split("\n").filter((line) => stringWidth(line) > width);
        expect(wide.filter((line) => line.trim().includes(" "))).toEqual([]);
        const words = (whole: string) => whole.split(/\s+/).join(" ");
        expect(words(text)).toBe(words(await everything({ width: 1000, judgement })));
    });

    test("does not break a name that fits into a line", async () => {
        const name = "A name of several words";
        const next = { name: "B", description: `${"x ".repeat(24)}`.trim(), userIds: [] };
        const given = { kind: "Owner", name: "b", op: "update", before: { ...next, name }, next };
        for (let width = 50; width < 80; width += 1)
            expect(reportText(await reportOf(documentOf([given]), kindOf), { width })).toContain(`"${name}"`);
    });

    test("uses colors only if enabled, and colors carry no additional information", async () => {
        const plain = await everything({ judgement });
        expect(plain).not.toContain(START);
        const bright = await everything({ judgement, isColoured: true });
        expect(bright).toContain(START);
        expect(stripVTControlCharacters(bright)).toBe(plain);
        expect(bright).toContain("\u001b[31mSTOPPED Closed: 1 person gains access.\u001b[0m");
    });
});
