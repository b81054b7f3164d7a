import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { StartError } from "./errors.js";
import { type Organization, toOrganization } from "./organization.js";
import { uuid } from "./store.js";

// Any fixed UUID: ids of an organization whose file names no namespace derive from this and the text of the file.
const FILES = "b7f0ad53-5c0f-5d0b-9d3e-1f7c52a6e0a4";

/** The organization in a JSON file.
 * @throws StartError when the file cannot be read or holds no organization. */
export function readOrganization(file: string): Organization {
    let text: string;
    try {
        text = readFileSync(file, "utf8");
    } catch (error) {
        throw new StartError(`Cannot read ${file}: ${messageOf(error)}.`);
    }
    let json: unknown;
    try {
        json = JSON.parse(text);
    } catch (error) {
        throw new StartError(`${file} is not JSON: ${messageOf(error)}.`);
    }
    return toOrganization(file, json, uuid(FILES, text));
}

/** Keeps an organization in a file. */
export class DataFile {
    #writing: Promise<void> = Promise.resolve();
    #next: Promise<void> | undefined;

    constructor(
        private readonly file: string,
        private readonly snapshot: () => Organization,
    ) {}

    /** Resolves when a file with everything changed so far is in place. Changes made while another write runs share the next one. */
    save(): Promise<void> {
        if (!this.#next) {
            const write = () => {
                this.#next = undefined;
                this.#writing = this.write();
                return this.#writing;
            };
            // A failed write was reported to whom it concerned; the next one is tried all the same.
            this.#next = this.#writing.then(write, write);
        }
        return this.#next;
    }

    /** Resolves when no write runs any more, however it ended. */
    async settled(): Promise<void> {
        await this.#next?.catch(() => undefined);
        await this.#writing.catch(() => undefined);
    }

    private async write(): Promise<void> {
        const temporary = `${this.file}.${randomUUID()}`;
        try {
            await writeFile(temporary, JSON.stringify(this.snapshot(), undefined, 2));
            await rename(temporary, this.file);
        } catch (error) {
            await rm(temporary, { force: true });
            throw new StartError(`Cannot write ${this.file}: ${messageOf(error)}.`);
        }
    }
}

/** Without the system call and its path, which Node puts after a comma. */
export function messageOf(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/, \w+( '.*)?$/, "");
}
