import type { Client } from "../../api/client.js";
import type { Facts } from "../model/facts/facts.js";
import { type FactsAround, type ReadAroundOptions, Reading, type ReadOptions } from "./reading.js";

/**
 * Reads who may do what. Facts that the token may not read or no operation returns become unknowns.
 * @throws any error of a call except a refusal or "not found"
 */
export async function readFacts(client: Client, options: ReadOptions = {}): Promise<Facts> {
    const reading = new Reading(client, options);
    await reading.begin();
    return reading.facts();
}

/**
 * Reads the facts that a change may affect, including what users newly see if they join a group.
 * @throws as `readFacts`
 */
export async function readFactsAround(
    client: Client,
    { changes, isWhole = false, ...options }: ReadAroundOptions,
): Promise<FactsAround> {
    const reading = new Reading(client, options);
    await reading.begin();
    return reading.withNewlyVisible(changes, isWhole);
}
