import { chmodSync, writeFileSync } from "node:fs";
import type { Facts, Tag } from "../../access/facts.js";
import { Client } from "../../api/client.js";
import { readDocument } from "../calls/input.js";
import { readerSettings } from "../options/reader-settings.js";
import { Progress } from "../screen/progress.js";

/** Reads who may do what from the service that the environment names, and shows how far it is. @throws SettingsError, and what a call throws */
export async function readService(): Promise<Facts> {
    const { readFacts } = await import("../../access-reader/read-facts.js");
    const progress = new Progress(process.stderr);
    const client = new Client({ ...readerSettings(), onWait: (line) => progress.say(line) });
    return readFacts(client, { progress: (done, total) => progress.show(done, total) }).finally(() => progress.end());
}

/** The tags of the service, by id: facts name tags by key and value, a program by id. */
export async function readTags(): Promise<ReadonlyMap<string, Tag>> {
    const { tagsById } = await import("../../access-reader/tags.js");
    return tagsById(new Client(readerSettings()));
}

/** Reads what `access-governance snapshot` wrote. @throws UsageError if it cannot be read, or holds no facts */
export async function readSnapshot(file: string): Promise<Facts> {
    const text = await readDocument(file, "The snapshot");
    const { parseSnapshot } = await import("../../access-reader/snapshot.js");
    return parseSnapshot(text, file);
}

/** Saves who may do what, for the user alone: a file that was there keeps nothing of its mode. */
export function writeSnapshot(file: string, facts: Facts): void {
    writeFileSync(file, `${JSON.stringify(facts)}\n`, { mode: 0o600 });
    chmodSync(file, 0o600);
}
