import type { Answer, CallOptions } from "./client.js";
import { NotFoundError } from "./errors.js";
import { Areas, OwnersArea } from "./generated/areas.gen.js";
import { operations } from "./generated/operations.gen.js";

/**
 * The typed client of the whole API: one method for each operation, grouped by area. Responses are returned as the
 * service sends them, with the API's own names.
 *
 *     const client = new AccessGovernanceClient({ url, token });
 *     const group = await client.groups.get(groupId);
 *     for await (const event of client.events.list({ actor_filter: userId })) …
 *
 * Every method takes its arguments in this order: the ids in the path, the body, the query, and the options of the
 * call. Methods that return a list return a `List`: iterate over it, or read it with `page()`, `pages()` or `all()`.
 *
 * Connection errors, 5xx and 429 are retried if this is safe: a write is retried only if it had no effect. Every failed
 * call throws a subclass of CallError.
 */
export class AccessGovernanceClient extends Areas {
    override readonly owners = new OwnersWithAnyName(this);
}

class OwnersWithAnyName extends OwnersArea {
    /** Returns the owner with this name. A name with a slash cannot be part of the URL path, so it is looked up in the list of owners. */
    override async getByName(ownerName: string, options?: CallOptions): Promise<Answer<"getOwnerByName">> {
        if (!String(ownerName).includes("/")) return super.getByName(ownerName, options);
        for await (const owner of this.list({ name: ownerName }, options)) {
            if (owner.name === ownerName) return owner;
        }
        const { summary } = operations.getOwnerByName;
        throw new NotFoundError(
            { operation: "getOwners", summary, method: "GET", path: "/owners" },
            `has no owner named ${JSON.stringify(ownerName)}`,
            "Check the name, and that the token has access to the owner.",
        );
    }
}
