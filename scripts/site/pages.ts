import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { linkedFrom, withLinksTo } from "./links.js";

const root = join(__dirname, "../..");
/** Files that pages show, copied next to them. */
const PICTURES = /\.(svg|png)$/;
/** Files that readers download, instead of reading them on the site. */
const DOWNLOADS = /\.(svg|png|json|yaml)$/;
const LANGUAGES: Readonly<Record<string, string>> = { ".ts": "ts", ".mts": "ts", ".js": "js", ".sh": "sh" };

export interface SitePages {
    /** Text of each page, by its path on the site. */
    readonly pages: ReadonlyMap<string, string>;
    /** Path below the pages of each file that is copied unchanged, by its path in the repository. */
    readonly copies: ReadonlyMap<string, string>;
}

/**
 * The pages of the site: the home page, everything in docs, the documents in the root, and all files of the repository that these link to. A
 * source file becomes a page that shows it.
 * @throws if a link leads nowhere.
 */
export function sitePages(): SitePages {
    const pages = new Map<string, string>();
    const copies = new Map<string, string>();
    const waiting = ["README.md", "CHANGELOG.md", "SECURITY.md", ...docPages()];
    for (const file of waiting) {
        const place = placeOf(file);
        if (pages.has(place) || copies.has(file)) continue;
        if (!existsSync(join(root, file))) throw new Error(`A page links to ${file}, which does not exist.`);
        if (extname(file) === ".md") {
            const text = file === "README.md" ? beginning(read(file)) : read(file);
            pages.set(place, withLinksTo(file, text, place, placeOf));
            waiting.push(...linkedFrom(file, text));
        } else if (PICTURES.test(file)) {
            copies.set(file, place);
        } else if (DOWNLOADS.test(file)) {
            copies.set(file, `public/${place}`);
        } else {
            pages.set(place, sourcePage(file));
        }
    }
    pages.set("index.md", `${read("site/home.md")}\n${pages.get("index.md") ?? ""}`);
    return { pages, copies };
}

/** Path on the site of a file of the repository. */
function placeOf(file: string): string {
    if (file === "README.md") return "index.md";
    const place = file.replace(/^docs\//, "").replace(/README\.md$/, "index.md");
    if (extname(place) === ".md") return place.replace(/^[A-Z]+(?=\.md$)/, (name) => name.toLowerCase());
    return DOWNLOADS.test(file) ? place : `${place}.md`;
}

/** Paths of the pages of docs in the repository, in order. */
export function docPages(): string[] {
    const files = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
    return (
        files
            // Pulumi's registry has its own pages, in its own markup.
            .filter((file) => file.endsWith(".md") && !file.startsWith("registry"))
            .sort()
            .map((file) => `docs/${file}`)
    );
}

function sourcePage(file: string): string {
    const language = LANGUAGES[extname(file)] ?? "text";
    return `# ${file}\n\n\`\`\`\`${language}\n${read(file).trimEnd()}\n\`\`\`\`\n`;
}

/** The README up to its first section. */
function beginning(readme: string): string {
    const [, first = ""] = /^# .*\n([\s\S]*?)^## /m.exec(readme) ?? [];
    return first;
}

function read(file: string): string {
    return readFileSync(join(root, file), "utf8");
}
