import { numberText } from "../../common/counts.js";
import { prose } from "../../common/phrase.js";
import { printable } from "../../common/printable.js";
import type { Coverage } from "./coverage.js";
import { percentOf } from "./coverage.js";
import type { CoverageItem } from "./findings.js";

/** Maximum number of objects listed per kind. */
const MOST_NAMED = 10;

/** Returns a coverage as text for a terminal or a log. @param all whether to list every object */
export function coverageText({ kinds, total, leftOut, missing, unowned, inactive }: Coverage, all = false): string {
    const rows = kinds.map(({ kind, there, declared, leftOut }) => [
        kind,
        `${there}`,
        `${declared}`,
        percentOf({ there, declared }),
        `${leftOut}`,
    ]);
    const table = tableOf([["kind", "there", "declared", "share", "left out on purpose"], ...rows]);
    const lists = kinds.map(({ kind, undeclared }) => itemsText(`${kind}: not declared`, undeclared, all));
    const gone = missing.map(({ kind, id, resource }) => ({ kind, id, name: `${kind} ${resource}` }));
    return [
        table,
        ...lists,
        itemsText("without an owner", unowned, all),
        itemsText("access of users who left or are suspended", inactive, all),
        itemsText("declared, but not on the service", gone, all),
        leftOutText(leftOut),
        `coverage: ${total.declared} of ${total.there} declarable objects are declared (${percentOf(total)})`,
    ]
        .filter((part) => part !== "")
        .join("\n\n")
        .concat("\n");
}

function itemsText(title: string, items: readonly CoverageItem[], all: boolean): string {
    if (items.length === 0) return "";
    const shown = all ? items : items.slice(0, MOST_NAMED);
    const lines = shown.map(({ name, owner, id }) => prose`  ${name}${owner ? prose` (${owner})` : ""}  ${id}`);
    const more = items.length - shown.length;
    return [
        `${title} (${items.length})`,
        ...lines,
        ...(more > 0 ? [`  … and ${more} more; --all lists them`] : []),
    ].join("\n");
}

function leftOutText(leftOut: Coverage["leftOut"]): string {
    if (leftOut.length === 0) return "";
    const lines = leftOut.map(({ because, count }) => `  ${numberText(count)}: ${printable(because)}`);
    return ["left out on purpose", ...lines].join("\n");
}

function tableOf(rows: readonly (readonly string[])[]): string {
    const [head = []] = rows;
    const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
    const line = (row: readonly string[]): string =>
        row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  ");
    return rows.map(line).join("\n");
}
