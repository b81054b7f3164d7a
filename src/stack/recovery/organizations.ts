import { SettingsError } from "../../common/errors.js";
import { isDefaultProviderUrn } from "../../common/pulumi-type.js";
import { type KernelState, parseState } from "../../provider/metadata.js";
import { Session } from "../../provider/run/session.js";
import { environmentSettings, withoutReplaced } from "../../provider/settings.js";
import type { Kind } from "../../provider/shapes/kind.js";
import { assertHome } from "../../provider/steps/observation.js";
import { openedProperties, providerUrn, type StateEntry } from "../deployment.js";

/** Sessions for the organizations that the providers of a deployment manage. */
export class Organizations {
    readonly #sessions = new Map<string, Session | undefined>();

    constructor(
        private readonly entries: readonly StateEntry[],
        private readonly kindOf: (type: string) => Kind | undefined,
        private readonly say: (line: string) => void,
    ) {}

    /**
     * Returns a session with the settings of a provider. Undefined if the provider has its own token and the export contains it only in
     * encrypted form.
     * @throws SettingsError if a setting is missing
     * @throws WrongOrganizationError if objects of the provider were created at a different URL
     */
    of(provider: string): Session | undefined {
        if (!this.#sessions.has(provider)) this.#sessions.set(provider, this.#open(provider));
        return this.#sessions.get(provider);
    }

    /**
     * Returns once it is plausible that a pending object does not exist.
     * @throws WrongOrganizationError if the organization does not have the user who created the other objects of this provider
     */
    async believeMissing(provider: string): Promise<void> {
        const createdBy = this.#kept(provider).find(({ state }) => state.createdBy)?.state.createdBy;
        // All pending objects are counted as one missing object, because it is plausible that none of them was created.
        await this.of(provider)?.absence.believe("pending", provider, provider, createdBy);
    }

    #open(provider: string): Session | undefined {
        const urn = providerUrn(provider);
        const isDefault = isDefaultProviderUrn(urn);
        const inputs = this.entries.find((entry) => entry.urn === urn)?.inputs ?? {};
        const known = openedProperties(inputs, undefined);
        const isEncrypted = "access-governance:token" in inputs && known["access-governance:token"] === undefined;
        if (!isDefault && isEncrypted) return undefined;
        const kept = this.#kept(provider);
        const home = { "access-governance:url": kept.find(({ state }) => state.url)?.state.url, ...known };
        // For the default provider, the environment takes precedence, because the exported settings may be outdated.
        const settings: Record<string, unknown> = isDefault
            ? withoutReplaced(home, process.env, "access-governance:")
            : home;
        const session = new Session(this.say);
        session.configure({
            get: (name) => {
                const value = settings[name];
                return typeof value === "string" ? value : undefined;
            },
        });
        if (session.problem) {
            const hint =
                isEncrypted && environmentSettings(process.env).token === undefined
                    ? " The stack's token is encrypted in this export: run `pulumi stack export --show-secrets`."
                    : "";
            throw new SettingsError(session.problem.message + hint);
        }
        for (const { id, state } of kept) assertHome(session, id, state);
        return session;
    }

    #kept(provider: string): { readonly id: string; readonly state: KernelState }[] {
        return this.entries.flatMap(({ type, id, outputs, ...entry }) => {
            const kind = this.kindOf(type);
            if (!kind || entry.provider !== provider || id === undefined || !outputs) return [];
            return [{ id, state: parseState(kind.name, outputs) }];
        });
    }
}
