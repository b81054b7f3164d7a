import { readFileSync } from "node:fs";
import { StartError } from "../http/errors.js";
import { parseJson } from "../http/json.js";
import { type Organization, toOrganization } from "./organization.js";
import { uuid } from "./store.js";

// A fixed UUID. If an organization file does not contain a namespace, its namespace is derived from this UUID and the text of the file.
const FILES = "b7f0ad53-5c0f-5d0b-9d3e-1f7c52a6e0a4";

/** Maximum nesting depth. Higher than the limit for request bodies, because records contain the contents of bodies. */
const LEVELS = 200;

/** Reads an organization from a JSON file. @throws StartError if the file cannot be read or is not a valid organization file */
export function readOrganizationFile(file: string): Organization {
    return organizationIn(file, readText(file));
}

/**
 * Parses an organization.
 * @param source how error messages refer to the text
 * @throws StartError if the text is not a valid organization
 */
export function organizationIn(source: string, text: string): Organization {
    const json = parseSource(source, text, LEVELS);
    return toOrganization(source, json, uuid(FILES, text));
}

/** Returns an organization as JSON with one line for each record. Its records must not change afterwards. */
export function organizationText(organization: Organization): string {
    const members = Object.entries(organization).map(([name, value]) => {
        if (!Array.isArray(value) || value.length === 0) return `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
        return `${JSON.stringify(name)}: [\n${value.map(recordText).join(",\n")}\n]`;
    });
    return `{\n${members.join(",\n")}\n}\n`;
}

/** Reads a JSON file. @throws StartError if the file cannot be read or is not valid JSON */
export function readJsonFile(file: string): unknown {
    return parseSource(file, readText(file));
}

/** Returns the message of a file error, without the system call and path that Node appends after a comma. */
export function fileErrorText(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/, \w+( '.*)?$/, "");
}

/** The JSON of records that were written before, because most records stay the same from one write of a data file to the next. */
const recordTexts = new WeakMap<object, string>();

function recordText(record: object): string {
    const text = recordTexts.get(record) ?? JSON.stringify(record);
    recordTexts.set(record, text);
    return text;
}

function readText(file: string): string {
    try {
        return readFileSync(file, "utf8");
    } catch (error) {
        throw new StartError(`Cannot read ${file}: ${fileErrorText(error)}.`);
    }
}

function parseSource(source: string, text: string, levels = Number.POSITIVE_INFINITY): unknown {
    try {
        return parseJson(text, levels);
    } catch (error) {
        throw new StartError(`${source} is not valid JSON: ${fileErrorText(error)}.`);
    }
}
