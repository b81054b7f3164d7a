import { InvalidOptionsError } from "../api/errors.js";
import { type ClientOptions, checkOptions, isUnencrypted } from "../api/options.js";
import { foreignJson } from "../api/transport/json.js";
import { SettingsError } from "../common/errors.js";
import { quoted } from "../common/printable.js";
import { isObject, type Properties } from "../common/properties.js";
import { hint } from "../common/spelling.js";
import { canonicalUrl } from "../common/urls.js";

/** A stack's configuration. */
export interface ProviderConfig {
    get(key: string): string | undefined;
}

/** Settings of a provider process: the client options and the following. */
export interface KernelSettings extends ClientOptions {
    /** Whether to accept that all objects were deleted. Otherwise the run stops, because this looks like the wrong organization. */
    readonly allowMissing: boolean;
    /**
     * Whether to treat an existing object that matches a declared new one as created by an earlier run that could not record it. The user
     * consents to this for a single run, so the setting comes from the environment, not from the stack.
     */
    readonly allowTakeover: boolean;
    /** Time after a write during which reads may not show it yet, in milliseconds. Default: 10 minutes. */
    readonly lagMs?: number | undefined;
    /** Former URL of the service. Objects that were created at this URL are treated as objects of `url`. */
    readonly formerUrl?: string | undefined;
    /**
     * Which declared objects a preview and an update read. `changed`: only those whose declaration changed since the last `pulumi up`; all
     * others are compared with the state. A refresh always reads all. Default: `all`.
     */
    readonly read?: ReadScope | undefined;
    /** Defaults for fields that the program omits, by field name. `checkDefaults` validates them. */
    readonly defaults?: Properties;
    /**
     * Names of fields that this version does not know, and whose changes are not drift, because the service itself changes them. Default:
     * none.
     */
    readonly ignoredFields?: readonly string[];
}

/** Values of the setting `read`. */
export const READ_SCOPES = ["all", "changed"] as const;

/** See `Settings.read`. */
export type ReadScope = (typeof READ_SCOPES)[number];

const prefix = "access-governance:";

/** The vendor's own service. Every token may be sent there. */
export const VENDOR_URL = "https://api.opal.dev/v1";

/** Environment variable with which the user consents to adopting existing objects in a single run. */
export const TAKEOVER = "ACCESS_GOVERNANCE_ALLOW_TAKEOVER";

/** Environment variable that permits plain HTTP, also for commands without a stack. */
const ALLOW_HTTP = "ACCESS_GOVERNANCE_ALLOW_HTTP";

/** The names of all settings. */
export const settingNames = [
    "url",
    "token",
    "concurrency",
    "readsPerSecond",
    "writesPerSecond",
    "retries",
    "timeoutSeconds",
    "maxWaitSeconds",
    "maxAnswerMegabytes",
    "allowHttp",
    "allowMissing",
    "lagSeconds",
    "formerUrl",
    "read",
    "defaults",
    "ignoredFields",
] as const;

export type SettingName = (typeof settingNames)[number];

/**
 * Checks all `keys` of a stack's configuration for unknown settings. If the project itself is named access-governance, its own settings
 * have the same prefix; then only names that look like a misspelled setting are refused.
 * @throws SettingsError that names the setting to correct
 */
export function checkSettings(keys: readonly string[], project: string): void {
    const names = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    for (const name of names) {
        if (settingNames.some((known) => known === name)) continue;
        const guess = hint(name, settingNames, 2);
        if (!guess && `${project}:` === prefix) continue;
        throw new SettingsError(
            `Unknown setting ${prefix}${name}${guess || `; available: ${settingNames.join(", ")}.`} Remove it with \`pulumi config rm ${prefix}${name}\`.`,
        );
    }
}

/**
 * Reads the settings from the stack's configuration (`access-governance:*`) and from the environment. Two settings that the configuration
 * does not contain are taken from the environment: url from ACCESS_GOVERNANCE_URL, and token from ACCESS_GOVERNANCE_TOKEN or
 * OPAL_AUTH_TOKEN. A token is accepted only with an address from the same source: see `assertSameSource`. A token from the environment is
 * sent over plain HTTP only if the environment allows it (ACCESS_GOVERNANCE_ALLOW_HTTP); for a token from the configuration, allowHttp can
 * be set in either source. allowTakeover can be set only in the environment (ACCESS_GOVERNANCE_ALLOW_TAKEOVER).
 * @throws SettingsError that names the setting to change
 */
