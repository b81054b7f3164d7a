import type { Client } from "../../../api/client.js";
import { paladinIds } from "../../../resources/queries/holders.js";
import type { User } from "../../model/facts/facts.js";
import { paladin } from "./operations.js";
import { noneOfThese, type Reads } from "./reads.js";

/** Reads properties of Paladins that the list of users lacks, by id: no list returns which of them only monitor. */
export async function readPaladins(
    client: Client,
    reads: Reads,
): Promise<ReadonlyMap<string, Pick<User, "isPaladin" | "isMonitor">>> {
    const ids = await reads.attempt(() => paladinIds(client).catch(noneOfThese));
    const read = async (id: string) => {
        const found = await reads.attempt(() => paladin.send(client, id));
        return [id, { isPaladin: true, ...(found && { isMonitor: found.monitor_mode }) }] as const;
    };
    return new Map(await Promise.all((ids ?? []).map(read)));
}
