import { existsSync } from "node:fs";
import { z } from "zod";
import { textOf } from "./file-errors.js";
import { checksumOf } from "./journal.js";
import type { Organization, Records } from "./organization.js";
import { layouts } from "./records.js";
import { createStore, type Store } from "./store.js";

/** What could be read of a journal. */
export interface Replay {
    /** The organization with every write up to the first that cannot be read. */
    readonly organization: Organization;
    /** Writes that could be read. */
    readonly kept: number;
    /** Writes that were acknowledged and cannot be read; undefined if their number is unknown. */
    readonly lost?: number;
    /** What is wrong with the journal; undefined if every acknowledged write was read. */
    readonly damage?: string;
    /** Whether a write at the end was cut short, which nobody was told is kept. */
    readonly torn: boolean;
    /** The file that the journal is in; undefined if none of them begins with its name. */
    readonly file?: string;
}

/**
 * The organization with the changes of its journal.
 * @param files where the journal of this name may be
 * @throws StartError if one of them is there and cannot be opened.
 */
export function replay(organization: Organization, files: readonly string[], name: string): Replay {
    const journals = files.filter((file) => existsSync(file)).map((file) => ({ file, text: textOf(file) }));
    const named = journals.find(({ text }) => headingIn(text)?.journal === name);
    const { text } = named ?? journals[0] ?? {};
    if (!text) {
        const damage = text === undefined ? "it is missing" : "it is empty";
        return { organization, kept: 0, damage, torn: false };
    }
    const heading = headingIn(text);
    const numbered = !heading || "writes" in heading;
    const store = createStore(organization);
    const lines = text.split("\n").slice(1);
    let kept = 0;
    for (const line of lines.slice(0, -1)) {
        const changes = changesOf(numbered ? checked(name, kept + 1, line) : line);
        if (!changes) break;
        for (const change of changes) redo(store, change);
        kept += 1;
    }
    const torn = lines.length > kept + 1 || lines.at(-1) !== "";
    const found = { organization: store.view(), kept, torn, ...(named && { file: named.file }) };
    if (!heading) return { ...found, damage: "its first line cannot be read" };
    if (heading.journal !== name) return { ...found, damage: "it is the journal of another state of the file" };
    if ("writes" in heading) {
        const promised = Number(heading.writes);
        const lost = Math.max(0, promised - kept);
        return lost > 0 ? { ...found, lost, damage: `line ${kept + 2} of ${promised + 1} cannot be read` } : found;
    }
    // Lines without numbers, as earlier versions wrote them: only the last one may have been cut short.
    return lines.length > kept + 1 ? { ...found, damage: `line ${kept + 2} cannot be read` } : found;
}

const heading = z.union([
    z
        .strictObject({ journal: z.string(), writes: z.string().regex(/^\d{12}$/), checksum: z.string() })
        .refine(({ journal, writes, checksum }) => checksum === checksumOf(`${journal} ${writes}`)),
    z.strictObject({ journal: z.string() }),
]);

const put = z.object({
    put: z.custom<keyof Records>((name) => typeof name === "string" && Object.hasOwn(layouts, name)),
    record: z.unknown(),
});
const change = z.union([
    put.refine((one) => layouts[one.put].schema.safeParse(one.record).success),
    z.object({ delete: put.shape.put, key: z.string() }),
    z.object({ ids_of: z.string(), made: z.int() }),
]);

function headingIn(text: string): z.infer<typeof heading> | undefined {
    return heading.safeParse(parsed(text.slice(0, text.indexOf("\n")))).data;
}

/** The changes of a numbered line as text; undefined if it is not the line of this number as it was written. */
function checked(journal: string, number: number, line: string): string | undefined {
    const [, written, checksum, text] = /^(\d+) ([0-9a-f]{8}) (.*)$/.exec(line) ?? [];
    const right = written === `${number}` && checksum === checksumOf(`${journal} ${number} ${text}`);
    return right ? text : undefined;
}

function changesOf(text: string | undefined): z.infer<typeof change>[] | undefined {
    return z.array(change).safeParse(parsed(text)).data;
}

/** Positions are valid for one run; replaying the changes in order restores the order. */
function redo(store: Store, one: z.infer<typeof change>): void {
    if ("ids_of" in one) store.follow({ idsOf: one.ids_of, made: one.made });
    else if ("delete" in one) store[one.delete].deleteKey(one.key);
    // The schema is that of the records of this table, and has seen this one.
    else store[one.put].set(layouts[one.put].schema.parse(one.record) as never);
}

function parsed(text: string | undefined): unknown {
    try {
        return JSON.parse(text ?? "");
    } catch {
        return undefined;
    }
}
