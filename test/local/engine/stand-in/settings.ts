import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { isMap, isScalar, type ParsedNode, parse, parseDocument, stringify } from "yaml";
import { EngineError, isRecord, type Project } from "../../../../src/local/engine/contract/project.js";
import { map, some } from "../../../../src/local/engine/contract/values.js";
import { Passphrase } from "../../../../src/local/engine/state/passphrase.js";

/** The configuration of a stack in Pulumi.<stack>.yaml. Comments in the file are kept. */
export class StackSettings {
    #text: string;
    #document: Record<string, unknown>;

    constructor(
        private readonly file: string,
        private readonly project: Project,
    ) {
        const text = existsSync(file) ? readFileSync(file, "utf8") : "";
        this.#text = text === "" || text.endsWith("\n") ? text : `${text}\n`;
        this.#document = this.#parsed();
    }

    get salt(): string | undefined {
        const { encryptionsalt } = this.#document;
        return typeof encryptionsalt === "string" ? encryptionsalt : undefined;
    }

    set salt(salt: string) {
        this.#save(`${this.#text}encryptionsalt: ${salt}\n`);
    }

    /** All values by their full names, with the defaults of Pulumi.yaml. */
    async values(passphrase: string): Promise<Record<string, string | { secret: string }>> {
        const result: Record<string, string | { secret: string }> = {};
        for (const [key, given] of Object.entries(this.project.document.config ?? {})) {
            const value = isRecord(given) ? (given.value ?? given.default) : given;
            if (value !== undefined) result[this.wholeName(key)] = textOf(value);
        }
        for (const [key, value] of Object.entries(this.#document.config ?? {}))
            result[this.wholeName(key)] = await this.#opened(value, passphrase);
        return result;
    }

    /** The full name of a key. Throws the error of the Pulumi CLI for an invalid key. */
    wholeName(key: string): string {
        if (key.split(":").length > 2)
            throw new EngineError(
                `invalid configuration key: could not parse ${key} as a configuration key (configuration keys should be of the form \`<namespace>:<name>\`)`,
            );
        return key.includes(":") ? key : `${this.project.name}:${key}`;
    }

    /** Sets one value. A secret value needs the passphrase, and creates the salt if there is none. */
    async set(key: string, value: string, secretBy?: string): Promise<void> {
        const name = this.wholeName(key);
        if (secretBy === undefined) return this.#write(key, name, value);
        const crypter = await Passphrase.of(secretBy, this.salt);
        if (!this.salt) this.salt = crypter.salt;
        this.#write(key, name, { secure: crypter.encrypt(value) });
    }

    /** Replaces an entry, or adds it after the others. The rest of the text is unchanged. */
    #write(key: string, name: string, value: unknown): void {
        if (!("config" in this.#document)) this.#text += "config:\n";
        const text = this.#text;
        const config = parseDocument(text).get("config", true) as ParsedNode; // added above if missing
        const isBlock = isMap(config) && !config.flow;
        if (!isBlock && !(isScalar(config) && config.value === null))
            throw new EngineError(`${basename(this.file)} has its config in one line: write it in lines of its own.`);
        const entries = isBlock ? config.items : [];
        const old = entries.find((entry) => [name, key].includes(String(entry.key)));
        const startOfLine = (at: number) => text.lastIndexOf("\n", at - 1) + 1;
        const endOfLine = (at: number) => text.indexOf("\n", at - 1) + 1;
        // All entries of a block need the indentation of the first one.
        const [{ key: first } = {}] = entries;
        const indent = first ? text.slice(startOfLine(first.range[0]), first.range[0]) : "  ";
        const end = endOfLine((old?.value ?? old?.key ?? config).range[2]);
        const start = old ? startOfLine(old.key.range[0]) : end;
        const entry = stringify({ [name]: value }, { lineWidth: 0 }).replace(/^(?=.)/gm, indent);
        this.#save(text.slice(0, start) + entry + text.slice(end));
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
        const document: unknown = parse(this.#text) ?? {};
        if (isRecord(document)) return document;
        throw new EngineError(`${basename(this.file)} is no document of settings: it starts with "config:".`);
    }

    #save(text: string): void {
        this.#text = text;
        this.#document = this.#parsed();
        writeFileSync(this.file, text);
    }
}

function isSecure(part: unknown): part is { secure: string } {
    return isRecord(part) && Object.keys(part).length === 1 && typeof part.secure === "string";
}

/** A value as the program receives it: a string, or JSON for objects and lists. */
function textOf(value: unknown): string {
    if (value === null || value === undefined) return "";
    return typeof value === "object" ? JSON.stringify(value) : String(value);
}
