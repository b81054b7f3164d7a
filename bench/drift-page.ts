/** Generates the section of docs/comparison.md on drift. The rest of the page is written by hand. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EDITS, type Result } from "../test/proofs/drift/rows.js";
import type { ComparedKind, Pair } from "./peer-drift.js";

export const DRIFT_PAGE = join(__dirname, "../docs/comparison.md");

/** The versions that were measured, and the date. */
export interface Versions {
    /** Such as `OpenTofu 1.9.4`. */
    readonly cli: string;
    readonly provider: string;
    /** Such as `2026-11-27`. */
    readonly date: string;
}

const CELLS: Readonly<Record<Result, string>> = {
    repaired: "✓",
    shown: "shown",
    hidden: "**hidden**",
    equal: "=",
    unmanaged: "–",
    none: "n/a",
};

/** Replaces the section between its markers. */
export function writeDriftSection(kinds: readonly ComparedKind[], versions: Versions): void {
    const page = readFileSync(DRIFT_PAGE, "utf8");
    writeFileSync(
        DRIFT_PAGE,
        page.replace(
            /(<!-- drift -->\n)[\s\S]*?(<!-- end of drift -->)/,
            (_, start: string, end: string) => `${start}\n${driftSection(kinds, versions)}\n\n${end}`,
        ),
    );
}

export function driftSection(kinds: readonly ComparedKind[], { cli, provider, date }: Versions): string {
    const rows = kinds.flatMap(({ kind, type, deleted, rows }) => {
        const object: Pair[] = EDITS.map((edit) => (edit === "removed" ? deleted : ["none", "none"]));
        return [{ property: "the object", results: object }, ...rows]
            .filter(({ results }) => results.some(isMeasured))
            .map(({ property, results }, index) => [
                index === 0 ? `${kind}<br>\`${type}\`` : "",
                property === "the object" ? property : `\`${property}\``,
                ...results.map(cellOf),
            ]);
    });
    const edits = kinds
        .flatMap(({ deleted, rows }) => [deleted, ...rows.flatMap(({ results }) => results)])
        .filter((pair) => pair.every((one) => one !== "none"));
    const tally = (side: 0 | 1): string[] =>
        (["repaired", "shown", "hidden", "equal", "unmanaged"] as const).map(
            (result) => `${edits.filter((pair) => pair[side] === result).length}`,
        );
    const head = ["kind", "property", ...EDITS];
    return [
        `Measured on ${date} with version ${provider} of the provider and ${cli}.`,
        table([
            [
                `${edits.length} edits of ${kinds.length} kinds`,
                "repaired",
                "shown only",
                "hidden",
                "equal",
                "unmanaged",
            ],
            ["pulumi-access-governance", ...tally(0)],
            ["Terraform provider", ...tally(1)],
        ]),
        table([head, ...rows]),
    ].join("\n\n");
}

/** Returns both results, or only one if they are equal. */
function cellOf(pair: Pair): string {
    if (!isMeasured(pair)) return "";
    const [ours, theirs] = pair.map((result) => CELLS[result]);
    return ours === theirs ? `${ours}` : `${ours} · ${theirs}`;
}

function isMeasured(pair: Pair): boolean {
    return pair.some((result) => result !== "none");
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
    const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
    return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
