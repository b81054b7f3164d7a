import { personName } from "../../common/names.js";
import type { NamedFacts, Target } from "../model/facts/facts.js";

/** An object that can be named in questions and answers. */
export interface NamedObject {
    readonly type: Target["type"] | "user" | "identity" | "owner";
    readonly id: string;
    readonly name: string;
    readonly email?: string;
}

/** Looks up names of objects by id. */
export class Directory {
    readonly #byId = new Map<string, NamedObject>();
    /** Number of users per name. Users who share a name are shown with their email addresses. */
    readonly #namesakes = new Map<string, number>();

    /** @param more names of additional objects that are not in the facts, such as those that a change creates */
    constructor(facts: readonly NamedFacts[], more: ReadonlyMap<string, string> = new Map()) {
        for (const { users, identities, groups, resources, bundles, owners } of facts) {
            // A non-human identity is also a resource. The entry of the resource overwrites the entry of the identity.
            for (const { id, name } of identities) this.#byId.set(id, { type: "identity", id, name });
            for (const { id, name } of resources) this.#byId.set(id, { type: "resource", id, name });
            for (const { id, name } of groups) this.#byId.set(id, { type: "group", id, name });
            for (const { id, name } of bundles) this.#byId.set(id, { type: "bundle", id, name });
            for (const { id, name } of owners) this.#byId.set(id, { type: "owner", id, name });
            for (const { id, name, email } of users)
                this.#byId.set(id, { type: "user", id, name, ...(email !== undefined && { email }) });
        }
        for (const { type, name } of this.#byId.values())
            if (type === "user") this.#namesakes.set(name, (this.#namesakes.get(name) ?? 0) + 1);
        for (const [id, name] of more) this.#byId.set(id, { ...(this.#byId.get(id) ?? { type: "group", id }), name });
    }

    /** `Ada Lovelace (ada@…)` for a user with an email address, otherwise the name. The id if the object is unknown. */
    nameOf(id: string): string {
        const { name, email } = this.#byId.get(id) ?? {};
        return personName(name, email) ?? id;
    }

    /** The name, followed by the email address only if several users have the same name. */
    shortNameOf(id: string): string {
        const { type, name } = this.#byId.get(id) ?? {};
        return type === "user" && name && this.#namesakes.get(name) === 1 ? name : this.nameOf(id);
    }

    find(id: string): NamedObject | undefined {
        return this.#byId.get(id);
    }

    all(): IterableIterator<NamedObject> {
        return this.#byId.values();
    }
}
