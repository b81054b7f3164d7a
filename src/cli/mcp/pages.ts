import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The pages of the package's docs. */
const FOLDER = join(__dirname, "../../../docs");
/** Maximum number of sections in a result. */
const MOST_FOUND = 6;
/** Words that are on almost every page, and are ignored in queries. */
const COMMON = new Set("the and for how what with that from who are can does access".split(" "));

/** A section of a page of the docs. */
export interface PageSection {
    /** Path of the page, such as `guides/on-call.md`. */
    readonly page: string;
    readonly heading: string;
    readonly text: string;
}

/** Returns the names of all pages, such as `kinds/group.md`. */
export function pageNames(): string[] {
    return readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".md"))
        .map((name) => name.replaceAll("\\", "/"))
        .sort();
}

/** Returns the text of a page; undefined if it does not exist. */
export function pageText(name: string): string | undefined {
    return pageNames().includes(name) ? readFileSync(join(FOLDER, name), "utf8") : undefined;
}

/** Returns the sections that contain the most words of the query, best first. Words in headings count more. */
export function searchPages(query: string): PageSection[] {
    const words = [...new Set(query.toLowerCase().match(/[\w-]{3,}/g) ?? [])].filter((word) => !COMMON.has(word));
    return pageNames()
        .flatMap(sectionsOf)
        .map((section) => ({ section, score: scoreOf(section, words) }))
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score)
        .slice(0, MOST_FOUND)
        .map(({ section }) => section);
}

function sectionsOf(page: string): PageSection[] {
    return (pageText(page) ?? "").split(/^(?=#{1,3} )/m).flatMap((text) => {
        const [first = "", ...lines] = text.split("\n");
        return first.startsWith("#")
            ? [{ page, heading: first.replace(/^#+ /, ""), text: lines.join("\n").trim() }]
            : [];
    });
}

function scoreOf({ page, heading, text }: PageSection, words: readonly string[]): number {
    const [title, body] = [`${page} ${heading}`.toLowerCase(), text.toLowerCase()];
    return words.reduce((sum, word) => sum + (title.includes(word) ? 3 : 0) + (body.includes(word) ? 1 : 0), 0);
}
