import type { Answer, CallOptions } from "./client.js";
import { NotFoundError } from "./errors.js";
import { Areas, OwnersArea } from "./generated/areas.gen.js";
import { operations } from "./generated/operations.gen.js";

/**
 * The whole API, typed: a method for each operation, by area. Answers are what the service sent, under the API's own names.
 *
 *     const client = new AccessGovernanceClient({ url, token });
 *     const group = await client.groups.get(groupId);
 *     for await (const event of client.events.list({ actor_filter: userId })) …
 *
 * Arguments come in one order: the ids of the path, the body, the query, the options of the call. Lists are a `List`: they are iterated,
 * or read by `page()`, `pages()` and `all()`.
 *
 * Connection errors, 5xx and 429 are repeated if that cannot do a thing twice: a write is repeated only if it had no effect. Every
 * failure is a CallError of the class that names its meaning.
 */
export class AccessGovernanceClient extends Areas {
    override readonly owners = new OwnersByAnyName(this);
}

class OwnersByAnyName extends OwnersArea {
    /** As the operation; an owner whose name holds a slash cannot be read by path and is looked up in the list. */
    override async getByName(ownerName: string, options?: CallOptions): Promise<Answer<"getOwnerByName">> {
        if (!String(ownerName).includes("/")) return super.getByName(ownerName, options);
        for await (const owner of this.list({ name: ownerName }, options)) {
            if (owner.name === ownerName) return owner;
        }
        const { summary } = operations.getOwnerByName;
        throw new NotFoundError(
            { operation: "getOwners", summary, method: "GET", path: "/owners" },
            `has no owner named ${JSON.stringify(ownerName)}`,
            "Check the name, and that the token may see the owner.",
        );
    }
}
