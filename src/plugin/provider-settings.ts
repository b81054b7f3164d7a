import { SettingsError } from "../common/errors.js";
import type { Properties } from "../common/properties.js";
import { isDefaultProviderUrn } from "../common/pulumi-type.js";
import { hasUnknown } from "../common/unknown.js";
import { canonicalUrl, isHomeUrl } from "../common/urls.js";
import { received } from "../provider/plugin/wire.js";
import {
    checkSettings,
    type KernelSettings,
    readSettings,
    settingNames,
    withoutReplaced,
} from "../provider/settings.js";

const PREFIX = "access-governance:";

/** Settings of one provider, by their names in a stack's configuration. */
interface ProviderSettings {
    readonly settings: Readonly<Record<string, string | undefined>>;
    /** Whether they are those of the last `pulumi up`, which the program may have changed since. */
    readonly isFormer: boolean;
}

/** Returns the settings of a provider that the program registered. */
export function programSettings(args: Properties): ProviderSettings {
    return { settings: settingsIn(args), isFormer: false };
}

/**
 * Returns the settings of a provider in the state. The engine sends those of the last `pulumi up`, but its environment variable
 * PULUMI_CONFIG contains the package's part of the stack's configuration, from which the default provider gets its settings. Without
 * them, a revoked token in the state would lock the stack.
 * @param args settings of the last `pulumi up`
 */
export function formerSettings(urn: string, args: Properties, environment: NodeJS.ProcessEnv): ProviderSettings {
    const stack = stackSettings(environment.PULUMI_CONFIG);
    if (!isDefaultProviderUrn(urn) || !stack) return { settings: settingsIn(args), isFormer: true };
    // The file with the configuration may be missing, for example in a `pulumi destroy` outside the project.
    const all = Object.keys(stack).length > 0 ? stack : withoutReplaced(args, environment);
    return programSettings(all);
}

/**
 * The organization that a process of the provider serves. Pulumi starts a process for each provider, but with PULUMI_DEBUG_PROVIDERS it
 * configures one process for all of them. The process holds the client and the objects of the first organization.
 */
export class ServedOrganization {
    #served: { readonly url: string; readonly token: string } | undefined;

    /**
     * Accepts the settings of a provider unless the process serves another organization.
     * @throws SettingsError if the address or the token is not the first one, or if later settings are invalid. The session reports an
     * error in the first ones for each resource.
     */
    accept({ settings }: ProviderSettings): void {
        const first = this.#served;
        const now = first ? readSettings({ get: (key) => settings[key] }) : validIn(settings);
        this.#served ??= now && { url: now.url, token: now.token };
        if (!first || !now || (now.url === first.url && now.token === first.token)) return;
        throw new SettingsError(
            `This process of the provider serves ${first.url}, so it cannot also serve ${now.url === first.url ? "it with another token" : now.url}: one process serves one organization. ` +
                "If PULUMI_DEBUG_PROVIDERS is set, unset it, or stop this process and start it again for the other organization.",
        );
    }
}

function validIn(settings: ProviderSettings["settings"]): KernelSettings | undefined {
    try {
        return readSettings({ get: (key) => settings[key] });
    } catch (error) {
        if (error instanceof SettingsError) return undefined;
        throw error;
    }
}

/**
 * Returns what is wrong with the settings of a provider. Refuses another URL, because the program could create objects there before the
 * engine reaches an object that was created at the former URL.
 * @param olds settings of the last `pulumi up`
 */
export function settingFaults(urn: string, olds: Properties, news: Properties): { property: string; reason: string }[] {
    if (hasUnknown(received(news).values)) return [];
    const names = Object.keys(news).filter((name) => !["version", "pluginDownloadURL"].includes(name));
    try {
        checkSettings(
            names.map((name) => `${PREFIX}${name}`),
            "",
        );
        const { settings } = programSettings(news);
        const now = readSettings({ get: (key) => settings[key] });
        const { [`${PREFIX}url`]: before } = settingsIn(olds);
        return before === undefined || isHomeUrl(now, before) ? [] : [fault(moved(urn, before, now.url))];
    } catch (error) {
        if (!(error instanceof SettingsError)) throw error;
        return [fault(error.message)];
    }
}

function moved(urn: string, before: string, now: string): string {
    const former = canonicalUrl(before);
    const [, name = ""] = /::([^:]*)$/.exec(urn) ?? [];
    const consent = isDefaultProviderUrn(urn)
        ? `run \`pulumi config set ${PREFIX}formerUrl ${former}\``
        : `set the argument formerUrl of the provider ${JSON.stringify(name)} to ${JSON.stringify(former)}`;
    return (
        `The url is ${now}, but the last \`pulumi up\` used ${former}. Restore it, or use another stack for the other organization. ` +
        `If the service itself moved, or this stack has no objects at the former URL, ${consent}.`
    );
}

function fault(reason: string): { property: string; reason: string } {
    return { property: "", reason };
}

/** Parses the variable PULUMI_CONFIG. Returns undefined if the engine does not set it. */
function stackSettings(json: string | undefined): Properties | undefined {
    try {
        const all = JSON.parse(json ?? "") as Properties; // The engine writes an object of strings.
        const own = Object.entries(all).map(([key, value]) => [key.replace(PREFIX, ""), value] as const);
        return Object.fromEntries(own.filter(([name]) => !name.includes(":")));
    } catch {
        return undefined;
    }
}

/**
 * Converts the settings of a provider to their names in a stack's configuration. Generated SDKs send numbers, booleans and objects as JSON
 * text, also null; YAML programs send them as they are.
 */
function settingsIn(args: Properties): Record<string, string | undefined> {
    const { values } = received(args);
    return Object.fromEntries(
        settingNames.map((name) => {
            const value = values[name];
            const text = typeof value === "object" ? JSON.stringify(value) : String(value);
            return [`${PREFIX}${name}`, value === undefined || text === "null" ? undefined : text];
        }),
    );
}
