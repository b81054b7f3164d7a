/** The pages of the report and the map use the same colors for widening and narrowing changes. Skipped without Chromium. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mapPageHtml as mapPage } from "../../../src/access/map/map-page.js";
import { outlinePage } from "../../../src/common/outline/outline-page.js";
import { prose } from "../../../src/common/phrase.js";
import { accessSection } from "../../../src/review/impact/impact-outline.js";
import { reportOf } from "../../../src/review/report/report.js";
import { reportOutline } from "../../../src/review/report/report-outline.js";
import { factsWith } from "../../access/empty-facts.js";
import { chrome, openBrowser, WHY_SKIPPED } from "../../access/map/browser.js";
import { documentOf, kindOf } from "./document.js";

if (chrome === undefined) console.warn(`The colors of pages are not compared: ${WHY_SKIPPED}.`);

const [ORANGE, BLUE] = [
    [15, 45],
    [205, 235],
] as const;

describe.skipIf(chrome === undefined)("colors of the report and the map", () => {
    const user = { id: "u", name: "Ada", email: "ada@tidewater.example" };
    const given = { userId: "u", level: "", until: null };
    const facts = factsWith({
        users: [user],
        groups: ["gained", "lost", "shorter"].map((id) => ({ id, name: id })),
        memberships: ["lost", "shorter"].map((groupId) => ({ groupId, ...given })),
    });
    const map = mapPage(facts, {
        title: "Tidewater",
        after: [
            { put: "membership", value: { groupId: "gained", ...given } },
            { remove: "membership", value: { groupId: "lost", ...given } },
            { put: "membership", value: { groupId: "shorter", ...given, until: "2030-01-01T00:00:00Z" } },
        ],
    });
    let report: string;
    let browser: Browser;

    beforeAll(async () => {
        const items = ["+", "−"].map((sign) => ({ sign: prose`${sign}`, words: prose`1 person` }));
        const access = {
            headline: prose`One.`,
            isWithoutGain: false,
            effects: new Map(),
            targets: [{ title: prose`Group`, items }],
            remarks: [],
        };
        report = outlinePage(
            reportOutline(await reportOf(documentOf([]), kindOf), { access: accessSection(access, []) }),
        );
        browser = await openBrowser();
    });
    afterAll(() => browser?.close());

    test.each(["light", "dark"] as const)(
        "widening and narrowing have the same colors on both pages, %s",
        async (colorScheme) => {
            const inMap = await colorsOf(map, ".mark", colorScheme);
            const inReport = await colorsOf(report, ".sign", colorScheme);
            expect(Object.keys(inReport)).toEqual(["+", "−"]);
            expect(inMap).toEqual({ ...inReport, "↓": inReport["−"] });
            for (const [sign, [from, to]] of [["+", ORANGE] as const, ["−", BLUE] as const]) {
                const hue = hueOf(inReport[sign]?.[0] ?? "");
                expect(hue, sign).toBeGreaterThan(from);
                expect(hue, sign).toBeLessThan(to);
            }
        },
    );

    /** Text and background colors of the marks on a page, by sign. */
    async function colorsOf(html: string, selector: string, colorScheme: "light" | "dark") {
        const page = await browser.newPage({ colorScheme });
        await page.setContent(html);
        await page.locator(selector).first().waitFor();
        const found = await page.evaluate<[string, string[]][]>(
            `[...document.querySelectorAll("${selector}")].map((one) => {
                const { color, backgroundColor } = getComputedStyle(one);
                return [one.textContent[0], [color, backgroundColor]];
            })`,
        );
        await page.close();
        return Object.fromEntries(found);
    }
});

/** Hue of an `rgb(…)`, in degrees. */
function hueOf(color: string): number {
    const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
    const angle = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * (180 / Math.PI);
    return (angle + 360) % 360;
}
