import { constants, copyFileSync, existsSync } from "node:fs";
import { StartError } from "../http/errors.js";
import { jsonOf, messageOf, textOf } from "./file-errors.js";
import { checksumOf } from "./journal.js";
import { type Organization, toOrganization } from "./organization.js";
import { replay } from "./replay.js";
import { uuid } from "./store.js";

// A fixed UUID. If an organization file does not contain a namespace, its namespace is derived from this UUID and the text of the file.
const FILES = "b7f0ad53-5c0f-5d0b-9d3e-1f7c52a6e0a4";

/** Maximum nesting depth. Higher than the limit for request bodies, because records contain the contents of bodies. */
const LEVELS = 200;

/** Reads an organization from a JSON file and its journal, if there is one. @throws StartError as in `readWithJournal` */
export function readOrganization(file: string): Organization {
    return readWithJournal(file).organization;
}

/**
 * Reads an organization file and its journal. Lost data is reported on stderr. In the result, `journal` is the path of the journal, or
 * undefined if there is none.
 * @param recover whether to copy damaged files and continue with the readable part
 * @throws StartError if the file is not a valid organization file or cannot be read, or if the file or journal is damaged and `recover` is
 * false
 */
export function readWithJournal(file: string, recover = false) {
    const { organization, journal: name, altered } = organizationIn(file, textOf(file));
    if (altered)
        mustRecover(recover, [file], "its content does not match its checksum", "its current content is readable");
    if (name === undefined) return { organization };
    const journals = journalsOf(file);
    const { kept, lost, damage, torn, organization: replayed, file: found } = replay(organization, journals, name);
    const readable = `${writes(kept)} can be read${lost === undefined ? "" : `, and ${writes(lost)} cannot be read`}`;
    if (damage) mustRecover(recover, journals, damage, readable);
    else if (torn) {
        console.error(
            `${journals[0]} ended with an incomplete write that was never acknowledged. It was dropped; the file now contains ${writes(kept)}.`,
        );
    }
    return { organization: replayed, journal: found };
}

/** Returns the possible paths of a data file's journal. The second path is used while the file and journal are being replaced. */
export function journalsOf(file: string): [string, string] {
    return [`${file}.journal`, `${file}.journal.new`];
}

/**
 * Parses an organization. If the text is from a data file, the result also contains the name of its journal.
 * @param source how error messages refer to the text
 * @throws StartError if the text is not a valid organization
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
 * Returns the text of a data file, which is JSON with one line for each record.
 * @param journal the name of the journal, if there is one
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

/** Returns the part of the text that is covered by the checksum: everything after the first three lines. */
function membersIn(text: string): string {
    return text.split("\n").slice(3).join("\n");
}

/** Copies damaged files and reports the damage on stderr. @throws StartError if `recover` is false */
function mustRecover(recover: boolean, files: readonly [string, ...string[]], damage: string, readable: string): void {
    const [file] = files;
    if (!recover) {
        throw new StartError(
            `${file} is damaged: ${damage}; ${readable}. Restore it from a backup, or start once with --recover (option recover) to continue with the readable data. The damaged file is kept under another name.`,
        );
    }
    const aside = files.filter((one) => existsSync(one)).map(copyAside);
    console.error(`${[`${file} was damaged: ${damage}; ${readable}`, ...aside].join("; the damaged file is now ")}.`);
}

/** Copies a damaged file. It is not moved, because the service needs it until a new file has been written. */
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
