/** Makes outputs of the Pulumi CLI and the contents of the service equal in every run. */
import type { Organization } from "../../src/local/service/index.js";

export const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
// Dates that programs give are in 2099.
const TIME = /20[2-8]\d-\d\d-\d\dT[\d:.]+Z/g;

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Tables of the service that contain objects, without events, tokens and sessions. */
function tablesOf(organization: Organization): [string, Rows][] {
    const others = ["events", "eventObjects", "tokens", "tokenSecrets", "sessions"];
    return Object.entries<unknown>({ ...organization }).flatMap(([table, rows]) =>
        Array.isArray(rows) && !others.includes(table) ? [[table, rows]] : [],
    );
}

/** All objects on the service, with their ids. */
export function objectsOf(organization: Organization): string {
    return JSON.stringify(tablesOf(organization));
}

/** Readable names of objects, by id. */
export function namesOf(organization: Organization): Map<string, string> {
    const names = new Map<string, string>();
    for (const [table, rows] of tablesOf(organization)) {
        const word = table.replace(/ies$/, "y").replace(/s$/, "");
        for (const row of rows) {
            const [id] = Object.values(row).filter((value) => typeof value === "string" && value.match(UUID));
            const tag = row.key === undefined ? undefined : `${row.key}=${row.value}`;
            // A Paladin is also a user, whose email is its id.
            const name = [row.email, row.name, row.reason, tag].find((text) => text && !`${text}`.match(UUID));
            if (name !== undefined && !names.has(`${id}`)) names.set(`${id}`, `<${word} ${name}>`);
        }
    }
    return names;
}

/** The rows that were added on the service, one line each, without ids and times. */
export function additions(before: Organization, after: Organization): string {
    const had = new Set(linesOf(before));
    const lines = linesOf(after).filter((line) => !had.has(line));
    return `${lines.sort().join("\n")}\n`;
}

function linesOf(organization: Organization): string[] {
    const names = namesOf(organization);
    return tablesOf(organization).flatMap(([table, rows]) =>
        rows.map((row) => `${table} ${withoutIds(JSON.stringify(row), names).replace(/"[0-9a-f]{64}"/g, '"<hash>"')}`),
    );
}

function withoutIds(text: string, names: ReadonlyMap<string, string>): string {
    return text.replace(UUID, (id) => names.get(id) ?? "<id>").replace(TIME, "<time>");
}

/** Output of the CLI, with everything that differs between runs replaced, sorted or left out. */
export function stable(output: string, names: ReadonlyMap<string, string>): string {
    const lines = withoutIds(output, names)
        .replace(/(just now|\d+ \w+ ago) \(20[\dT:-]+Z\)/g, "<time>")
        // A message contains the id of an object if the plugin has not read its name yet.
        .replace(/(?<= drifted: .*)"<\w+ ([^>]*)>"/g, '"$1"')
        .split("\n")
        .map((line) =>
            line
                .replace(/ \(\d+(\.\d+)?s\)/, "")
                .replace(RESOURCE, "$1$2")
                .trimEnd(),
        )
        .filter((line) => !PROGRESS.test(line) && !UNCHANGED.test(line));
    return sortedBlocks(sortedBlocks(sortedBlocks(lines, RESOURCE), DIAGNOSTIC), STEP)
        .join("\n")
        .replace(/\n{3,}/g, "\n\n")
        .trim()
        .replace(/.$/s, "$&\n");
}

const PROGRESS =
    /^@ |^Duration: | (creating|updating|deleting|importing|refreshing|refresh|reading)( \[.*\])?$|Compiling the program|Finished compiling/;
const UNCHANGED = /^ {4}(access-governance|pulumi):\S+ \S+$/;
/** ` ~  access-governance:index:Group crew updated [diff: ~name]`, and a message that the diagnostics repeat. */
const RESOURCE = /^( [-+~=] {2}(?:access-governance|pulumi):\S+ \S+ \w+)( \[diff: [^\]]*\])?.*$/;
/** The head of the messages about a resource, or the first line of one of them. */
const DIAGNOSTIC = /^ {2}(access-governance|pulumi):\S+ \(\S+\):$|^\w+ "[^"]+" drifted: /;
/** The head of a step in a preview with `--diff`. */
const STEP = /^( {4}|)[-+~=] (access-governance|pulumi):\S+: \(\w+\)$|^ {2}pulumi:pulumi:Stack: \(\w+\)$/;

/** Sorts neighboring blocks, outer ones first. A block is a line that matches `head`, with the lines after it that are indented deeper, or empty. */
function sortedBlocks(lines: readonly string[], head: RegExp): string[] {
    const sorted: string[] = [];
    let blocks: string[] = [];
    const flush = () => {
        blocks.sort((one, other) => indentOf(one) - indentOf(other) || (one < other ? -1 : 1));
        sorted.push(...new Set(blocks));
        blocks = [];
    };
    for (const line of lines) {
        const last = blocks.at(-1);
        if (head.test(line)) blocks.push(line);
        else if (last !== undefined && (line === "" || indentOf(line) > indentOf(last)))
            blocks.push(`${blocks.pop()}\n${line}`);
        else {
            flush();
            sorted.push(line);
        }
    }
    flush();
    return sorted.flatMap((block) => block.split("\n"));
}

function indentOf(text: string): number {
    return text.search(/\S/);
}
