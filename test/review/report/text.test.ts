import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { outlineText, type TextOptions } from "../../../src/common/outline/outline-text.js";
import { prose } from "../../../src/common/phrase.js";
import { accessSection } from "../../../src/review/impact/impact-outline.js";
import { reportOf } from "../../../src/review/report/report.js";
import { type ReportOutlineOptions, reportOutline } from "../../../src/review/report/report-outline.js";
import { documentOf, kindOf, recorded } from "./document.js";

const rules = [
    {
        rule: "Open",
        owner: "Security",
        kind: "maxGained" as const,
        isKept: true,
        isJudged: true,
        waivers: [],
        words: prose`Open: the change complies with this rule.`,
    },
    {
        rule: "Closed",
        owner: "Security",
        kind: "maxGained" as const,
        isKept: false,
        isJudged: true,
        waivers: [],
        words: prose`Closed: 1 person gains access.`,
    },
];
const access = accessSection(
    {
        headline: prose`1 person gains access to 1 group; nobody loses access.`,
        isWithoutGain: false,
        effects: new Map(),
        targets: [
            {
                title: prose`Group "A"`,
                items: [{ sign: prose`+`, words: prose`1 person gains access`, items: [{ words: prose`Ada Brandt` }] }],
            },
        ],
        remarks: [prose`New users: Ada Brandt. They can also see and request everything that is open to everyone.`],
    },
    rules,
);
const everything = async (options: TextOptions & ReportOutlineOptions) =>
    outlineText(reportOutline(await reportOf(recorded("everything"), kindOf), options), { width: 80, ...options });
const START = "\u001b[";

describe("a report for a terminal", () => {
    test.each([40, 80, 120])("fits into %i columns and has the same words at every width", async (width) => {
        const text = await everything({ width, access });
        // A value that is longer than a line is not broken, so that it can be copied.
        const wide = text.split("\n").filter((line) => stringWidth(line) > width);
        expect(wide.filter((line) => line.trim().includes(" "))).toEqual([]);
        const words = (whole: string) => whole.split(/\s+/).join(" ");
        expect(words(text)).toBe(words(await everything({ width: 1000, access })));
    });

    test("does not break a name that fits into a line", async () => {
        const name = "A name of several words";
        const next = { name: "B", description: `${"x ".repeat(24)}`.trim(), userIds: [] };
        const given = { kind: "Owner", name: "b", op: "update", before: { ...next, name }, next };
        for (let width = 50; width < 80; width += 1)
            expect(outlineText(reportOutline(await reportOf(documentOf([given]), kindOf)), { width })).toContain(
                `"${name}"`,
            );
    });

    test("uses colors only if enabled, and colors carry no additional information", async () => {
        const plain = await everything({ access });
        expect(plain).not.toContain(START);
        const bright = await everything({ access, isColoured: true });
        expect(bright).toContain(START);
        expect(stripVTControlCharacters(bright)).toBe(plain);
        expect(bright).toContain("\u001b[31mSTOPPED Closed: 1 person gains access.\u001b[0m");
    });
});
