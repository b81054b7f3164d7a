/**
 * Opens the map of a large organization from disk in a real browser, uses it with the keyboard only, and checks the light and dark themes.
 * Skipped with a reason if Chromium is not installed.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mapPageHtml } from "../../../src/access/map/map-page.js";
import { AccessModel } from "../../../src/access/model/model.js";
import { HOSTILE } from "../../review/report/hostile-list.js";
import { factsWith } from "../empty-facts.js";
import { factsOf, joinedFacts, seededFacts } from "../facts-of.js";
import { plantedStore } from "../guarantees/escalation/planted.js";
import { chrome, openBrowser, WHY_SKIPPED } from "./browser.js";
import { changesOf } from "./preview.js";

/** Maximum number of elements of the first view, however many objects the organization has. */
const MOST_ELEMENTS = 1_000;
/** Number of search results that are listed at once. */
const MOST_RESULTS = 40;
const NASTY = `</script><img src=x onerror="document.title='broken'">`;

// Code that runs in the page is a string, because the types of the DOM are not available here.
/** Counts the listed results after each key press. */
const COUNT_RESULTS = `{
    globalThis.counts = [];
    document.getElementById("search").addEventListener("input", () => {
        counts.push(document.querySelectorAll("#results li:not(#more)").length);
    });
}`;

if (chrome === undefined) console.warn(`The map is not tested in a browser: ${WHY_SKIPPED}.`);