export function readSettings(config: ProviderConfig, environment: NodeJS.ProcessEnv = process.env): KernelSettings {
    const get = (key: SettingName): string | undefined => config.get(`${prefix}${key}`)?.trim() || undefined;
    const own = { url: get("url"), token: get("token") };
    const fallback = environmentSettings(environment);
    const [url, token] = [own.url ?? fallback.url, own.token ?? fallback.token];
    if (!url) {
        throw new SettingsError(
            `No service URL configured. Set ACCESS_GOVERNANCE_URL or, for a program, \`pulumi config set access-governance:url ${VENDOR_URL}\`.`,
        );
    }
    const address = URL.canParse(url) ? new URL(url) : undefined;
    if (!address || !/^https?:$/.test(address.protocol)) {
        throw new SettingsError(
            `access-governance:url (or ACCESS_GOVERNANCE_URL) is ${JSON.stringify(url)}, which is not an http or https URL. Set it to the URL of the API, ending in /v1.`,
        );
    }
    if (address.username || address.password) {
        throw new SettingsError(
            "access-governance:url (or ACCESS_GOVERNANCE_URL) contains credentials. Remove them, and set the token as access-governance:token.",
        );
    }
    assertSameSource(own, fallback);
    const isAllowed = {
        stack: truth("access-governance:allowHttp", get("allowHttp"), "`pulumi config set`"),
        environment: truth(ALLOW_HTTP, environment[ALLOW_HTTP]?.trim() || undefined, "`unset`"),
    };
    const isOfEnvironment = own.token === undefined && fallback.token !== undefined;
    const allowHttp = isAllowed.environment || (isAllowed.stack && !isOfEnvironment);
    if (isUnencrypted(url) && !allowHttp) {
        const consent = isOfEnvironment ? ALLOW_HTTP : `access-governance:allowHttp (or ${ALLOW_HTTP})`;
        throw new SettingsError(
            `access-governance:url (or ACCESS_GOVERNANCE_URL) is ${JSON.stringify(url)}: over http, others on the network can read the token. Use the https URL; on a private network, set ${consent} to true.`,
        );
    }
    if (!token) {
        throw new SettingsError(
            "No API token configured. Set ACCESS_GOVERNANCE_TOKEN or, for a program, `pulumi config set --secret access-governance:token`.",
        );
    }
    const number = (key: SettingName, least: number) => wholeNumber(key, get(key), least);
    const inMs = (seconds: number | undefined) => seconds && seconds * 1000;
    const inBytes = (mebibytes: number | undefined) => mebibytes && mebibytes * 2 ** 20;
    const settings = {
        url: canonicalUrl(url),
        token,
        allowHttp,
        concurrency: number("concurrency", 1),
        readsPerSecond: number("readsPerSecond", 1),
        writesPerSecond: number("writesPerSecond", 1),
        retries: number("retries", 0),
        timeoutMs: inMs(number("timeoutSeconds", 1)),
        maxWaitMs: inMs(number("maxWaitSeconds", 0)),
        maxAnswerBytes: inBytes(number("maxAnswerMegabytes", 1)),
        lagMs: inMs(number("lagSeconds", 0)),
        read: readScope(get("read")),
        defaults: defaultsIn(get("defaults")),
        ignoredFields: fieldNamesIn(get("ignoredFields")),
        formerUrl: get("formerUrl"),
        allowMissing: truth("access-governance:allowMissing", get("allowMissing"), "`pulumi config set`"),
        allowTakeover: truth(TAKEOVER, environment[TAKEOVER]?.trim() || undefined, "`unset`"),
    };
    try {
        checkOptions(settings);
    } catch (error) {
        if (error instanceof InvalidOptionsError) throw new SettingsError(`access-governance: ${error.message}`);
        throw error;
    }
    return settings;
}

/** Address and token, as far as one source contains them. */
interface Access {
    readonly url?: string | undefined;
    readonly token?: string | undefined;
}

/**
 * Refuses to send a token to an address from another source, because whoever can edit one line of the other source could then read the
 * token. Two addresses are accepted for any token: the vendor's, and one that both sources contain.
 * @param own access in the configuration, which takes precedence
 * @throws SettingsError if the token in use does not belong to the address in use
 */
