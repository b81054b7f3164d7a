import { readFileSync } from "node:fs";
import { StartError } from "../http/errors.js";
import { parseJson } from "../http/json.js";

/** @throws StartError if the file cannot be read. */
export function textOf(file: string): string {
    try {
        return readFileSync(file, "utf8");
    } catch (error) {
        throw new StartError(`Cannot read ${file}: ${messageOf(error)}.`);
    }
}

/** @throws StartError with a sentence that begins with `source` if the text is not JSON, or is nested too deeply. */
export function jsonOf(source: string, text: string, levels = Number.POSITIVE_INFINITY): unknown {
    try {
        return parseJson(text, levels);
    } catch (error) {
        throw new StartError(`${source} is not JSON: ${messageOf(error)}.`);
    }
}

/** What went wrong with a file, without the system call and its path, which Node puts after a comma. */
export function messageOf(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/, \w+( '.*)?$/, "");
}
