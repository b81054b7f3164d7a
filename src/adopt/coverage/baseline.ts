import { z } from "zod";
import { compareText } from "../../common/collections.js";
import { UsageError } from "../../common/errors.js";
import { messageLine } from "../../common/printable.js";
import type { ExportSelection } from "../export/inventory/selection.js";
import type { Coverage } from "./coverage.js";
import type { UndeclaredFinding } from "./findings.js";

const text = z.string().min(1);
const names = z.array(text).min(1).optional();

const entrySchema = z.strictObject({ kind: text, id: text, name: z.string(), reason: text.optional() });

const baselineSchema = z.strictObject({
    selection: z
        .strictObject({
            include: names,
            exclude: names,
            apps: names,
            owners: names,
            team: names,
            exceptTeam: names,
        })
        .optional(),
    undeclared: z.array(entrySchema),
});

/** What is undeclared on purpose, as a reviewed file lists it. */
export interface CoverageBaseline {
    /** The part of the organization that the file is about. Default: everything. */
    readonly selection: ExportSelection;
    readonly undeclared: readonly BaselineEntry[];
}

/** Matches by kind and id. The name and the reason are for people. */
export type BaselineEntry = z.output<typeof entrySchema>;

/** A coverage compared with a baseline. */
export interface BaselineComparison {
    /** Findings that the baseline does not contain. */
    readonly added: readonly UndeclaredFinding[];
    /** Entries of objects that are now declared or do not exist. Empty if that is unknown. */
    readonly stale: readonly BaselineEntry[];
}

/** Parses a baseline. @throws UsageError with the path of the invalid value */
export function parseBaseline(json: string, file: string): CoverageBaseline {
    const parsed = baselineSchema.safeParse(contentOf(json, file));
    if (parsed.success) {
        const { selection = {}, undeclared } = parsed.data;
        const given = Object.entries(selection).filter(([, value]) => value !== undefined);
        return { selection: Object.fromEntries(given), undeclared };
    }
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).map((one) => (typeof one === "number" ? `[${one}]` : `.${String(one)}`)).join("");
    throw new UsageError(
        `${file} is not a baseline. Error at ${path.replace(/^\./, "") || "the top level"}: ${messageLine(issue?.message ?? "")}. ${REMEDY}`,
    );
}

/** Formats a baseline: the same text for the same organization, one entry per line, sorted by kind and id. */
export function baselineText({ selection, undeclared }: CoverageBaseline): string {
    const entries = [...undeclared].sort((a, b) => compareText(a.kind, b.kind) || compareText(a.id, b.id));
    const lines = entries.map(({ kind, id, name, reason }) => {
        const values = Object.entries({ kind, id, name, ...(reason === undefined ? {} : { reason }) });
        return `        { ${values.map(([key, value]) => `"${key}": ${escapedJson(value)}`).join(", ")} }`;
    });
    const list = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n    ]`;
    const part = Object.keys(selection).length === 0 ? "" : `    "selection": ${escapedJson(selection)},\n`;
    return `{\n${part}    "undeclared": ${list}\n}\n`;
}

/** Returns the baseline that contains everything that is undeclared now. Keeps the reasons of the former one. */
export function baselineOf(
    { findings }: Pick<Coverage, "findings">,
    selection: ExportSelection,
    former?: CoverageBaseline,
): CoverageBaseline {
    const known = new Map(former?.undeclared.map((entry) => [entryKey(entry), entry.reason]));
    return {
        selection,
        undeclared: findings.map((finding) => {
            const { kind, id, name } = finding;
            const reason = known.get(entryKey(finding));
            return { kind, id, name, ...(reason === undefined ? {} : { reason }) };
        }),
    };
}

/** Compares what is undeclared with a baseline. */
export function compareWithBaseline(
    { findings, unread }: Pick<Coverage, "findings" | "unread">,
    { undeclared }: Pick<CoverageBaseline, "undeclared">,
): BaselineComparison {
    const accepted = new Set(undeclared.map(entryKey));
    const found = new Set(findings.map(entryKey));
    return {
        added: findings.filter((finding) => !accepted.has(entryKey(finding))),
        stale: unread.length > 0 ? [] : undeclared.filter((entry) => !found.has(entryKey(entry))),
    };
}

function entryKey({ kind, id }: { readonly kind: string; readonly id: string }): string {
    return `${kind} ${id}`;
}

const REMEDY = "Restore it from the repository, or write it again with --write-baseline.";

function contentOf(json: string, file: string): unknown {
    try {
        return JSON.parse(json);
    } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new UsageError(`${file} is not valid JSON: ${messageLine(message)}. ${REMEDY}`);
    }
}

/** Characters that would hide or reorder text in a diff. */
const DISGUISES = /[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f\u{e0000}-\u{e007f}\p{Noncharacter_Code_Point}]/gu;

/** Formats JSON in one line, with escapes for characters that a diff does not show. */
function escapedJson(value: unknown): string {
    return JSON.stringify(value).replace(DISGUISES, (character) =>
        [...Array(character.length).keys()]
            .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
            .join(""),
    );
}
