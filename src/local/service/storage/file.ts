import { constants, copyFileSync, existsSync } from "node:fs";
import { StartError } from "../http/errors.js";
import { jsonOf, messageOf, textOf } from "./file-errors.js";
import { checksumOf } from "./journal.js";
import { type Organization, toOrganization } from "./organization.js";
import { replay } from "./replay.js";
import { uuid } from "./store.js";

// A fixed UUID. If the file of an organization has no namespace, the namespace is derived from this UUID and the text of the file.
const FILES = "b7f0ad53-5c0f-5d0b-9d3e-1f7c52a6e0a4";

/** Maximum nesting. Higher than for bodies, because records contain the content of bodies. */
const LEVELS = 200;

/** The organization in a JSON file and its journal, if there is one. @throws StartError as `readKept` does */
export function readOrganization(file: string): Organization {
    return readKept(file).organization;
}

/**
 * Reads a file and its journal. Reports on stderr what was dropped. `journal` in the result is the path of the file's journal; undefined if
 * there is none.
 * @param recover whether to copy damaged files and continue with their readable part
 * @throws StartError if the file cannot be read or is not an organization, or if a part of it or of its journal is lost
 */
export function readKept(file: string, recover = false) {
    const { organization, journal: name, altered } = organizationIn(file, textOf(file));
    if (altered) mustRecover(recover, [file], "its text was altered", "its current content can be read");
    if (name === undefined) return { organization };
    const journals = journalsOf(file);
    const { kept, lost, damage, torn, organization: replayed, file: found } = replay(organization, journals, name);
    const readable = `${writes(kept)} can be read${lost === undefined ? "" : `, ${writes(lost)} cannot`}`;
    if (damage) mustRecover(recover, journals, damage, readable);
    else if (torn) {
        console.error(
            `${journals[0]} ends with an incomplete write that was never acknowledged: dropped it, and kept ${writes(kept)}.`,
        );
    }
    return { organization: replayed, journal: found };
}

/** The possible paths of a data file's journal. The second one is used while both files are being replaced. */
export function journalsOf(file: string): [string, string] {
    return [`${file}.journal`, `${file}.journal.new`];
}

/**
 * Parses an organization. If the text is from a service's data file, the result also has the name of its journal.
 * @throws StartError with a message that begins with `source`
 */
export function organizationIn(
    source: string,
    text: string,
): { organization: Organization; journal?: string; altered?: boolean } {
    const json = jsonOf(source, text, LEVELS);
    const { journal, checksum, ...rest } = Object(json) as { journal?: unknown; checksum?: unknown };
    const kept = typeof json === "object" && typeof journal === "string";
    const organization = toOrganization(source, kept ? rest : json, uuid(FILES, text));
    if (!kept) return { organization };
    return { organization, journal, altered: checksum !== undefined && checksum !== checksumOf(membersIn(text)) };
}

/**
 * The text of a data file: JSON with one line for each record.
 * @param journal the name of its journal, if there is one
 */
export function fileText(organization: Organization, journal: string | undefined): string {
    const members = Object.entries(organization).map(([name, value]) => {
        const lines = Array.isArray(value) ? value.map((record) => JSON.stringify(record)) : [];
        const text = lines.length > 0 ? `[\n${lines.join(",\n")}\n]` : JSON.stringify(value);
        return `${JSON.stringify(name)}: ${text}`;
    });
    const text = `${members.join(",\n")}\n}\n`;
    if (journal === undefined) return `{\n${text}`;
    return `{\n"journal": ${JSON.stringify(journal)},\n"checksum": "${checksumOf(text)}",\n${text}`;
}

/** The part of a file's text that the checksum covers: everything after the first three lines. */
function membersIn(text: string): string {
    return text.split("\n").slice(3).join("\n");
}

/** Copies damaged files and reports the damage. @throws StartError unless recovery was requested */
function mustRecover(recover: boolean, files: readonly [string, ...string[]], damage: string, readable: string): void {
    const [file] = files;
    if (!recover) {
        throw new StartError(
            `${file} is damaged: ${damage}; ${readable}. Restore it from a backup, or start once with --recover (option recover) to continue with what can be read; the damaged file is kept under another name.`,
        );
    }
    const aside = files.filter((one) => existsSync(one)).map(copyAside);
    console.error(`${[`${file} was damaged: ${damage}; ${readable}`, ...aside].join("; the damaged file is now ")}.`);
}

/** Copies a damaged file. It is not moved, because the service needs it until it has written a new one. */
function copyAside(file: string): string {
    let number = 1;
    while (existsSync(`${file}.damaged-${number}`)) number += 1;
    const aside = `${file}.damaged-${number}`;
    try {
        copyFileSync(file, aside, constants.COPYFILE_EXCL);
    } catch (error) {
        throw new StartError(`Cannot write ${aside}: ${messageOf(error)}.`);
    }
    return aside;
}

function writes(count: number): string {
    return count === 1 ? "1 write" : `${count} writes`;
}