describe.skipIf(chrome === undefined)("the map of a large organization", () => {
    const facts = seededFacts("large");
    const changes = changesOf(facts);
    const folder = mkdtempSync(join(tmpdir(), "map-"));
    const [plain, preview, nasty, twice] = ["plain", "preview", "nasty", "twice"].map((name) =>
        join(folder, `${name}.html`),
    ) as [string, string, string, string];
    const named = (id: string | undefined): string =>
        [...facts.users, ...facts.groups, ...facts.resources].find((one) => one.id === id)?.name ?? "";
    const [nesting, gaining, , losing] = changes;
    const given = (change: typeof nesting) =>
        (change && "value" in change ? change.value : {}) as { groupId?: string; userId?: string };
    let browser: Browser;

    beforeAll(async () => {
        writeFileSync(plain, mapPageHtml(facts, { title: "Copperfield Mills" }));
        writeFileSync(preview, mapPageHtml(facts, { title: "Copperfield Mills", after: changes }));
        const [user, ...users] = facts.users;
        if (!user) throw new Error("Nobody is there.");
        writeFileSync(nasty, mapPageHtml({ ...facts, users: [{ ...user, name: NASTY }, ...users] }, { title: NASTY }));
        const other = seededFacts("large", 1);
        writeFileSync(
            twice,
            mapPageHtml(joinedFacts(facts, other), { title: "4,000 people and 8,000 groups and resources" }),
        );
        browser = await openBrowser();
    });

    afterAll(async () => {
        await browser?.close();
        rmSync(folder, { recursive: true, force: true });
    });

    test("draws few of its objects at first, and sends no requests", async () => {
        const { page, requests, said } = await open(twice);
        expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(MOST_ELEMENTS);
        expect(requests).toEqual([pathToFileURL(twice).href]);
        expect(said).toEqual([]);
        await page.close();
    });

    test("shows a part of the search results after every key press", async () => {
        const { page, said } = await open(twice);
        await page.keyboard.press("/");
        await page.evaluate(COUNT_RESULTS);
        await page.keyboard.type("production checkout");
        await page.keyboard.press("Control+a");
        await page.keyboard.type("e");
        const counts = await page.evaluate<number[]>("counts");
        expect(counts).toHaveLength(20);
        expect(Math.max(...counts)).toBe(MOST_RESULTS);
        // Nearly every name contains an e. Results that are not listed are counted.
        await expect.poll(() => page.textContent("#results li:last-child")).toMatch(/^… and [\d,]+ more$/);
        expect(said).toEqual([]);
        await page.close();
    });

    test("can be used with the keyboard only: search, select, show the path between two objects, go back", async () => {
        const { page } = await open(plain);
        const [user] = facts.users.slice(700);
        const [reached] = held(user?.id ?? "");
        await page.keyboard.press("/");
        await page.keyboard.type(user?.email ?? "");
        await page.keyboard.press("ArrowDown");
        expect(await page.getAttribute("#search", "aria-activedescendant")).toBe("option-0");
        await page.keyboard.press("Enter");
        expect(await page.textContent("h2")).toBe(user?.name);
        expect(await page.evaluate("document.activeElement.tagName")).toBe("H2");
        await page.keyboard.press("/");
        await page.keyboard.type(named(reached));
        await page.keyboard.press("Enter");
        expect(await page.textContent("h2")).toBe(`${user?.name} → ${named(reached)}`);
        expect(await page.textContent("ol.paths li")).toContain(`${named(reached)}`);
        expect(await page.textContent(".facts p")).toMatch(/^Has access /);
        // Tab continues from the heading. The first link leads back to the person.
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await expect.poll(() => page.textContent("h2")).toBe(user?.name);
        await page.keyboard.press("/");
        await page.keyboard.type("zzz");
        await page.keyboard.press("Escape");
        expect(await page.inputValue("#search")).toBe("");
        await page.close();
    });

    test("keeps the selection in the URL", async () => {
        const { page } = await open(plain);
        await choose(page, named(given(nesting).groupId));
        const url = page.url();
        await page.close();
        const again = await open(plain, new URL(url).hash);
        expect(await again.page.textContent("h2")).toBe(named(given(nesting).groupId));
        await again.page.close();
    });

    test("begins with the changes, widening ones first", async () => {
        const { page } = await open(preview);
        const titles = await page.locator("section h3").allTextContents();
        expect(titles).toEqual(["Widens", "Narrows"]);
        const lines = await page.locator("section:first-of-type li").allTextContents();
        expect(lines[0]).toMatch(/^\+\d+ people gain access/);
        expect(lines[0]).toContain(named(given(gaining).userId));
        await page.close();
    });

    test("shows before and after side by side, with signs and words for gains and losses", async () => {
        const { page } = await open(preview);
        await choose(page, named(given(gaining).groupId));
        expect(await page.locator("figcaption strong").allTextContents()).toEqual(["Before", "After"]);
        const [before, after] = [page.locator("figure").nth(0), page.locator("figure").nth(1)];
        expect(await before.locator(".node.gained").count()).toBe(0);
        expect(await after.locator(".node.gained").allTextContents()).toContain(
            `${named(given(gaining).userId)}+ gainedperson`,
        );
        const [one, other] = [await before.boundingBox(), await after.boundingBox()];
        expect([one?.y, (one?.x ?? 0) < (other?.x ?? 0)]).toEqual([other?.y, true]);
        await choose(page, facts.users.find(({ id }) => id === given(losing).userId)?.email ?? "");
        await page.goto(`${pathToFileURL(preview).href}#who=user:${given(losing).userId}`);
        await expect.poll(() => page.textContent("h2")).toBe(named(given(losing).userId));
        expect(await page.locator("figure").nth(0).locator(".node.lost").allTextContents()).toContain(
            `${named(given(losing).groupId)}− lostgroup`,
        );
        expect(await page.locator("figure").nth(1).locator(".node.lost").count()).toBe(0);
        await page.close();
    });

    test("draws a few of many members, and the others on request", async () => {
        const { page } = await open(plain);
        const model = AccessModel.of(facts);
        const [busiest] = facts.groups
            .map(({ id }) => ({ id, size: model.memberships.of(id).size }))
            .sort((a, b) => b.size - a.size);
        await choose(page, named(busiest?.id));
        const nodes = await page.locator(".node").count();
        expect(nodes).toBeLessThan(90);
        const items = await page.locator("ul.rows li").count();
        await page.locator("button.more").first().click();
        expect(await page.locator("ul.rows li").count()).toBeGreaterThan(items);
        const crowd = page.locator("button.node.crowd").first();
        expect(await crowd.textContent()).toMatch(/^… and [\d,]+ more/);
        await crowd.click();
        expect(await page.locator(".node").count()).toBeGreaterThan(nodes);
        await page.close();
    });

    test("shows a name with HTML as plain text", async () => {
        const { page, said } = await open(nasty);
        expect(await page.textContent("h1")).toBe(NASTY);
        await choose(page, NASTY);
        expect(await page.textContent("h2")).toBe(NASTY);
        expect(await page.locator("img").count()).toBe(0);
        expect(await page.title()).not.toBe("broken");
        expect(said).toEqual([]);
        await page.close();
    });

    test("has the same elements with hostile names as with a harmless one", async () => {
        // All names share one browser page, because each page would start a process.
        const { page, requests, said } = await open(plain);
        const shown = async (name: string, index: number) => {
            const file = join(folder, `hostile-${index}.html`);
            const given = { level: name, until: null };
            const facts = factsWith({
                users: [{ id: "u", name, email: name }],
                groups: [{ id: "g", name, adminOwnerId: "o" }],
                resources: [{ id: "r", name, adminOwnerId: "o", levels: [name] }],
                owners: [{ id: "o", name, userIds: ["u"], escalationMinutes: 0 }],
                memberships: [{ groupId: "g", userId: "u", ...given }],
                links: [{ groupId: "g", resourceId: "r", ...given }],
                unknowns: [{ type: "resource", id: "r", because: name }],
            });
            writeFileSync(file, mapPageHtml(facts, { title: name }));
            requests.length = 0;
            await show(page, file, "#what=resource:r");
            const elements = await page.evaluate<string[]>(
                "[...document.querySelectorAll('body :not(script)')].map((one) => one.tagName)",
            );
            const text = await page.evaluate<string>("document.body.innerText");
            expect([requests.length, said]).toEqual([1, []]);
            expect(text).not.toMatch(/[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/);
            return elements;
        };
        const wanted = await shown("Innocent", -1);
        expect(wanted.length).toBeGreaterThan(30);
        for (const [index, name] of HOSTILE.entries())
            expect(await shown(name, index), JSON.stringify(name)).toEqual(wanted);
        await page.close();
    });

    test("shows a chain of steps for its person and its target, and no chain after a change that cuts it", async () => {
        const { store, userId, goal, length } = plantedStore(10);
        const facts = factsOf(store);
        const file = join(folder, "chains.html");
        const after = facts.resources.map((value) => ({
            put: "resource" as const,
            value: { ...value, requestRules: [] },
        }));
        const shown = async (hash: string) => {
            const { page, said } = await open(file, hash);
            await page.evaluate(
                "document.querySelectorAll('details')[document.querySelectorAll('details').length - 1].open = true",
            );
            await expect.poll(() => page.textContent("details:last-of-type .body")).not.toBe("");
            const text = await page.evaluate<string>("[...document.querySelectorAll('details')].at(-1).innerText");
            await page.close();
            expect(said).toEqual([]);
            return text;
        };
        writeFileSync(file, mapPageHtml(facts, { title: "Chains" }));
        expect(await shown(`#what=resource:${goal}`)).toMatch(/^Gets it in several steps\n*1 person\n/);
        expect(await shown(`#what=resource:${goal}`)).toContain(` ${length}. ${goal}: can request it`);
        expect(await shown(`#who=user:${userId}`)).toContain(` ${length}. ${goal}: can request it`);
        expect(await shown(`#who=user:${userId}&what=resource:${goal}`)).toMatch(/^In several steps\n/);
        writeFileSync(file, mapPageHtml(facts, { title: "Chains", after }));
        const cut = await shown(`#who=user:${userId}&what=resource:${goal}`);
        expect(cut).toMatch(/After:\s+No chain\.$/);
    });

    test("fits into a width of 400 pixels", async () => {
        for (const hash of ["", `#who=user:${given(losing).userId}`, `#what=group:${given(gaining).groupId}`]) {
            const { page } = await open(preview, hash, { width: 400, height: 800 });
            expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(400);
            await page.close();
        }
    });

    const views = [
        ["the start page", plain, ""],
        ["the list of changes", preview, ""],
        ["a person", preview, `#who=user:${given(losing).userId}`],
        ["a group", preview, `#what=group:${given(gaining).groupId}`],
        [
            "the paths between two objects",
            preview,
            `#who=user:${given(losing).userId}&what=group:${given(losing).groupId}`,
        ],
        ["an owner", plain, `#what=owner:${facts.owners[1]?.id}`],
        ["a bundle", plain, `#what=bundle:${facts.bundles[0]?.id}`],
    ] as const;

    test.each(views)("has no accessibility violations in %s, light and dark", async (_, file, hash) => {
        for (const colorScheme of ["light", "dark"] as const) {
            const { page, said } = await open(file, hash, undefined, colorScheme);
            // Expands every section and opens the search results.
            await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
            await page.keyboard.press("/");
            await page.keyboard.type("checkout");
            await page.keyboard.press("ArrowDown");
            await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
            const { violations, passes } = await page.evaluate<AxeResults>("axe.run()");
            expect(passes.length).toBeGreaterThan(20);
            expect(violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)])).toEqual([]);
            expect(said).toEqual([]);
            await page.close();
        }
    });

    async function open(
        file: string,
        hash = "",
        viewport = { width: 1440, height: 1000 },
        colorScheme: "light" | "dark" = "light",
    ): Promise<{ page: Page; requests: string[]; said: string[] }> {
        const page = await browser.newPage({ viewport, colorScheme });
        const [requests, said]: [string[], string[]] = [[], []];
        page.on("request", (request) => requests.push(request.url()));
        page.on("console", (message) => said.push(message.text()));
        page.on("pageerror", (error) => said.push(error.message));
        await show(page, file, hash);
        return { page, requests, said };
    }

    async function show(page: Page, file: string, hash: string): Promise<void> {
        await page.goto(pathToFileURL(file).href + hash);
        // `waitForFunction` would evaluate a string as code in the page, which its Content-Security-Policy forbids.
        await expect.poll(() => page.evaluate("performance.getEntriesByName('ready').length")).toBeGreaterThan(0);
    }

    async function choose(page: Page, text: string): Promise<void> {
        await page.keyboard.press("/");
        await page.keyboard.type(text);
        await page.keyboard.press("Enter");
    }

    /** Ids of the resources that a user has through groups. */
    function held(userId: string): string[] {
        const groups = [...facts.memberships].filter((one) => one.userId === userId).map(({ groupId }) => groupId);
        return [...facts.links].filter(({ groupId }) => groups.includes(groupId)).map(({ resourceId }) => resourceId);
    }
});
