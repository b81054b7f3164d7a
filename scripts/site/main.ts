/** Writes the pages of the site to site/pages, from which VitePress builds it: `npm run docs`. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { llmsFull, llmsIndex } from "./llms.js";
import { sitePages } from "./pages.js";
import { referencePages } from "./reference.js";

const root = join(__dirname, "../..");
const target = join(root, "site/pages");

rmSync(target, { recursive: true, force: true });
const { pages, copies } = sitePages();
const all = [...pages, ...referencePages()];
for (const [place, text] of all) writeFileSync(inTarget(place), text);
for (const [file, place] of copies) copyFileSync(join(root, file), inTarget(place));
writeFileSync(
    inTarget("public/llms.txt"),
    llmsIndex((page) => `/${page.replace(/\.md$/, ".html")}`),
);
writeFileSync(inTarget("public/llms-full.txt"), llmsFull());
console.log(`${all.length} pages, ${copies.size} files`);

function inTarget(place: string): string {
    const path = join(target, place);
    mkdirSync(dirname(path), { recursive: true });
    return path;
}
