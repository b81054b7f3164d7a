import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { docPages } from "./pages.js";

const root = join(__dirname, "../..");

/** Sections of the index, and the pages of docs that belong to each. */
const SECTIONS: readonly (readonly [string, RegExp])[] = [
    ["Guides", /^guides\//],
    ["Docs", /^[^/]+$/],
    ["Kinds", /^kinds\//],
];

/** Maximum number of characters of a description. */
const LONGEST = 200;

/**
 * An index of the docs for language models (llmstxt.org): a line per page with its title and first sentence.
 * @param linkOf address of a page of docs, given as `guides/team.md`
 * @param made texts of pages that are not written yet, by absolute path
 */
export function llmsIndex(linkOf: (page: string) => string, made: ReadonlyMap<string, string> = new Map()): string {
    const added = [...made.keys()].map((file) => relative(root, file)).filter((file) => /^docs\/.*\.md$/.test(file));
    const files = [...new Set([...docPages(), ...added])].sort();
    const pages = files.map((file) => relative("docs", file));
    const textOf = (page: string): string => made.get(join(root, "docs", page)) ?? read(`docs/${page}`);
    const sections = SECTIONS.map(([title, pattern]) => {
        const lines = pages
            .filter((page) => pattern.test(page))
            .map((page) => `- ${entryOf(page, textOf(page), linkOf(page))}`);
        return `## ${title}\n\n${lines.join("\n")}`;
    });
    return `# pulumi-access-governance\n\n> ${introduction()}\n\n${sections.join("\n\n")}\n`;
}

/** The README and all pages of docs in one text. */
export function llmsFull(): string {
    return ["README.md", ...docPages()].map((file) => `<!-- ${file} -->\n\n${read(file).trim()}\n`).join("\n");
}

function entryOf(page: string, written: string, link: string): string {
    const text = written.replace(/<!--[\s\S]*?-->/g, "").trimStart();
    const [, title = page] = /^# (.+)/.exec(text) ?? [];
    // Only below the title: a comment in a block of code also begins with "# ".
    const [, paragraph = ""] = /^# .+\n+(?=[^\s#|<!])(?!```)([\s\S]+?)\n\n/.exec(text) ?? [];
    return `[${title}](${link})${paragraph === "" ? "" : `: ${firstSentence(paragraph)}`}`;
}

/** The first paragraph of the README. */
function introduction(): string {
    const [, paragraph = ""] = /^# .+\n+([\s\S]+?)\n\n/.exec(read("README.md")) ?? [];
    return plain(paragraph);
}

function firstSentence(paragraph: string): string {
    const [sentence = ""] = plain(paragraph).match(/^.*?\.(?= |$)/) ?? [plain(paragraph)];
    return sentence.length <= LONGEST ? sentence.replace(/:$/, ".") : `${sentence.slice(0, LONGEST - 1)}…`;
}

/** Markdown as one line, without links and bold. */
function plain(text: string): string {
    return text
        .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
        .replaceAll("**", "")
        .replace(/\s+/g, " ")
        .trim();
}

function read(file: string): string {
    return readFileSync(join(root, file), "utf8");
}
