import type { Target } from "../../access/model/facts/facts.js";
import type { Client } from "../../api/client.js";
import { CallError, UnauthorizedError, UnreachableError } from "../../api/errors.js";
import type { OperationName } from "../../api/generated/operations.gen.js";
import { listing, operation } from "../../provider/live/operation.js";
import { queried } from "../../resources/queries/holders.js";
import type { Unverified } from "../finding.js";

/** The holders of a target according to one operation. */
export interface HolderEvidence {
    readonly operation: OperationName;
    /** `all`: direct and inherited holders. `direct`: direct members only. */
    readonly scope: "all" | "direct";
    /** The levels of each holder, by user id. The lists are empty if the operation does not return levels. */
    readonly levels: ReadonlyMap<string, readonly HeldAccess[]>;
    readonly hasLevels: boolean;
}

/** Access at a level. */
export interface HeldAccess {
    readonly level: string;
    /** Expiration date in ISO format. Null if the access does not expire. */
    readonly until: string | null;
}

const groupUsers = listing("getGroupUsers");
const resourceUsers = listing("getResourceUsers");
const status = operation("getResourceUserAccessStatus", (resourceId: string, userId: string, level: string) => ({
    path: { resource_id: resourceId, user_id: userId },
    query: level === "" ? {} : { access_level_remote_id: level },
}));
const resource = operation("getResource");

/** Reads the holders of targets from the service. Does not call an operation again after it was refused or was missing. */
export class HolderReader {
    readonly #broken = new Map<OperationName, string>();
    #answers = 0;

    constructor(private readonly client: Client) {}

    /** Number of responses received. */
    get answers(): number {
        return this.#answers;
    }

    /** Operations that failed. */
    get unverified(): Unverified[] {
        return [...this.#broken].map(([name, because]) => ({ operation: name, because }));
    }

    /** Returns the holders of a target from each operation that lists them. */
    async of({ type, id }: Target): Promise<HolderEvidence[]> {
        const direct =
            type === "group"
                ? this.#ask("getGroupUsers", async () => ({
                      operation: "getGroupUsers" as const,
                      scope: "direct" as const,
                      hasLevels: true,
                      levels: heldBy(await groupUsers.all(this.client, id)),
                  }))
                : this.#ask("getResourceUsers", async () => ({
                      operation: "getResourceUsers" as const,
                      scope: "all" as const,
                      hasLevels: true,
                      levels: heldBy(await resourceUsers.all(this.client, id)),
                  }));
        const reaching = this.#ask("runQuery", async () => ({
            operation: "runQuery" as const,
            scope: "all" as const,
            hasLevels: false,
            levels: new Map((await this.#usersReaching(id)).map((user) => [user, []])),
        }));
        const all: (HolderEvidence | undefined)[] = await Promise.all([direct, reaching]);
        return all.filter((one) => one !== undefined);
    }

    /** Whether a user has access to a resource at a level. Undefined if the operation failed. */
    async isAuthorized(resourceId: string, userId: string, level: string): Promise<boolean | undefined> {
        const answer = await this.#ask("getResourceUserAccessStatus", () =>
            status.send(this.client, resourceId, userId, level),
        );
        return answer && answer.status === "AUTHORIZED";
    }

    /** Returns the id of the parent resource. Undefined if there is none, or if the operation failed. */
    async parentOf(resourceId: string): Promise<string | undefined> {
        const answer = await this.#ask("getResource", () => resource.send(this.client, resourceId));
        return answer?.parent_resource_id ?? undefined;
    }

    #usersReaching(id: string): Promise<string[]> {
        return queried(this.client, {
            nodeFilters: { entityTypes: ["USER"] },
            accessFilters: { hasAccessTo: { entityIDs: [id] } },
        });
    }

    async #ask<T>(name: OperationName, read: () => Promise<T>): Promise<T | undefined> {
        if (this.#broken.has(name)) return undefined;
        try {
            const answer = await read();
            this.#answers += 1;
            return answer;
        } catch (error) {
            if (
                !(error instanceof CallError) ||
                error instanceof UnreachableError ||
                error instanceof UnauthorizedError
            )
                throw error;
            this.#broken.set(name, becauseOf(error));
            return undefined;
        }
    }
}

/** Returns the reason why an operation failed, without any text from the service. */
export function becauseOf({ name, failure: { status } }: CallError): string {
    return status === undefined ? name : `${name} (${status})`;
}

interface ListedHolder {
    readonly user_id: string;
    readonly access_level?: { readonly access_level_remote_id?: string | undefined } | null | undefined;
    readonly expiration_date?: string | null | undefined;
}

function heldBy(entries: readonly ListedHolder[]): Map<string, HeldAccess[]> {
    const found = new Map<string, HeldAccess[]>();
    for (const { user_id, access_level, expiration_date } of entries) {
        const held = { level: access_level?.access_level_remote_id ?? "", until: expiration_date ?? null };
        found.set(user_id, [...(found.get(user_id) ?? []), held]);
    }
    return found;
}
