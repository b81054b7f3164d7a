import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { foreignJson } from "../../api/transport/json.js";
import { UsageError } from "../../common/errors.js";

const memorySchema = z.object({
    /** Time of the last poll, in milliseconds since 1970 by the clock of the service. */
    since: z.number(),
    /** Dates of recently seen events by id. Polls overlap, because events can arrive late. */
    seen: z.record(z.string(), z.string()),
    /** Start of the last successful check. */
    lookedAt: z.number().optional(),
    /** Time when the first relevant event after that check was seen. */
    touchedAt: z.number().optional(),
});

const fileSchema = z.object({ version: z.literal(1), url: z.string(), memory: memorySchema });

/** State that survives a restart of the watch. */
export type Memory = z.infer<typeof memorySchema>;

/**
 * Reads the memory. Undefined if the file is missing or unreadable, or belongs to another organization; the watch then starts with a check.
 */
export function recalled(file: string, url: string): Memory | undefined {
    let text: string;
    try {
        text = readFileSync(file, "utf8");
    } catch {
        return undefined;
    }
    const { data } = fileSchema.safeParse(foreignJson(text)?.value);
    return data?.url === url ? data.memory : undefined;
}

/** Writes the memory. @throws UsageError if the file cannot be written */
export function remember(file: string, url: string, memory: Memory): void {
    try {
        // Replaces the file atomically, so that the old file remains if the process is killed during the write.
        writeFileSync(`${file}.new`, JSON.stringify({ version: 1, url, memory }));
        renameSync(`${file}.new`, file);
    } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new UsageError(`The memory file could not be written: ${reason}. Set --memory to another file.`);
    }
}
