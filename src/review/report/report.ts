import { stripVTControlCharacters } from "node:util";
import type { Client } from "../../api/client.js";
import { joined, type Phrase, plain, prose } from "../../common/phrase.js";
import { printable } from "../../common/printable.js";
import { minuteText } from "../../provider/live/last-change.js";
import { stateOf } from "../../provider/metadata.js";
import { type Author, Authors, authorPhrase, type Changed } from "../../provider/run/authors.js";
import type { PreviewDocument } from "./document.js";
import { type Finding, findingOf } from "./findings.js";
import { type History, historiesOf, isDeclared, nameOf } from "./history.js";
import { type FindKind, Names, shortened } from "./names.js";
import { compareEntries, type Entry, type Outside, type Report, type Section, sections } from "./sections.js";
import type { AfterUp } from "./up.js";

/**
 * Reads the changes from the document of a preview. `client` reads names that the stack lacks, and the authors of
 * outside changes.
 */
export function reportOf(document: PreviewDocument, kindOf: FindKind, client?: Client): Promise<Report> {
    return madeOf(document, kindOf, client);
}

/** The result of an `up`. Authors of outside changes are not read: by then, the last change may be that of `up`. */
export function reportAfter(after: AfterUp, kindOf: FindKind, client?: Client): Promise<Report> {
    return madeOf(after.document, kindOf, client, after);
}

async function madeOf(document: PreviewDocument, kindOf: FindKind, client?: Client, after?: AfterUp): Promise<Report> {
    const names = new Names(document, kindOf, client);
    const errors = errorsIn(document);
    const histories = historiesOf(document);
    const found = await Promise.all(
        histories.map(async (history): Promise<Finding | undefined> => {
            const finding = await findingOf(history, kindOf, names, errors.length > 0);
            const shortfall = after?.shortfallOf(history.urn);
            return finding && shortfall ? [shortfall, finding[1]] : finding;
        }),
    );
    const findings = found.filter((one): one is Finding => one !== undefined);
    const entriesOf = (wanted: Section): Entry[] =>
        findings
            .filter(([name]) => name === wanted)
            .map(([, entry]) => entry)
            .sort(compareEntries);
    const entries = Object.fromEntries(sections.map((section) => [section, entriesOf(section)]));
    const told =
        client && !after
            ? await authorsOf(Object.values(entries).flat(), histories, kindOf, new Authors(client))
            : undefined;
    const withAuthor = (entry: Entry): Entry => {
        const outside = told?.get(entry.urn);
        return outside ? { ...entry, outside } : entry;
    };
    return {
        stack: stackOf(document),
        ...(after && { up: after.result }),
        errors,
        // Each section is there.
        ...(Object.fromEntries(sections.map((section) => [section, entries[section]?.map(withAuthor)])) as Record<
            Section,
            Entry[]
        >),
        notes: notesIn(document).map((note) => prose`${names.inText(note)}`),
        ...(names.problem !== undefined && { unnamed: names.problem }),
        objects: histories.filter((history) => kindOf(history.type) && isDeclared(history)).length,
    };
}

/** Each reason once, with all affected resources: errors often repeat. */
function errorsIn({ diagnostics }: PreviewDocument): Phrase[] {
    const byReason = new Map<string, { readonly text: string; readonly resources: string[] }>();
    for (const { severity, urn, message } of diagnostics) {
        if (severity !== "error") continue;
        const text = lineOf(message)
            .replace(/^error: /, "")
            .replace(/^(Preview|Refresh|Update) failed: /i, "");
        const reason = reasonIn(text);
        const known = byReason.get(reason) ?? { text, resources: [] };
        byReason.set(reason, known);
        if (urn) known.resources.push(nameOf(urn));
    }
    // The other errors already show that it failed.
    if (byReason.size > 1) for (const whole of ["preview failed", "update failed"]) byReason.delete(whole);
    return [...byReason.values()].map(({ text, resources: [first, ...others] }) => {
        const some = joined([...others.slice(0, 5), ...(others.length > 5 ? [prose`…`] : [])], prose`, `);
        const more = others.length > 0 ? prose` (and for ${others.length} more: ${some})` : "";
        return prose`${first === undefined ? "" : prose`${first}: `}${text}${more}`;
    });
}

/** Why a call failed. Calls differ in their path, and in the id that the service gave them. */
export function reasonIn(text: string): string {
    return text.replace(/^.* answered /, "").replace(/ \(request [^)]*\)/, "");
}

/** Lines of the provider that an entry or an error says. */
const TOLD =
    / drifted(: | in \d)| was deleted outside\b| failed: its error, under the resource| is no longer declared; it |^(last changed|deleted) by |^its last audit event is |^In all: /;

/** Lines of the provider that no entry says: those about drift are entries already. */
function notesIn({ diagnostics }: PreviewDocument): string[] {
    const lines = diagnostics
        .filter(({ severity }) => severity === "info" || severity === "info#err" || severity === "warning")
        .map(({ message }) => lineOf(message))
        .filter((line) => line !== "" && !TOLD.test(line));
    return [...new Set(lines)].sort(compareText);
}

/** A message as one line, without the colours of a terminal. */
function lineOf(message: string): string {
    return printable(stripVTControlCharacters(message).trim());
}

/** `project/stack`, as a URN spells both. */
function stackOf({ steps }: PreviewDocument): string | undefined {
    const [, stack, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(steps[0]?.urn ?? "") ?? [];
    return stack && project ? `${project}/${stack}` : undefined;
}

function compareText(a: string, b: string): number {
    return a < b ? -1 : a > b ? 1 : 0;
}

/** Maximum objects whose author is looked up, because each costs a call. */
const MOST_ASKED = 50;

/** Number of parallel lookups after the first answer. */
const AT_ONCE = 8;

/**
 * Outside changes by URN, with author and time from the audit events, for the first of these entries, in their
 * order.
 */
async function authorsOf(
    entries: readonly Entry[],
    histories: readonly History[],
    kindOf: FindKind,
    authors: Authors,
): Promise<ReadonlyMap<string, Outside>> {
    const byUrn = new Map(histories.map((history) => [history.urn, history]));
    const told = new Map<string, Outside>();
    const ask = async ({ urn, type, id, outside }: Entry): Promise<void> => {
        const kind = kindOf(type);
        if (!kind || id === undefined || !outside) return;
        const { createdBy } = stateOf(kind.name, byUrn.get(urn)?.before?.outputs ?? {});
        const author = await authors.of({ kind, id, event: eventOf(outside), createdBy });
        if (author) told.set(urn, withAuthor(outside, author));
    };
    const [first, ...others] = entries.filter(({ id, outside }) => id && outside).slice(0, MOST_ASKED);
    // If the token may not read audit events, the first answer shows it.
    if (first) await ask(first);
    const queue = others.values();
    const work = async (): Promise<void> => {
        for (const entry of queue) await ask(entry);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return told;
}

function eventOf({ does }: Outside): Changed["event"] {
    return does === "deleted" ? "deletion" : "change";
}

function withAuthor(outside: Outside, author: Author): Outside {
    const { by, at, isKnown } = author;
    const who = prose`"${shortened(by)}" at ${plain(minuteText(at))}`;
    const words = authorPhrase(author, eventOf(outside), who);
    return { ...outside, ...(isKnown && { by, at: new Date(at).toISOString() }), words };
}
