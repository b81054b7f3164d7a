import { randomUUID } from "node:crypto";
import type { Client } from "../../../api/client.js";
import { CallError, NotFoundError } from "../../../api/errors.js";

/** Key of the tag. Its value differs in each run. */
const KEY = "access-governance-cache-probe";

/**
 * Creates a tag and deletes it, so that its audit events show whether the list of events is up to date. It takes a write,
 * because reads are not known to leave events. The id is new, so the events cannot be those of another run. Returns the
 * id of the tag.
 * @throws CallError
 */
export async function probe(client: Client, say: (line: string) => void): Promise<string> {
    const tag = { tag_key: KEY, tag_value: randomUUID() };
    const { tag_id } = await client.call("createTag", { body: tag }).catch(async (error: unknown) => {
        // The service may have created it without answering.
        if (!(error instanceof CallError && error.ambiguous)) throw error;
        return client.call("findTag", { query: tag }).catch(() => {
            throw error;
        });
    });
    await client.call("deleteTag", { path: { tag_id } }).catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        if (error instanceof NotFoundError) return;
        say(`The tag ${KEY}: ${tag.tag_value} could not be deleted. Delete it. ${error.message}`);
    });
    return tag_id;
}
