import { existsSync } from "node:fs";
import { z } from "zod";
import { textOf } from "./file-errors.js";
import { checksumOf } from "./journal.js";
import type { Organization, Records } from "./organization.js";
import { layouts } from "./records.js";
import { createStore, type Store } from "./store.js";

/** The result of replaying a journal. */
export interface Replay {
    /** The organization after the last write that could be read. */
    readonly organization: Organization;
    /** Number of writes that were read. */
    readonly kept: number;
    /** Number of acknowledged writes that could not be read. Undefined if the number is unknown. */
    readonly lost?: number;
    /** Description of the damage. Undefined if all acknowledged writes were read. */
    readonly damage?: string;
    /** Whether the journal ends with an incomplete write. Such a write was never acknowledged. */
    readonly torn: boolean;
    /** Path of the journal. Undefined if a journal with this name was not found. */
    readonly file?: string;
}

/**
 * Applies the changes in a journal to an organization.
 * @param files possible paths of the journal
 * @throws StartError if one of the files exists but cannot be read
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
    if (heading.journal !== name) return { ...found, damage: "it belongs to a different version of the file" };
    if ("writes" in heading) {
        const acknowledged = Number(heading.writes);
        const lost = Math.max(0, acknowledged - kept);
        return lost > 0 ? { ...found, lost, damage: `line ${kept + 2} of ${acknowledged + 1} cannot be read` } : found;
    }
    // Lines in journals from earlier versions do not have numbers. Only the last line may be incomplete.
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

/** Returns the changes in a numbered line as text, or undefined if the number or checksum is wrong. */
function checked(journal: string, number: number, line: string): string | undefined {
    const [, written, checksum, text] = /^(\d+) ([0-9a-f]{8}) (.*)$/.exec(line) ?? [];
    const right = written === `${number}` && checksum === checksumOf(`${journal} ${number} ${text}`);
    return right ? text : undefined;
}

function changesOf(text: string | undefined): z.infer<typeof change>[] | undefined {
    return z.array(change).safeParse(parsed(text)).data;
}

/** Applies a change. The positions of records are not stored, but replaying the changes in order results in the same order of records. */
function redo(store: Store, one: z.infer<typeof change>): void {
    if ("ids_of" in one) store.follow({ idsOf: one.ids_of, made: one.made });
    else if ("delete" in one) store[one.delete].deleteKey(one.key);
    // The record was validated with the schema of this table.
    else store[one.put].set(layouts[one.put].schema.parse(one.record) as never);
}

function parsed(text: string | undefined): unknown {
    try {
        return JSON.parse(text ?? "");
    } catch {
        return undefined;
    }
}
