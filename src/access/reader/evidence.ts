import type { Client } from "../../api/client.js";
import type { Facts, Target } from "../model/facts/facts.js";
import { AccessModel } from "../model/model.js";
import { leveled } from "./levels.js";
import { addTags, tagsById } from "./reads/tags.js";

/** Additional facts to read that the access model does not require. */
export interface WantedEvidence {
    /** Tags of users, groups and resources to read, as `key` or `key=value`. */
    readonly tags: readonly string[] | "all";
    /** Returns the groups and resources whose access levels should be read. */
    readonly leveled?: ((model: AccessModel) => readonly Target[]) | undefined;
}

/**
 * Reads the evidence and adds it to the facts. Reads three lists for each tag, and makes one call for each target whose levels are
 * required.
 */
export async function withEvidence(
    client: Client,
    facts: Facts,
    { tags, leveled: of }: WantedEvidence,
): Promise<Facts> {
    const wanted = { ofUsers: true, ...(tags !== "all" && { texts: tags }) };
    const found = tags.length > 0 ? await addTags(client, facts, await tagsById(client), wanted) : facts;
    return of ? leveled(client, found, of(AccessModel.of(found))) : found;
}
