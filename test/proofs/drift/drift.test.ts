/** docs/drift.md lists the result of every edit outside Pulumi. `npm run prove drift` writes it. This test fails if a row differs. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setKind } from "../../../src/adopt/export/inventory/found.js";
import type { Kind, MembershipSet } from "../../../src/provider/shapes/kind.js";
import { kinds } from "../../../src/resources/kinds.js";
import { subjects } from "../conformance/subject.js";
import { EXCEPTIONS } from "../outside/exceptions.js";
import { deletionOf, EDITS, type Result, type Row, rowsOf } from "./rows.js";

const file = join(__dirname, "../../../docs/drift.md");

test("docs/drift.md has the actual result of every outside edit", async () => {
    const sections: string[] = [];
    const counts = new Map<Result, number>();
    for (const subject of [...subjects].sort((a, b) => (a.kind.name < b.kind.name ? -1 : 1))) {
        const deleted = await deletionOf(subject);
        const rows = await rowsOf(subject);
        for (const result of [deleted, ...rows.flatMap(({ results }) => Object.values(results))])
            counts.set(result, (counts.get(result) ?? 0) + 1);
        sections.push(sectionOf(subject.kind.name, deleted, rows));
    }
    const of = (result: Result): number => counts.get(result) ?? 0;
    const made = [...counts].reduce((sum, [result, count]) => (result === "none" ? sum : sum + count), 0);
    const summary = `${made} edits of ${subjects.length} kinds: ${of("repaired")} are shown by a plain preview and repaired by \`pulumi up\`, ${of("shown")} are shown only, ${of("equal")} change an order that is ignored, ${of("unmanaged")} concern properties that the program does not declare, and ${of("hidden")} are hidden.`;
    const text = `${HEAD}\n\n${summary}\n\n${LEGEND}\n\n${besideSection()}\n\n${sections.join("\n\n")}\n`;
    if (process.env.DRIFT_WRITE) writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, "utf8"));
});

const HEAD = `# What drift looks like

<!-- Made by \`npm run prove drift\`; do not edit. -->

Every property of every kind was edited outside Pulumi, on the local service: a value or an element was added, changed or removed, a list was reordered, and the object was deleted. Then a plain
\`pulumi preview\` and \`pulumi up\` ran.`;

const LEGEND = `| | |
| --- | --- |
| ✓ | a plain preview shows it, and \`pulumi up\` repairs it |
| shown | a preview shows it, and \`pulumi up\` cannot repair it: the object that it belongs to was deleted |
| = | the order is ignored, so nothing differs |
| – | unmanaged: the program does not declare the property, so it stays and is not shown |
| **hidden** | not shown; the last column says why |
| | the API has no such edit, or returns the same after it; properties without any edit are listed above the table |`;

/** Describes which additions beside declared objects a preview shows. */
function besideSection(): string {
    const sets = subjects.flatMap(({ kind }) => (kind.set ? [{ kind, set: kind.set }] : []));
    const rows = sets.map(({ kind, set }) => {
        const inline = subjects
            .flatMap(({ kind: { name, parts } }) => Object.entries(parts).map((part) => [name, ...part] as const))
            .filter(([, , part]) => part === kind.name)
            .map(([name, property]) => `\`${name}.${property}\``);
        const left = kind.operations.includes("getRequests") ? "what was requested" : "";
        return `| ${kind.noun} | \`${kind.name}\`${inline.length > 0 ? ` or ${inline.join(", ")}` : ""} | ${exportedText(kind, set)} | ${left} |`;
    });
    return `${BESIDE}\n\n| relation | a declaration that shows additions | exported | stays and is not drift |\n| --- | --- | --- | --- |\n${rows.join("\n")}\n\n${UNSEEN}`;
}

function exportedText(kind: Kind, { of, isExportedByName }: MembershipSet): string {
    if (isExportedByName) return "with `--include`";
    return setKind(of, kinds) === kind ? "yes" : "its other side is";
}

const BESIDE = `## Added beside

A preview shows an addition only if the program declares the whole set. \`npm run prove outside\` calls every operation that writes on exported organizations, asks the local service before and
after who can do what, and fails if somebody gained something that a preview does not show, or that an update does not take back. Members that an access rule, the end system or a use of
break-glass access adds are left alone as well.`;

const UNSEEN = `What a preview of an exported program cannot show:

${Object.values(EXCEPTIONS)
    .map((reason) => `- ${reason}`)
    .join("\n")}`;

const CELLS: Readonly<Record<Result, string>> = {
    repaired: "✓",
    shown: "shown",
    hidden: "**hidden**",
    equal: "=",
    unmanaged: "–",
    none: "",
};

function sectionOf(name: string, deleted: Result, rows: readonly Row[]): string {
    const isBlank = ({ results }: Row): boolean => Object.values(results).every((one) => one === "none");
    const blank = rows.filter(isBlank).map(({ property }) => `\`${property}\``);
    const lines = rows
        .filter((row) => !isBlank(row))
        .map(({ property, results, because }) => {
            const isHidden = Object.values(results).includes("hidden");
            const cells = EDITS.map((edit) => CELLS[results[edit]]);
            return `| \`${property}\` | ${cells.join(" | ")} | ${isHidden ? (because ?? "") : ""} |`;
        });
    const table = [`| property | ${EDITS.join(" | ")} | |`, `| --- |${" --- |".repeat(EDITS.length + 1)}`, ...lines];
    return [
        `## ${name}`,
        "",
        `Object deleted: ${CELLS[deleted] || "not possible"}.${blank.length > 0 ? ` Without edits: ${blank.join(", ")}.` : ""}`,
        ...(lines.length > 0 ? ["", ...table] : []),
    ].join("\n");
}
