/** The coverage page in a real browser, at desktop and phone widths, light and dark. Skipped with a message if Chromium is not installed. */
import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { coveragePageHtml } from "../../../src/adopt/coverage/page.js";
import { chrome, openBrowser, WHY_SKIPPED } from "../../access/map/browser.js";

if (chrome === undefined) console.warn(`The coverage page is not tested in a browser: ${WHY_SKIPPED}.`);

const item = {
    kind: "Group",
    id: "d98aaab0-8fc5-5421-8e5c-a28075ef7c42",
    name: "<b>Production</b> on-call",
    owner: "Platform team",
};
const page = coveragePageHtml(
    {
        kinds: [
            { kind: "Group", there: 2, declared: 1, leftOut: 0, undeclared: [item] },
            { kind: "App", there: 0, declared: 0, leftOut: 2, undeclared: [] },
        ],
        total: { there: 2, declared: 1 },
        owners: [{ owner: "<b>Platform</b> team", there: 2, declared: 1 }],
        leftOut: [{ because: "it is connected in the console", count: 2 }],
        missing: [{ ...item, resource: "prod-oncall" }],
        findings: [],
        unread: [],
        unowned: [item],
        inactive: [item],
    },
    "What is declared",
);

describe.skipIf(chrome === undefined)("the coverage page", () => {
    let browser: Browser;
    beforeAll(async () => {
        browser = await openBrowser();
    });
    afterAll(() => browser?.close());

    test.each([
        ["light", 1280],
        ["dark", 1280],
        ["light", 360],
        ["dark", 360],
    ] as const)("passes accessibility checks and fits the width: %s, %i pixels wide", async (colorScheme, width) => {
        const tab = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
        await tab.setContent(page);
        for (const details of await tab.locator("details").all())
            await details.evaluate((one) => one.setAttribute("open", ""));
        await tab.addScriptTag({ content: readFileSync(require.resolve("axe-core/axe.min.js"), "utf8") });
        const { violations } = (await tab.evaluate("axe.run()")) as AxeResults;
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
        expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(width);
        expect(await tab.locator("td b").count()).toBe(0);
        await tab.close();
    });
});
