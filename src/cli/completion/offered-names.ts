import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type KernelSettings, readSettings } from "../../provider/settings.js";

/** Maximum wait for the service after a key press, in milliseconds. */
const BUDGET_MS = 300;

/** Lifetime of cached names, in milliseconds. */
const NAMES_FRESH_MS = 60_000;

/** Matches names that do not need quotes in any shell. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}._@+/-]*$/u;

/** Matches names that cannot be quoted in every shell, or that look like options. */
const UNQUOTABLE = /^-|\p{Cc}|\p{Zl}|\p{Zp}/u;

/**
 * Returns the names of the objects of a kind, from the service that the environment variables point to. Empty if the service is slow or on
 * any error. Without `quotes`, returns only names that need no quotes in a shell.
 */
export async function offeredNames(of: string, quotes: boolean): Promise<string[]> {
    try {
        const settings = readSettings({ get: () => undefined });
        const file = fileOf(settings, of);
        const names = keptIn(file) ?? (await namesFrom(settings, of, file));
        return names.filter((name) => (quotes ? !UNQUOTABLE.test(name) : PLAIN.test(name)));
    } catch {
        // A message would appear within the line that the user types.
        return [];
    }
}

async function namesFrom(settings: KernelSettings, of: string, file: string): Promise<string[]> {
    const [{ Client }, { ExactNames }] = await Promise.all([
        import("../../api/client.js"),
        import("../calls/names.js"),
    ]);
    const client = new Client({ ...settings, retries: 0, timeoutMs: BUDGET_MS, onWait: () => undefined });
    const end = Date.now() + BUDGET_MS;
    const found: string[] = [];
    for await (const names of new ExactNames(client).pages(of)) {
        found.push(...names);
        if (Date.now() > end) return found;
    }
    keep(file, found);
    return found;
}

/** Returns the cache file for a kind. There is one file per kind and token, because tokens can see different objects. */
function fileOf({ url, token }: KernelSettings, of: string): string {
    const name = createHash("sha256")
        .update(JSON.stringify([url, token, of]))
        .digest("hex")
        .slice(0, 16);
    return join(cacheFolder(), `names-${name}.json`);
}

function keptIn(file: string): string[] | undefined {
    try {
        // The format that `keep` writes. Any other content throws below or contains no names.
        const { at, names } = JSON.parse(readFileSync(file, "utf8")) as { at: number; names: string[] };
        return Math.abs(Date.now() - at) < NAMES_FRESH_MS ? names.map(String) : undefined;
    } catch {
        return undefined;
    }
}

function keep(file: string, names: readonly string[]): void {
    mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 });
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, JSON.stringify({ at: Date.now(), names }), { mode: 0o600 });
    renameSync(temporary, file);
}

/** Cache folder of this user. It may be deleted at any time. */
function cacheFolder(): string {
    const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
    const mac = process.platform === "darwin" && join(homedir(), "Library/Caches");
    return join(XDG_CACHE_HOME || LOCALAPPDATA || mac || join(homedir(), ".cache"), "access-governance");
}
