import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { jsonOf } from "../api/answer.js";

const memorySchema = z.object({
    /** Up to when events were read, in milliseconds since 1970 by the clock of the service. */
    since: z.number(),
    /** Events that were seen, by id, and when they happened: the next look begins earlier, since events may come late. */
    seen: z.record(z.string(), z.string()),
    /** When the last check began that did its work. */
    lookedAt: z.number().optional(),
    /** When the first touch was seen that no check has looked at. */
    touchedAt: z.number().optional(),
});

const fileSchema = z.object({ version: z.literal(1), url: z.string(), memory: memorySchema });

/** What one watch leaves for the next: a killed one loses nothing that it has seen. */
export type Memory = z.infer<typeof memorySchema>;

/** Undefined if there is no file, if it is of another organization, or if nobody can read it: then the next check runs at once. */
export function recalled(file: string, url: string): Memory | undefined {
    let text: string;
    try {
        text = readFileSync(file, "utf8");
    } catch {
        return undefined;
    }
    const { data } = fileSchema.safeParse(jsonOf(text)?.value);
    return data?.url === url ? data.memory : undefined;
}

/** @throws if the file cannot be written */
export function remember(file: string, url: string, memory: Memory): void {
    // A process that is killed while it writes leaves the old file.
    writeFileSync(`${file}.new`, JSON.stringify({ version: 1, url, memory }));
    renameSync(`${file}.new`, file);
}
