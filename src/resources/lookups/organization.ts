import * as pulumi from "@pulumi/pulumi";
import { type Answer, Client, type Params } from "../../api/client.js";
import { CallError } from "../../api/errors.js";
import type { OperationName } from "../../api/generated/operations.gen.js";
import { type Item, List, type ListName } from "../../api/list.js";
import type { Parts } from "../../api/parameters.js";
import { PlainError, SettingsError } from "../../common/errors.js";
import { lineOf, unmarked } from "../../common/printable.js";
import { Live } from "../../provider/live/live.js";
import { fromWire } from "../../provider/schema/wire.js";
import { checkSettings, readSettings } from "../../provider/settings.js";
import type { InCamelCase } from "../fields/values.js";
import { tellName } from "../program/foretelling.js";
import { programError } from "../program/program-error.js";
import { checkOptionNames } from "./arguments.js";

/** Which organization to ask. Default: the stack's own configuration. */
export interface LookupOptions {
    /** Base URL of the API, ending in `/v1`. */
    url?: string;
    /** API token. */
    token?: string;
}

/** One organization, limited to the named operations: a function can call only those that it declares. */
export interface Organization<Name extends OperationName = OperationName> {
    /** Objects that are looked up by id or name, read once for all who ask. */
    readonly live: Live;
    /** Announces the name of a found object, for messages. */
    tellName(id: unknown, name: unknown): void;
    /** One call; its answer in camelCase. */
    one<One extends Name>(name: One, params: Params<One>): Promise<InCamelCase<NonNullable<Answer<One>>>>;
    /** Everything that a list has, in camelCase; all its pages are read. */
    all<Many extends Name & ListName>(name: Many, params?: Partial<Params<Many>>): Promise<InCamelCase<Item<Many>>[]>;
}

/** One live state per organization of a program: a hundred lookups read a list once. */
const pictures = new Map<string, Live>();

/** @throws SettingsError that names the setting to change. */
export function organization(options: LookupOptions = {}): Organization {
    checkOptionNames(options);
    const { url, token } = options;
    for (const name of ["url", "token"] as const) {
        if (!(name in options) || options[name]?.trim()) continue;
        throw new SettingsError(
            `The option ${name} has no value: give one, or omit the option to use the organization of the stack.`,
        );
    }
    const config = new pulumi.Config("access-governance");
    checkSettings(Object.keys(pulumi.runtime.allConfig()), pulumi.getProject());
    const own: Record<string, string | undefined> = { url, token };
    const settings = readSettings({
        get: (key) => {
            const name = key.slice(key.indexOf(":") + 1);
            return own[name] ?? config.get(name);
        },
    });
    const key = `${settings.url} ${settings.token}`;
    const live =
        pictures.get(key) ??
        new Live(new Client({ ...settings, onWait: (line) => void pulumi.log.warn(lineOf(unmarked(line))) }));
    pictures.set(key, live);
    return organizationOf(live, tellName);
}

/** The organization that `live` shows. */
export function organizationOf(live: Live, tellName: Organization["tellName"]): Organization {
    return {
        live,
        tellName,
        // `InCamelCase` says of the type of an answer what `fromWire` does to the answer, which the client held against that type.
        one: async (name, params) => camelCased(await live.client.send(name, params as Parts)) as never,
        all: async (name, params = {}) => {
            const list = new List<object, unknown>(live.client, name, params as Parts);
            return (await list.all()).map(camelCased) as never;
        },
    };
}

/** A function that fails ends the program with one sentence, not with a stack. */
export async function plainly<T>(work: () => Promise<T>): Promise<T> {
    return work().catch(endProgram);
}

/** As `plainly`, for synchronous work. */
export function atOnce(work: () => void): void {
    try {
        work();
    } catch (error) {
        endProgram(error);
    }
}

function endProgram(error: unknown): never {
    if (error instanceof CallError || error instanceof PlainError) throw programError(error);
    throw error;
}

function camelCased(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(camelCased);
    return typeof value === "object" && value !== null ? fromWire(value) : value;
}
