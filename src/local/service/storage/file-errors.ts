import { readFileSync } from "node:fs";
import { StartError } from "../http/errors.js";
import { parseJson } from "../http/json.js";

/** Reads a text file. @throws StartError if the file cannot be read */
export function textOf(file: string): string {
    try {
        return readFileSync(file, "utf8");
    } catch (error) {
        throw new StartError(`Cannot read ${file}: ${messageOf(error)}.`);
    }
}

/**
 * Parses JSON.
 * @param source how error messages refer to the text
 * @throws StartError if the text is invalid or nested too deeply
 */
export function jsonOf(source: string, text: string, levels = Number.POSITIVE_INFINITY): unknown {
    try {
        return parseJson(text, levels);
    } catch (error) {
        throw new StartError(`${source} is not valid JSON: ${messageOf(error)}.`);
    }
}

/** Returns the message of a file error, without the system call and path that Node appends after a comma. */
export function messageOf(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/, \w+( '.*)?$/, "");
}
