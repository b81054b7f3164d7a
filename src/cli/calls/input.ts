import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { UsageError } from "../../errors.js";

/** The text of a file, or of standard input for `-`. @throws the system's error if it cannot be read. */
export async function readInput(file: string): Promise<string> {
    // A synchronous read fails with EAGAIN if the other end of the pipe is a program that does not block, such as pulumi.
    return file === "-" ? (await buffer(process.stdin)).toString() : readFile(file, "utf8");
}

/** The text of the document that a command reads. @throws UsageError with a sentence about `what`, such as "The deployment". */
export function readDocument(file: string, what: string): Promise<string> {
    return readInput(file).catch((error: unknown) => {
        throw new UsageError(`${what} could not be read: ${error instanceof Error ? error.message : String(error)}.`);
    });
}