function assertSameSource(own: Access, environment: Access): void {
    const isSafe = (url: string): boolean =>
        [VENDOR_URL, environment.url ?? VENDOR_URL].map(canonicalUrl).includes(canonicalUrl(url));
    if (own.token === undefined) {
        if (environment.token === undefined || own.url === undefined || isSafe(own.url)) return;
        const url = JSON.stringify(canonicalUrl(own.url));
        throw new SettingsError(
            `The token is from the environment (ACCESS_GOVERNANCE_TOKEN or OPAL_AUTH_TOKEN), but the address ${url} is not: it is access-governance:url, or it is in the state. ` +
                `A token from the environment is sent only to the address in ACCESS_GOVERNANCE_URL, which ${environment.url === undefined ? "is not set" : "is another one"}. ` +
                `If the token belongs to ${url}, set ACCESS_GOVERNANCE_URL to this address, next to ACCESS_GOVERNANCE_TOKEN. Otherwise, store the token of this address in the stack: \`pulumi config set --secret access-governance:token\`.`,
        );
    }
    if (own.url !== undefined || environment.url === undefined) return;
    if (canonicalUrl(environment.url) === canonicalUrl(VENDOR_URL)) return;
    const url = JSON.stringify(canonicalUrl(environment.url));
    throw new SettingsError(
        `The token is access-governance:token, but the address ${url} is from the environment (ACCESS_GOVERNANCE_URL). A token from the configuration is sent only to the address in access-governance:url, which is not set. ` +
            `If the token belongs to ${url}, set the address next to it: \`pulumi config set access-governance:url ${canonicalUrl(environment.url)}\`. Otherwise, remove access-governance:token, and set ACCESS_GOVERNANCE_TOKEN to the token of this address.`,
    );
}

/** Returns the settings that can be taken from the environment, for a configuration that does not contain them. */
export function environmentSettings(environment: NodeJS.ProcessEnv): Access {
    const url = environment.ACCESS_GOVERNANCE_URL?.trim();
    const token = environment.ACCESS_GOVERNANCE_TOKEN?.trim() || environment.OPAL_AUTH_TOKEN?.trim();
    return { ...(url ? { url } : {}), ...(token ? { token } : {}) };
}

/**
 * Returns the settings of a state without the access that the environment replaces: its token, and its address, if the environment has
 * both. A token in the state never goes to the address in the environment.
 */
export function withoutReplaced<T extends object>(state: T, environment: NodeJS.ProcessEnv, named = ""): Partial<T> {
    const { url, token } = environmentSettings(environment);
    if (token === undefined) return state;
    const replaced = [`${named}token`, ...(url === undefined ? [] : [`${named}url`])];
    // The cast is safe: entries are only removed.
    return Object.fromEntries(Object.entries(state).filter(([name]) => !replaced.includes(name))) as Partial<T>;
}

function wholeNumber(key: string, text: string | undefined, least: number): number | undefined {
    if (text === undefined) return undefined;
    const number = Number(text);
    if (!Number.isInteger(number) || number < least) {
        throw new SettingsError(
            `access-governance:${key} is ${JSON.stringify(text)}: it must be a whole number, at least ${least}. Correct it with \`pulumi config set\`.`,
        );
    }
    return number;
}

function readScope(text: string | undefined): ReadScope | undefined {
    const found = READ_SCOPES.find((scope) => scope === text);
    if (found !== undefined || text === undefined) return found;
    throw new SettingsError(
        `access-governance:read is ${JSON.stringify(text)}: it must be ${READ_SCOPES.join(" or ")}.${hint(text, READ_SCOPES, 2)} Correct it with \`pulumi config set\`.`,
    );
}

function fieldNamesIn(text = "[]"): readonly string[] {
    const value = foreignJson(text)?.value;
    if (Array.isArray(value) && value.every((name) => typeof name === "string")) return value;
    throw new SettingsError(
        `access-governance:ignoredFields is ${quoted(text)}: it must be a JSON list of field names, such as ["last_synced_at"]. Correct it with \`pulumi config set\`.`,
    );
}

function defaultsIn(text = "{}"): Properties {
    const value = foreignJson(text)?.value;
    if (isObject(value)) return value;
    throw new SettingsError(
        `access-governance:defaults is ${quoted(text)}: it must be an object with a value for each field. Set one with \`pulumi config set --path 'access-governance:defaults.requireMfaToApprove' true\`.`,
    );
}

function truth(name: string, text: string | undefined, command: string): boolean {
    if (text === undefined || text === "false") return false;
    if (text === "true") return true;
    throw new SettingsError(
        `${name} is ${JSON.stringify(text)}: it must be true or false. Correct it with ${command}.`,
    );
}
