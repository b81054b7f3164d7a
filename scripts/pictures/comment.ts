/** Pictures of the comment in docs/reviewers.md, which `npm run gitops` prints, as it looks in a pull request. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { openBrowser } from "../../test/access/map/browser.js";
import { saveScreenshot } from "./screenshot.js";

const WIDTH = 860;

/** Writes comment-light.webp and comment-dark.webp. @throws if there is no Chromium */
export async function writeCommentPictures(folder: string): Promise<void> {
    const text = readFileSync(join(__dirname, "../../docs/reviewers.md"), "utf8");
    const [, comment] = /<!-- what follows is printed[^>]*-->([\s\S]*?)<!-- until here -->/.exec(text) ?? [];
    if (comment === undefined) throw new Error("docs/reviewers.md contains no comment.");
    const browser = await openBrowser();
    try {
        for (const colorScheme of ["light", "dark"] as const) {
            const page = await browser.newPage({
                viewport: { width: WIDTH, height: 400 },
                deviceScaleFactor: 2,
                colorScheme,
            });
            await page.setContent(pageOf(new MarkdownIt({ html: true }).render(comment)));
            await saveScreenshot(page, "html", join(folder, `comment-${colorScheme}.webp`));
        }
    } finally {
        await browser.close();
    }
}

function pageOf(html: string): string {
    return `<!doctype html><meta charset="utf-8"><title>Comment</title><style>
:root { color-scheme: light dark; --text: #1f2328; --line: #d0d7de; --back: #fff; --code: #eff1f3; --quiet: #59636e; }
@media (prefers-color-scheme: dark) { :root { --text: #f0f6fc; --line: #3d444d; --back: #0d1117; --code: #262c36; --quiet: #9198a1; } }
body { margin: 16px; background: var(--back); color: var(--text); font: 14px/1.5 system-ui, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; }
main { border: 1px solid var(--line); border-radius: 6px; padding: 4px 20px 12px; }
h3 { font-size: 18px; border: 0; margin: 14px 0 8px; }
h4 { font-size: 15px; margin: 14px 0 6px; }
p, ul { margin: 6px 0; }
ul { padding-left: 24px; }
blockquote { margin: 8px 0; padding: 0 14px; border-left: 4px solid var(--line); color: var(--quiet); }
code { background: var(--code); border-radius: 6px; padding: 2px 5px; font: 12px ui-monospace, Menlo, Consolas, monospace; }
</style><main>${html}</main>`;
}
