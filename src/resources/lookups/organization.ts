import * as pulumi from "@pulumi/pulumi";
import { type Answer, Client, type Params } from "../../api/client.js";
import { CallError } from "../../api/errors.js";
import type { OperationName } from "../../api/generated/operations.gen.js";
import { type Item, List, type ListName } from "../../api/list.js";
import type { Parts } from "../../api/parameters.js";
import { PlainError, SettingsError } from "../../common/errors.js";
import { messageLine, unmarked } from "../../common/printable.js";
import { fromWire } from "../../common/wire-names.js";
import { Live } from "../../provider/live/live.js";
import { checkSettings, readSettings } from "../../provider/settings.js";
import type { InCamelCase } from "../fields/values.js";
import { tellName } from "../program/forecasts.js";
import { programError } from "../program/program-error.js";

/** The organization to read from: both options, or neither. Default: the organization in the stack's configuration. */
export interface LookupOptions {
    /** Base URL of the API, ending in `/v1`. */
    url?: string;
    /** API token of the organization at `url`. */
    token?: string;
}

/** Access to one organization, restricted to the operations that a function declares. */
export interface LookupOrganization<Name extends OperationName = OperationName> {
    /** Reads objects by id or name, and shares the results among all callers. */
    readonly live: Live;
    /** Passes the name of an object to the provider, so that messages can show it. */
    tellName(id: unknown, name: unknown): void;
    /** Sends one call and returns the response with camelCase keys. */
    one<One extends Name>(name: One, params: Params<One>): Promise<InCamelCase<NonNullable<Answer<One>>>>;
    /** Reads all pages of a list and returns the items with camelCase keys. */
    all<Many extends Name & ListName>(name: Many, params?: Partial<Params<Many>>): Promise<InCamelCase<Item<Many>>[]>;
}

/** Live state of each organization in the program, so that lookups share the objects that they read. */
const liveStates = new Map<string, Live>();

/** Returns the organization to read from. @throws SettingsError if a setting is missing or invalid. */
export function organization(options: LookupOptions = {}): LookupOrganization {
    const { url, token } = options;
    for (const name of ["url", "token"] as const) {
        if (!(name in options) || options[name]?.trim()) continue;
        throw new SettingsError(
            `The option ${name} does not have a value. Set it, or omit the option to use the organization of the stack.`,
        );
    }
    // Otherwise, the token of the stack would be sent to the address in the program, or the other way round.
    if ("url" in options !== "token" in options) {
        const [given, missing] = "url" in options ? ["url", "token"] : ["token", "url"];
        throw new SettingsError(
            `The option ${given} is set without ${missing}, and a token is sent only to the address that it belongs to. Set both options, or omit both to use the organization of the stack.`,
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
        liveStates.get(key) ??
        new Live(new Client({ ...settings, onWait: (line) => void pulumi.log.warn(messageLine(unmarked(line))) }));
    liveStates.set(key, live);
    return organizationOf(live, tellName);
}

/** Returns access to the organization that `live` reads from. */
export function organizationOf(live: Live, tellName: LookupOrganization["tellName"]): LookupOrganization {
    return {
        live,
        tellName,
        // The cast is safe: the client has validated the response, and `InCamelCase` maps its type as `fromWire` maps its value.
        one: async (name, params) => camelCased(await live.client.send(name, params as Parts)) as never,
        all: async (name, params = {}) => {
            const list = new List<object, unknown>(live.client, name, params as Parts);
            return (await list.all()).map(camelCased) as never;
        },
    };
}

/** Runs a function. If it fails, the program ends with a one-line message instead of a stack trace. */
export async function plainly<T>(work: () => Promise<T>): Promise<T> {
    return work().catch(endProgram);
}

/** Like `plainly`, but for a synchronous function. */
export function plainlySync(work: () => void): void {
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
