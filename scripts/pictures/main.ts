/**
 * `npm run pictures`: creates the pictures of the README and of docs/reviewers.md from real outputs of the demo and of pull requests. Needs
 * Chromium for all but the terminal.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeCommentPictures } from "./comment.js";
import { writeReviewPictures } from "./reviews.js";
import { type Screen, terminalPicture } from "./terminal.js";

const root = join(__dirname, "../..");
const docs = join(root, "docs/pictures");

async function main(): Promise<void> {
    const output = execFileSync("npm", ["run", "--silent", "demo"], { cwd: root, encoding: "utf8", maxBuffer: 1e8 });
    const screens = screensOf(output);
    const drift = screens.findIndex(({ lines }) => lines.some((line) => line.includes("drifted")));
    writeFileSync(join(docs, "drift.svg"), terminalPicture(screens, drift));
    await writeCommentPictures(docs);
    await writeReviewPictures(docs);
}

/** The screens of the demo, starting with the changes outside. */
function screensOf(output: string): Screen[] {
    const parts = output
        .split(/^▶ /m)
        .slice(1)
        .map((part) => {
            const [title = "", ...lines] = part.trimEnd().split("\n");
            return { title, lines: lines.map((line) => line.replace(/^ {2}│ ?/, "  ").trimEnd()).filter(isShown) };
        });
    const first = parts.findIndex(({ title }) => title.startsWith("now somebody"));
    if (first < 0) throw new Error("The demo no longer says when somebody changes things outside.");
    return parts.slice(first);
}

/** Whether a line is shown: outputs and empty lines are not. */
function isShown(line: string): boolean {
    return line.trim() !== "" && !/^\s+(Outputs:|platformOwner|productionOnCall)/.test(line);
}

void main();
