/** Every `npx` runs an installed command, or a command of this version of the package. Otherwise it would download and run a stranger's package. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { version } from "../../package.json";

const root = join(__dirname, "../..");
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root });
/** Released entries of the changelog stay as they were. */
const files = tracked
    .toString()
    .split("\n")
    .filter(
        (file) =>
            file !== "" && !/(^|\/)(CHANGELOG\.md|package-lock\.json|npx\.test\.ts)$|\.(webp|png|ico)$/.test(file),
    );

/** Commands that download a package without asking. `npm exec` and `npm x` do the same as npx. */
const DOWNLOADS = /\b(bunx|pnpx|(pnpm|yarn) dlx|npm (exec|x)) (?!--no-install )[\w@-]/g;
/** A call of npx in text, as the start of a list of arguments, or as a command with arguments in a configuration. */
const CALL = /\bnpx(?=((?: +["$]*|", *"|", *\["|", *"args": *\[")[\w@-].*))/g;
/** Text such as "the real npx", or a message of npx itself. */
const MENTION = /^ (for|canceled|and|runs|would|knows|with)\b/;
const PACKAGE = `pulumi-access-governance@${version.replaceAll(".", "\\.")}`;
const SAFE = new RegExp(`^\\W+(?:args\\W+)?(--no-install\\b|-p\\W+${PACKAGE}(?![\\w.-]))`);

/** Returns the unsafe calls in a text. */
function unsafe(text: string): string[] {
    return [
        ...[...text.matchAll(DOWNLOADS)].map(([found]) => found),
        ...[...text.matchAll(CALL)]
            .filter(([, rest = ""]) => !MENTION.test(rest) && !SAFE.test(rest))
            .map(([found, rest = ""]) => found + rest),
    ];
}

test("no file contains a command that could run a package that is not installed", () => {
    const found = files.flatMap((file) =>
        unsafe(readFileSync(join(root, file), "utf8")).map((call) => `${file}: ${call.slice(0, 100)}`),
    );
    expect(found).toEqual([]);
});

test.each([
    "npx access-governance doctor",
    "npx --yes access-governance doctor",
    "npx -y access-governance",
    "npx tsc",
    "npx pulumi-resource-access-governance",
    "npx -p pulumi-access-governance access-governance",
    "npx -p pulumi-access-governance@0.0.9 access-governance",
    `npx -p pulumi-access-governance@${version}0 access-governance`,
    '"command": "npx", "args": ["access-governance", "mcp"]',
    'execFileSync("npx", ["tsc"])',
    '["npx", "tsc"]',
    "npx --no-install tsc && npx access-governance doctor",
    'npx "$tool"',
    "npm exec access-governance",
    "pnpm dlx access-governance",
    "yarn dlx access-governance",
    "bunx access-governance",
])("%s is found", (call) => {
    expect(unsafe(call)).toHaveLength(1);
});

test.each([
    "npx --no-install access-governance doctor",
    `npx -p pulumi-access-governance@${version} access-governance mcp`,
    `"command": "npx", "args": ["-p", "pulumi-access-governance@${version}", "access-governance", "mcp"]`,
    'execFileSync("npx", ["--no-install", "tsc"])',
])("%s is allowed", (call) => {
    expect(unsafe(call)).toEqual([]);
});
