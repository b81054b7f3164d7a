import { readSettings, type Settings } from "../../provider/settings.js";

/** Who reads an organization as a whole, from a stack's configuration and from the environment. @throws SettingsError that names what to set */
export function readerSettings(
    environment: NodeJS.ProcessEnv = process.env,
    config: ReadonlyMap<string, string> = new Map(),
): Settings {
    const own: Readonly<Record<string, string | undefined>> = {
        "access-governance:readsPerSecond": environment.ACCESS_GOVERNANCE_READS_PER_SECOND,
        // Reads wait for their answers most of the time: what limits them is their rate.
        "access-governance:concurrency": "20",
    };
    return readSettings({ get: (key) => own[key] ?? config.get(key) }, environment);
}
