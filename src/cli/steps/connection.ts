import { AccessGovernanceClient } from "../../api/access-governance-client.js";
import { SettingsError } from "../../common/errors.js";
import { type Phrase, prose } from "../../common/phrase.js";
import { readSettings } from "../../provider/settings.js";
import type { PreviewDocument } from "../../review/report/document.js";

/** The client for the service. If there is none, `problem` is the reason, and ids are shown instead of names. */
export interface ServiceConnection {
    readonly client?: AccessGovernanceClient;
    readonly problem: Phrase;
}

/** Connects to the service of the stack. */
export function connectionFor(document: PreviewDocument): ServiceConnection {
    const home = document.steps.map(({ oldState }) => oldState?.outputs.__url).find((url) => typeof url === "string");
    // The address of the state counts as one of the configuration, so a token of the environment is not sent to just any address there.
    const url = process.env.ACCESS_GOVERNANCE_URL || home;
    const hasToken = (process.env.ACCESS_GOVERNANCE_TOKEN || process.env.OPAL_AUTH_TOKEN || "") !== "";
    try {
        const settings = readSettings({ get: (key) => (key === "access-governance:url" ? url : undefined) });
        return { client: new AccessGovernanceClient({ ...settings, retries: 1, timeoutMs: 10_000 }), problem: prose`` };
    } catch (error) {
        if (!(error instanceof SettingsError)) throw error;
        if (hasToken) return { problem: prose`${error.message}` };
        return { problem: prose`No token is set. Set ACCESS_GOVERNANCE_TOKEN to a token with read access.` };
    }
}
