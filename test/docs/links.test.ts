/** Every relative link on a page of the repository has an existing target. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(__dirname, "../..");
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], { cwd: root });
const pages = tracked.toString().split("\n").filter(Boolean);

test.each(pages)("the links of %s work", (page) => {
    const text = readFileSync(join(root, page), "utf8").replace(/^```[\s\S]*?^```$/gm, "");
    const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const broken = links.filter((link) => {
        const [path = "", anchor] = link.split("#");
        const target = path === "" ? join(root, page) : join(root, dirname(page), path);
        if (!existsSync(target) || relative(root, target).startsWith("..")) return true;
        return anchor !== undefined && !anchors(readFileSync(target, "utf8")).includes(anchor);
    });
    expect(broken).toEqual([]);
});

/** The anchors of a page's headings, in the form that GitHub and the docs site generate. */
function anchors(text: string): string[] {
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading);
    return headings.map((heading) =>
        heading
            .toLowerCase()
            .replace(/[^\p{L}\p{N} _-]/gu, "")
            .replaceAll(" ", "-"),
    );
}
