import { randomUUID } from "node:crypto";
import type { Client } from "../../../api/client.js";
import { CallError, NotFoundError } from "../../../api/errors.js";

/** Key of the tag. Each run uses a different value. */
const KEY = "access-governance-cache-probe";

/**
 * Creates a tag and deletes it. If its audit events are listed, the list of events is up to date. A write is needed, because reads may not
 * cause events. The id is new, so the events cannot belong to another run. Returns the id of the tag.
 * @throws CallError
 */
export async function probe(client: Client, say: (line: string) => void): Promise<string> {
    const tag = { tag_key: KEY, tag_value: randomUUID() };
    const { tag_id } = await client.call("createTag", { body: tag }).catch(async (error: unknown) => {
        // The service may have created the tag even though no response arrived.
        if (!(error instanceof CallError && error.ambiguous)) throw error;
        return client.call("findTag", { query: tag }).catch(() => {
            throw error;
        });
    });
    await client.call("deleteTag", { path: { tag_id } }).catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        if (error instanceof NotFoundError) return;
        say(`The tag ${KEY}: ${tag.tag_value} could not be deleted. Delete it manually. ${error.message}`);
    });
    return tag_id;
}
