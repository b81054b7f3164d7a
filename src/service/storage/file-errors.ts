import { readFileSync } from "node:fs";
import { StartError } from "../http/errors.js";

/** @throws StartError if the file cannot be read. */
export function textOf(file: string): string {
    try {
        return readFileSync(file, "utf8");
    } catch (error) {
        throw new StartError(`Cannot read ${file}: ${messageOf(error)}.`);
    }
}

/** What went wrong with a file, without the system call and its path, which Node puts after a comma. */
export function messageOf(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/, \w+( '.*)?$/, "");
}
