/** The documentation site: it builds offline, has no broken links, is accessible in light and dark mode, and can be searched by keyboard. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveSite } from "../../scripts/site/serve.js";
import { sidebar } from "../../site/sidebar.mjs";
import { chrome, openBrowser, WHY_SKIPPED } from "../access/map/browser.js";

const root = join(__dirname, "../..");
const built = join(root, "site/dist");
const pages = () => files(built).filter((file) => file.endsWith(".html"));

beforeAll(() => {
    // With a proxy that does not exist, any download during the build fails.
    const proxy = "http://127.0.0.1:9";
    const env = { ...process.env, HTTP_PROXY: proxy, HTTPS_PROXY: proxy, http_proxy: proxy, https_proxy: proxy };
    execFileSync("npm", ["run", "--silent", "docs"], { cwd: root, stdio: "pipe", env });
});

test("the sidebar lists every page of docs and no others", () => {
    const linked = sidebar.flatMap(({ items }) => items.map(({ link }) => pageAt(link)));
    expect(linked.filter((file) => !existsSync(join(built, file)))).toEqual([]);
    const docs = files(join(root, "docs")).filter((file) => file.endsWith(".md") && !/^(kinds|registry)\//.test(file));
    const missing = docs.map((file) => file.replace(/md$/, "html")).filter((file) => !linked.includes(file));
    expect(missing).toEqual([]);
});

test("every link has an existing page and heading", () => {
    const texts = new Map(pages().map((file) => [file, readFileSync(join(built, file), "utf8")]));
    expect(texts.size).toBeGreaterThan(80);
    const broken = [...texts].flatMap(([file, text]) =>
        [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].flatMap(([, href = ""]) => {
            if (/^(https?|mailto):/.test(href)) return [];
            const [path = "", anchor = ""] = href.split("#");
            const target = path === "" ? file : pageAt(path, dirname(file));
            const page = texts.get(target);
            if (page === undefined) return existsSync(join(built, target)) ? [] : [`${file}: ${href}`];
            const id = decodeURIComponent(anchor).replaceAll("&quot;", '"');
            return anchor === "" || page.includes(`id="${id}"`) ? [] : [`${file}: ${href}`];
        }),
    );
    expect(broken).toEqual([]);
});

test("pages and styles load nothing from other sites", () => {
    const foreign = pages().flatMap((file) => {
        const text = readFileSync(join(built, file), "utf8");
        const loaded = text.matchAll(/<(?:script|link|img|iframe|source)\b[^>]*(?:src|href)="(https?:[^"]+)"/g);
        return [...loaded].map(([, address]) => `${file}: ${address}`);
    });
    expect(foreign).toEqual([]);
    const styles = files(join(built, "assets")).filter((file) => file.endsWith(".css"));
    expect(styles.length).toBeGreaterThan(0);
    for (const file of styles) expect(readFileSync(join(built, "assets", file), "utf8")).not.toMatch(/url\("?https?:/);
});

test("llms.txt lists every page with its title and first sentence", () => {
    const index = readFileSync(join(built, "llms.txt"), "utf8");
    const links = [...index.matchAll(/^- \[[^\]]+\]\(\/([^)]+)\)/gm)].map(([, link = ""]) => link);
    expect(links.filter((link) => !existsSync(join(built, link)))).toEqual([]);
    expect(index).toMatch(/\[Group\]\(\/kinds\/group\.html\): A group that /);
    const docs = files(join(root, "docs")).filter((file) => file.endsWith(".md") && !file.startsWith("registry"));
    expect(links.sort()).toEqual(docs.map((file) => file.replace(/md$/, "html")).sort());
    const full = readFileSync(join(built, "llms-full.txt"), "utf8");
    for (const file of docs) expect(full).toContain(`<!-- docs/${file} -->`);
});

test("the npm package does not contain the site", () => {
    const said = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root, stdio: "pipe" });
    const [{ files: packed }] = JSON.parse(said.toString()) as [{ files: { path: string }[] }];
    expect(packed.map(({ path }) => path).filter((path) => path.startsWith("site/"))).toEqual([]);
    expect(packed.map(({ path }) => path)).toContain("docs/errors.md");
});

if (chrome === undefined) console.warn(`The site is not tested in a browser: ${WHY_SKIPPED}.`);

describe.skipIf(chrome === undefined)("the site in a browser", () => {
    const SHOWN = ["/", "/errors.html", "/kinds/group.html", "/guides/team.html"];
    let browser: Browser;
    let site: Awaited<ReturnType<typeof serveSite>>;

    beforeAll(async () => {
        site = await serveSite(0);
        browser = await openBrowser();
    });
    afterAll(async () => {
        await browser?.close();
        site?.close();
    });

    test.each(SHOWN)(
        "%s has no accessibility problems in light and dark mode and sends requests only to the site",
        async (path) => {
            const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
            const asked: string[] = [];
            page.on("request", (request) => asked.push(request.url()));
            await page.goto(`${site.url}${path}`, { waitUntil: "networkidle" });
            await page.addScriptTag({ path: require.resolve("axe-core/axe.min.js") });
            for (const colorScheme of ["light", "dark"] as const) {
                await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
                await page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))");
                const { violations } = await page.evaluate<AxeResults>("axe.run()");
                const said = violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)]);
                expect(said, colorScheme).toEqual([]);
            }
            expect(asked.filter((url) => !url.startsWith(site.url))).toEqual([]);
            await page.close();
        },
    );

    test("the search works by keyboard alone", async () => {
        const page = await browser.newPage();
        await page.goto(site.url, { waitUntil: "networkidle" });
        await page.keyboard.press("/");
        await page.locator("#localsearch-input").waitFor();
        await page.keyboard.type("UnfinishedError");
        await page.locator("#localsearch-list a").first().waitFor();
        await page.keyboard.press("Enter");
        await page.waitForURL(/\/errors\.html#unfinishederror$/);
        await page.close();
    });
});

/** The file for a link of the site, relative to a folder. */
function pageAt(path: string, folder = "."): string {
    const whole = path.startsWith("/") ? path.slice(1) : join(folder, path);
    if (whole === "" || whole === "." || path.endsWith("/")) return join(whole, "index.html");
    return /\.\w+$/.test(whole) ? whole : `${whole}.html`;
}

function files(folder: string): string[] {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
}
