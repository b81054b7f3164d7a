import { readFileSync } from "node:fs";
import { StartError } from "../http/errors.js";
import { parseJson } from "../http/json.js";

/** Reads a file. @throws StartError if it cannot be read */
export function textOf(file: string): string {
    try {
        return readFileSync(file, "utf8");
    } catch (error) {
        throw new StartError(`Cannot read ${file}: ${messageOf(error)}.`);
    }
}

/** Parses JSON. @throws StartError with a message that begins with `source` if it is invalid or nested too deeply */
export function jsonOf(source: string, text: string, levels = Number.POSITIVE_INFINITY): unknown {
    try {
        return parseJson(text, levels);
    } catch (error) {
        throw new StartError(`${source} is not JSON: ${messageOf(error)}.`);
    }
}

/** The message of a file error, without the system call and the path that Node appends after a comma. */
export function messageOf(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/, \w+( '.*)?$/, "");
}
