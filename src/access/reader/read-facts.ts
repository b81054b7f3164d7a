import type { Client } from "../../api/client.js";
import type { Facts } from "../model/facts/facts.js";
import { type FactsAround, OrganizationReading, type ReadAroundOptions, type ReadOptions } from "./reading.js";

/**
 * Reads all facts about who can do what. Facts that the token does not have permission to read, or that the API does not return, become
 * unknowns.
 * @throws any error of an API call except "forbidden" and "not found"
 */
export async function readFacts(client: Client, options: ReadOptions = {}): Promise<Facts> {
    const reading = new OrganizationReading(client, options);
    await reading.begin();
    return reading.facts();
}

/**
 * Reads the facts that a change may affect, including the targets that become visible to users who join a group.
 * @throws the same errors as `readFacts`
 */
export async function readFactsAround(
    client: Client,
    { changes, isWhole = false, ...options }: ReadAroundOptions,
): Promise<FactsAround> {
    const reading = new OrganizationReading(client, options);
    await reading.begin();
    return reading.withNewlyVisible(changes, isWhole);
}
