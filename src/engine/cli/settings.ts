import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { EngineError, isRecord, type Project, requireFromPulumi } from "../contract/project.js";
import { map, some } from "../contract/values.js";
import { Passphrase } from "../state/passphrase.js";

const yaml = requireFromPulumi("js-yaml") as {
    load(text: string): unknown;
    dump(value: unknown, options: { lineWidth: number }): string;
};

/** Pulumi.<stack>.yaml: what a stack is configured with. Comments in it stay where they are. */
export class StackSettings {
    #text: string;
    #document: Record<string, unknown>;

    constructor(
        private readonly file: string,
        private readonly project: Project,
    ) {
        this.#text = existsSync(file) ? readFileSync(file, "utf8") : "";
        this.#document = this.#parsed();
    }

    get salt(): string | undefined {
        return typeof this.#document.encryptionsalt === "string" ? this.#document.encryptionsalt : undefined;
    }

    set salt(salt: string) {
        this.#text = `${this.#ended()}encryptionsalt: ${salt}\n`;
        this.#save();
    }

    /** Everything by its whole name, with the defaults of Pulumi.yaml. */
    async values(passphrase: string): Promise<Record<string, string | { secret: string }>> {
        const result: Record<string, string | { secret: string }> = {};
        for (const [key, given] of Object.entries(recordOf(this.project.document.config))) {
            const value = isRecord(given) ? (given.value ?? given.default) : given;
            if (value !== undefined) result[this.wholeName(key)] = textOf(value);
        }
        for (const [key, value] of Object.entries(recordOf(this.#document.config)))
            result[this.wholeName(key)] = await this.#opened(value, passphrase);
        return result;
    }

    /** Throws what the Pulumi CLI says of a key that is none. */
    wholeName(key: string): string {
        if (key.split(":").length > 2)
            throw new EngineError(
                `invalid configuration key: could not parse ${key} as a configuration key (configuration keys should be of the form \`<namespace>:<name>\`)`,
            );
        return key.includes(":") ? key : `${this.project.name}:${key}`;
    }

    /** Sets one value; a secret one needs the passphrase, and makes the salt where there is none. */
    async set(key: string, value: string, secretBy?: string): Promise<void> {
        const name = this.wholeName(key);
        let entry: unknown = value;
        if (secretBy !== undefined) {
            const crypter = await Passphrase.of(secretBy, this.salt);
            if (!this.salt) this.salt = crypter.salt;
            entry = { secure: crypter.encrypt(value) };
        }
        const dumped = yaml.dump({ [name]: entry }, { lineWidth: -1 }).trimEnd();
        // The CLI quotes with double quotes, as JSON does.
        const quoted = dumped.endsWith("'") && secretBy === undefined ? `${name}: ${JSON.stringify(value)}` : dumped;
        const text = this.#ended().split("\n");
        const head = text.findIndex((line) => /^config:\s*(#.*)?$/.test(line));
        // Entries of one block stand under one another, however deep somebody has written the first one.
        const [, step = "  "] =
            /^( +)[^ #]/m.exec(head < 0 ? "" : text.slice(head + 1, endOfBlock(text, head, 0)).join("\n")) ?? [];
        const lines = quoted.split("\n").map((line) => step + line);
        if (head < 0) {
            if (this.#document.config !== undefined && this.#document.config !== null)
                throw new EngineError(
                    `${basename(this.file)} has its config in one line: write it in lines of its own.`,
                );
            text.splice(-1, 0, "config:", ...lines);
        } else {
            const end = endOfBlock(text, head, 0);
            const names = [name, key].map((one) => new RegExp(`^ +["']?${escaped(one)}["']?:(\\s|$)`));
            const found = text.findIndex((line, at) => at > head && at < end && names.some((one) => one.test(line)));
            const indent = /^ */.exec(text[found] ?? "")?.[0].length ?? 0;
            if (found < 0) text.splice(end, 0, ...lines);
            else text.splice(found, endOfBlock(text, found, indent) - found, ...lines);
        }
        this.#text = text.join("\n");
        this.#save();
    }

    async #opened(value: unknown, passphrase: string): Promise<string | { secret: string }> {
        if (!some(value, isSecure)) return textOf(value);
        if (this.salt === undefined)
            throw new EngineError(
                `${basename(this.file)} holds a secret and no encryptionsalt: only what a passphrase closed can be read.`,
            );
        const crypter = await Passphrase.of(passphrase, this.salt);
        return {
            secret: textOf(map(value, (part) => (isSecure(part) ? crypter.decrypt(part.secure) : undefined))),
        };
    }

    #parsed(): Record<string, unknown> {
        const document = yaml.load(this.#text) ?? {};
        if (isRecord(document)) return document;
        throw new EngineError(`${basename(this.file)} is no document of settings: it starts with "config:".`);
    }

    #ended(): string {
        return this.#text === "" || this.#text.endsWith("\n") ? this.#text : `${this.#text}\n`;
    }

    #save(): void {
        this.#document = this.#parsed();
        writeFileSync(this.file, this.#text);
    }
}

function isSecure(part: unknown): part is { secure: string } {
    return isRecord(part) && Object.keys(part).length === 1 && typeof part.secure === "string";
}

/** A value as the program gets it: text, or JSON where it has parts. */
function textOf(value: unknown): string {
    if (value === null || value === undefined) return "";
    return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function recordOf(thing: unknown): Record<string, unknown> {
    return isRecord(thing) ? thing : {};
}

/** The line after a block: the next one that is not indented deeper. */
function endOfBlock(lines: string[], start: number, indent: number): number {
    let end = start + 1;
    for (let at = start + 1; at < lines.length; at += 1) {
        const line = lines[at] ?? "";
        if (line.trim() === "") continue;
        const deep = /^ */.exec(line)?.[0].length ?? 0;
        if (deep <= indent) break;
        end = at + 1;
    }
    return end;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
