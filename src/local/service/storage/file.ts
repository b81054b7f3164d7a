import { constants, copyFileSync, existsSync } from "node:fs";
import { StartError } from "../http/errors.js";
import { jsonOf, messageOf, textOf } from "./file-errors.js";
import { checksumOf } from "./journal.js";
import { type Organization, toOrganization } from "./organization.js";
import { replay } from "./replay.js";
import { uuid } from "./store.js";

// Any fixed UUID: ids of an organization whose file names no namespace derive from this and the text of the file.
const FILES = "b7f0ad53-5c0f-5d0b-9d3e-1f7c52a6e0a4";

/** More than for bodies, because their content is nested in records here. */
const LEVELS = 200;

/** The organization in a JSON file, and in its journal if it has one. @throws StartError as `readKept` does. */
export function readOrganization(file: string): Organization {
    return readKept(file).organization;
}

/**
 * Reads a file with its journal, and says on stderr what was dropped. `journal` is the file that its journal is in; undefined if it has none,
 * or none that belongs to it.
 * @param recover whether to continue with the readable part of damaged files, after copying them
 * @throws StartError if the file cannot be read or holds no organization, or if something of it or of its journal is lost.
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
            `${journals[0]} ends within a write that was never answered: it was dropped, and ${writes(kept)} kept.`,
        );
    }
    return { organization: replayed, journal: found };
}

/** The names that the journal of a data file may have: the second one for the moment in which both are replaced. */
export function journalsOf(file: string): [string, string] {
    return [`${file}.journal`, `${file}.journal.new`];
}

/**
 * The organization in a JSON text, and the name of the journal that goes with it if it is the text of a file that a service keeps.
 * @throws StartError with a sentence that begins with `source`.
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
 * JSON with a line for each record.
 * @param journal the name of its journal, if it has one
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

/** The checksummed part of a file: the lines after the first. */
function membersIn(text: string): string {
    return text.split("\n").slice(3).join("\n");
}

/** @throws StartError unless recovery was requested. */
function mustRecover(recover: boolean, files: readonly [string, ...string[]], damage: string, readable: string): void {
    const [file] = files;
    if (!recover) {
        throw new StartError(
            `${file} is damaged: ${damage}; ${readable}. Put a backup in its place, or start once with --recover (the option recover) to go on with what can be read; the damaged file is then kept under another name.`,
        );
    }
    const aside = files.filter((one) => existsSync(one)).map(copyAside);
    console.error(`${[`${file} was damaged: ${damage}; ${readable}`, ...aside].join("; the damaged file is now ")}.`);
}

/** A copy, because the original stays valid until the service has rewritten it. */
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
