/** The page of a report in a real browser: on a phone, in light and dark, by keyboard. Skipped with a reason if Chromium is not installed. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outlinePage } from "../../../src/common/outline/outline-page.js";
import { prose } from "../../../src/common/phrase.js";
import { accessSection } from "../../../src/review/impact/impact-outline.js";
import { reportOf } from "../../../src/review/report/report.js";
import { reportOutline } from "../../../src/review/report/report-outline.js";
import { chrome, openBrowser, WHY_SKIPPED } from "../../access/map/browser.js";
import { documentOf, type Given, kindOf, recorded } from "./document.js";

if (chrome === undefined) console.warn(`The page of a report is not tested in a browser: ${WHY_SKIPPED}.`);

const NASTY = `</style><script>document.title='broken'</script><img src=x onerror="document.title='broken'">`;

describe.skipIf(chrome === undefined)("a report as a page", () => {
    const folder = mkdtempSync(join(tmpdir(), "report-page-"));
    const file = join(folder, "report.html");
    let browser: Browser;

    beforeAll(async () => {
        const many = Array.from(
            { length: 100 },
            (_, index): Given => ({ kind: "Owner", name: `n${index}`, op: "create", next: { name: `Owner ${index}` } }),
        );
        const nasty: Given = { kind: "Owner", name: "nasty", op: "create", next: { name: NASTY } };
        const { steps } = documentOf([...many, nasty]);
        const document = recorded("everything");
        const report = await reportOf({ ...document, steps: [...document.steps, ...steps] }, kindOf);
        const access = {
            headline: prose`3 people gain access to 1 group; nobody loses access.`,
            isWithoutGain: false,
            effects: new Map(),
            targets: [
                {
                    title: prose`Group "Production on-call" (critical sensitivity)`,
                    items: [
                        {
                            sign: prose`+`,
                            words: prose`3 people gain access`,
                            items: [{ words: prose`Ada Brandt, Bruno Castell: by hand` }],
                        },
                        { sign: prose`−`, words: prose`1 person can no longer request it` },
                        { sign: prose`?`, words: prose`not known who else gains access` },
                    ],
                },
            ],
            remarks: [prose`New: Dana Orlov.`],
        };
        const rule = {
            rule: "Closed",
            owner: "Security",
            kind: "maxGained" as const,
            isKept: false,
            isJudged: true,
            waivers: [],
            words: prose`Closed: ${NASTY}`,
        };
        const link = "https://ci.example/run/1";
        writeFileSync(
            file,
            outlinePage(
                reportOutline(
                    { ...report, errors: [prose`${NASTY}`] },
                    { link, access: accessSection(access, [rule]) },
                ),
            ),
        );
        browser = await openBrowser();
    });

    afterAll(async () => {
        await browser?.close();
        rmSync(folder, { recursive: true, force: true });
    });

    /** Opens the page and records its requests. */
    async function open(colorScheme: "light" | "dark", width: number) {
        // axe is injected into the page, which the Content-Security-Policy would forbid.
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
        const page = await context.newPage();
        const requests: string[] = [];
        page.on("request", (request) => requests.push(request.url()));
        await page.goto(pathToFileURL(file).href);
        return { page, requests };
    }

    test.each([
        ["light", 1280],
        ["light", 360],
        ["dark", 1280],
        ["dark", 360],
    ] as const)("has no accessibility violations and fits the width: %s, %i pixels", async (scheme, width) => {
        const { page, requests } = await open(scheme, width);
        expect(requests).toEqual([pathToFileURL(file).href]);
        expect(await page.title()).toBe("Access changes in access/prod");
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
        await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
        expect(await violations(page)).toEqual([]);
        await page.close();
    });

    test("shows names literally and expands a section by keyboard", async () => {
        const { page } = await open("light", 1280);
        expect(await page.textContent("main")).toContain(NASTY);
        expect(await page.evaluate("document.querySelectorAll('script, img').length")).toBe(0);
        const hidden = page.getByText("Owner 99", { exact: false }).last();
        expect(await hidden.isVisible()).toBe(false);
        await page.keyboard.press("Tab");
        expect(await page.evaluate("document.activeElement.tagName")).toBe("SUMMARY");
        await page.keyboard.press("Enter");
        expect(await hidden.isVisible()).toBe(true);
        await page.close();
    });
});

async function violations(page: Page): Promise<string[]> {
    await page.addScriptTag({ path: require.resolve("axe-core/axe.min.js") });
    const { violations: found } = await page.evaluate<AxeResults>("axe.run(document)");
    return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)}`));
}
