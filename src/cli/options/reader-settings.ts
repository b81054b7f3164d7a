import { type KernelSettings, readSettings } from "../../provider/settings.js";

/**
 * Settings for reading a whole organization, from a stack's configuration and the environment. @throws SettingsError that names what to set
 */
export function readerSettings(
    environment: NodeJS.ProcessEnv = process.env,
    config: ReadonlyMap<string, string> = new Map(),
): KernelSettings {
    const own: Readonly<Record<string, string | undefined>> = {
        "access-governance:readsPerSecond": environment.ACCESS_GOVERNANCE_READS_PER_SECOND,
        // Reads mostly wait for responses, so the rate limits them, not the concurrency.
        "access-governance:concurrency": "20",
    };
    return readSettings({ get: (key) => own[key] ?? config.get(key) }, environment);
}
