import { chmodSync, writeFileSync } from "node:fs";
import type { AccessTest } from "../../access/guarantees/tests/access-test.js";
import type { Assumptions, Facts, NamedFacts, Tag, Target } from "../../access/model/facts/facts.js";
import type { Aspect } from "../../access/model/model.js";
import { Client } from "../../api/client.js";
import { readDocument } from "../calls/input.js";
import { assumptionsFrom } from "../options/gates.js";
import { readerSettings } from "../options/reader-settings.js";
import { Progress } from "../screen/progress.js";

/** Options for additional reads. */
export interface FactsOptions {
    /** File with the assumptions about the organization. */
    readonly rules?: string | undefined;
    /** The assumptions themselves, instead of a file. */
    readonly assumptions?: Partial<Assumptions> | undefined;
    /** Reads all tags. Default: those that access rules need. */
    readonly hasAllTags?: boolean;
    /** Tests. The tags and access levels that they need are read as well. */
    readonly tests?: readonly AccessTest[];
    /** Reads only who has the groups and resources, for answers about nothing else. */
    readonly onlyHolders?: boolean;
    /** Called with the lists of all named objects before other data is read from the service. If it throws, reading stops. */
    readonly listed?: (lists: NamedFacts) => void;
    /** Reads only what decides these aspects of the target. The facts about everything else are unknown. */
    readonly about?: { readonly aspects: readonly Aspect[]; readonly target: (lists: NamedFacts) => Target };
}

/**
 * Reads who can do what from the service, with the settings in the environment variables, and shows progress.
 * @throws SettingsError, UsageError, and errors from API calls
 */
export async function readService({
    hasAllTags = false,
    tests = [],
    onlyHolders = false,
    listed,
    about,
    ...options
}: FactsOptions = {}): Promise<Facts> {
    // Reports an invalid file before anything is read.
    const assumed = await assumedBy(options);
    const [{ readFacts, readFactsAbout }, { withEvidence }, { evidenceFor }] = await Promise.all([
        import("../../access/reader/read-facts.js"),
        import("../../access/reader/evidence.js"),
        import("../../access/guarantees/tests/access-test.js"),
    ]);
    const wanted = { ...evidenceFor(tests), ...(hasAllTags && { tags: "all" as const }) };
    return withReader(async (client, progress) => {
        const facts = about
            ? await readFactsAbout(client, { ...about, progress, assuming: (given) => assuming(given, assumed) })
            : await readFacts(client, { progress, onlyHolders, ...(listed && { listed }) });
        return assuming(await withEvidence(client, facts, wanted), assumed);
    });
}

/** Reads the service, with the settings in the environment variables, and shows progress until the work ends. */
export async function withReader<T>(
    work: (client: Client, progress: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
    const progress = new Progress(process.stderr);
    const client = new Client({ ...readerSettings(), onWait: (line) => progress.say(line) });
    return work(client, (done, total) => progress.show(done, total)).finally(() => progress.end());
}

/** Tags of the service by id. Facts contain tags by key and value, programs by id. */
export async function readTags(): Promise<ReadonlyMap<string, Tag>> {
    const { tagsById } = await import("../../access/reader/reads/tags.js");
    return tagsById(new Client(readerSettings()));
}

/** Reads a file of `access-governance snapshot`. @throws UsageError if it is not readable or not a snapshot */
export async function readSnapshot(file: string, options: FactsOptions = {}): Promise<Facts> {
    const assumed = await assumedBy(options);
    const text = await readDocument(file, "The snapshot");
    const { parseSnapshot } = await import("../../access/reader/snapshot.js");
    return assuming(parseSnapshot(text, file), assumed);
}

async function assumedBy({ rules, assumptions }: FactsOptions): Promise<FactsOptions["assumptions"]> {
    return assumptions ?? (await assumptionsFrom(rules)).assumptions;
}

/** Adds assumptions, which override those of a snapshot. */
function assuming(facts: Facts, assumptions: FactsOptions["assumptions"] = {}): Facts {
    return { ...facts, assumptions: { ...facts.assumptions, ...assumptions } };
}

/** Saves the facts in a file that only this user can read, even if the file already existed with another mode. */
export function writeSnapshot(file: string, facts: Facts): void {
    writeFileSync(file, `${JSON.stringify(facts)}\n`, { mode: 0o600 });
    chmodSync(file, 0o600);
}
