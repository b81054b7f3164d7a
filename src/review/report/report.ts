import { stripVTControlCharacters } from "node:util";
import type { Client } from "../../api/client.js";
import { compareText } from "../../common/collections.js";
import { minuteText } from "../../common/counts.js";
import { joined, type Phrase, plain, prose } from "../../common/phrase.js";
import { printable } from "../../common/printable.js";
import { Authors, parseState } from "../../kernel.js";
import type { PreviewDocument } from "./document.js";
import { entryOf } from "./findings.js";
import { type History, historiesOf, isStillDeclared, programName } from "./history.js";
import { type FindKind, ReportNames, shortened } from "./names.js";
import { entriesIn, type Outside, type Report, type ReportEntry, sections } from "./sections.js";
import type { AfterUp } from "./up.js";

/**
 * Creates the report on a preview.
 * @param client used to read names that the stack does not contain, and the authors of outside changes
 */
export function reportOf(document: PreviewDocument, kindOf: FindKind, client?: Client): Promise<Report> {
    return buildReport(document, kindOf, client);
}

/**
 * Creates the report on the result of `pulumi up`. Does not read authors of outside changes, because the most recent change may have been
 * made by `pulumi up`.
 */
export function reportAfter(after: AfterUp, kindOf: FindKind, client?: Client): Promise<Report> {
    return buildReport(after.document, kindOf, client, after);
}

async function buildReport(
    document: PreviewDocument,
    kindOf: FindKind,
    client?: Client,
    after?: AfterUp,
): Promise<Report> {
    const names = new ReportNames(document, kindOf, client);
    const errors = errorsIn(document);
    const histories = historiesOf(document);
    const found = await Promise.all(
        histories.map(async (history) => {
            const entry = await entryOf(history, kindOf, names, errors.length > 0);
            const shortfall = after?.shortfallOf(history.urn);
            return entry && shortfall ? { ...entry, section: shortfall } : entry;
        }),
    );
    const entries = found.filter((one) => one !== undefined);
    const authors = client && !after && new Authors(client);
    return {
        stack: stackOf(document),
        ...(after && { up: after.result }),
        errors,
        entries: authors ? await withAuthors(entries, histories, kindOf, authors) : entries,
        notes: notesIn(document).map((note) => prose`${names.inText(note)}`),
        ...(names.problem !== undefined && { unnamed: names.problem }),
        objects: histories.filter((history) => kindOf(history.type) && isStillDeclared(history)).length,
    };
}

/** The errors in a preview. Errors with the same cause often repeat, so each cause is shown once, with all affected resources. */
function errorsIn({ diagnostics }: PreviewDocument): Phrase[] {
    const byReason = new Map<string, { readonly text: string; readonly resources: string[] }>();
    for (const { severity, urn, message } of diagnostics) {
        if (severity !== "error") continue;
        const text = plainLine(message)
            .replace(/^error: /, "")
            .replace(/^(Preview|Refresh|Update) failed: /i, "");
        const reason = reasonIn(text);
        const known = byReason.get(reason) ?? { text, resources: [] };
        byReason.set(reason, known);
        if (urn) known.resources.push(programName(urn));
    }
    // Omits errors that state only that the run failed, because the other errors already show this.
    if (byReason.size > 1) for (const whole of ["preview failed", "update failed"]) byReason.delete(whole);
    return [...byReason.values()].map(({ text, resources: [first, ...others] }) => {
        const some = joined([...others.slice(0, 5), ...(others.length > 5 ? [prose`…`] : [])], prose`, `);
        const more = others.length > 0 ? prose` (and for ${others.length} more: ${some})` : "";
        return prose`${first === undefined ? "" : prose`${first}: `}${text}${more}`;
    });
}

/** Reason why a call failed, without the path and request id, because these differ between calls. */
export function reasonIn(text: string): string {
    return text.replace(/^.* returned (?=\d{3}\b)/, "").replace(/ \(request [^)]*\)/, "");
}

/** Matches messages of the provider whose content is already shown in an entry or an error. */
const REPORTED =
    / drifted(: | in \d)| was deleted outside\b| failed: see the error under the resource| is no longer declared; it |^(last changed|deleted) by |^its last audit event is |^In all: /;

/** Messages of the provider whose content is not shown in an entry or an error. */
function notesIn({ diagnostics }: PreviewDocument): string[] {
    const lines = diagnostics
        .filter(({ severity }) => severity === "info" || severity === "info#err" || severity === "warning")
        .map(({ message }) => plainLine(message))
        .filter((line) => line !== "" && !REPORTED.test(line));
    return [...new Set(lines)].sort(compareText);
}

/** Formats a message as a single line, without terminal colors. */
function plainLine(message: string): string {
    return printable(stripVTControlCharacters(message).trim());
}

/** `project/stack`, in the spelling of the URNs. */
function stackOf({ steps }: PreviewDocument): string | undefined {
    const [, stack, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(steps[0]?.urn ?? "") ?? [];
    return stack && project ? `${project}/${stack}` : undefined;
}

/** Maximum number of objects whose author is looked up, since each lookup requires a call. */
const MAX_ASKED = 50;

/** Number of parallel lookups after the first response. */
const MAX_PARALLEL_LOOKUPS = 8;

/** Adds the author and time of outside changes from audit events, for the first few of these entries in the order of the report. */
async function withAuthors(
    entries: readonly ReportEntry[],
    histories: readonly History[],
    kindOf: FindKind,
    authors: Authors,
): Promise<ReportEntry[]> {
    const byUrn = new Map(histories.map((history) => [history.urn, history]));
    const found = new Map<string, Outside>();
    const ask = async ({ urn, type, id, outside }: ReportEntry): Promise<void> => {
        const kind = kindOf(type);
        if (!kind || id === undefined || !outside) return;
        const { createdBy } = parseState(kind.name, byUrn.get(urn)?.before?.outputs ?? {});
        const event = outside.does === "deleted" ? "deletion" : "change";
        const author = await authors.of({ kind, id, event, createdBy });
        if (!author) return;
        const { by, at, isKnown } = author;
        const words = Authors.phrase(author, event, prose`"${shortened(by)}" at ${plain(minuteText(at))}`);
        found.set(urn, { ...outside, ...(isKnown && { by, at: new Date(at).toISOString() }), words });
    };
    const [first, ...others] = sections
        .flatMap((section) => entriesIn({ entries }, section))
        .filter(({ id, outside }) => id && outside)
        .slice(0, MAX_ASKED);
    // Waits for the first response, which shows whether the token has permission to read audit events.
    if (first) await ask(first);
    const queue = others.values();
    const work = async (): Promise<void> => {
        for (const entry of queue) await ask(entry);
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL_LOOKUPS }, work));
    return entries.map((entry) => ({ ...entry, ...(found.has(entry.urn) && { outside: found.get(entry.urn) }) }));
}
