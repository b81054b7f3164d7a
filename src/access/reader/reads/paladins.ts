import type { Client } from "../../../api/client.js";
import { paladinIds } from "../../../api/holders.js";
import type { User } from "../../model/facts/facts.js";
import { paladin } from "./operations.js";
import { emptyIfMissing, type PartialReads } from "./reads.js";

/**
 * Reads which users are Paladins, and which of these are in monitor mode. Returns them by user id. The list of users does not contain this
 * information.
 */
export async function readPaladins(
    client: Client,
    reads: PartialReads,
): Promise<ReadonlyMap<string, Pick<User, "isPaladin" | "isMonitor">>> {
    const ids = await reads.attempt(() => paladinIds(client).catch(emptyIfMissing));
    const read = async (id: string) => {
        const found = await reads.attempt(() => paladin.send(client, id));
        if (found) reads.fields.whole(paladin, found, { type: "paladin", id });
        return [id, { isPaladin: true, ...(found && { isMonitor: found.monitor_mode }) }] as const;
    };
    return new Map(await Promise.all((ids ?? []).map(read)));
}
