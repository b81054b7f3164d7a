import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { UsageError } from "../../common/errors.js";

/** Reads a file, or standard input for `-`. @throws the system error */
export async function readInput(file: string): Promise<string> {
    // Not a synchronous read, which fails with EAGAIN if the other end of the pipe is non-blocking, as with pulumi.
    return file === "-" ? (await buffer(process.stdin)).toString() : readFile(file, "utf8");
}

/** Reads an input document. @throws UsageError that starts with `what`, such as "The deployment" */
export function readDocument(file: string, what: string): Promise<string> {
    return readInput(file).catch((error: unknown) => {
        throw new UsageError(`${what} could not be read: ${error instanceof Error ? error.message : String(error)}.`);
    });
}
