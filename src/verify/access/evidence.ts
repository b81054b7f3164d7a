import type { Nesting, Target } from "../../access/model/facts/facts.js";
import { listing, operation } from "../../api/calls.js";
import type { Client } from "../../api/client.js";
import { CallError, UnauthorizedError, UnreachableError } from "../../api/errors.js";
import type { OperationName } from "../../api/generated/operations.gen.js";
import type { AccessEntityFilters, AccessResultNode } from "../../api/generated/types.gen.js";
import { queriedAccess } from "../../api/holders.js";
import { addTo } from "../../common/collections.js";
import type { Unverified } from "../finding.js";

/** The holders of a target according to one operation. */
export interface HolderEvidence {
    readonly operation: OperationName;
    /** `all`: direct and inherited holders. `direct`: direct members only. */
    readonly scope: "all" | "direct";
    /** The levels of each holder, by user id. */
    readonly levels: ReadonlyMap<string, readonly HeldAccess[]>;
    /** Ids of users who have a level only by using a non-human identity. The model does not count that as their access. */
    readonly throughMachines: readonly string[];
}

/** Access at a level. */
export interface HeldAccess {
    readonly level: string;
    /** Expiration date in ISO format. Null if the access does not expire. */
    readonly until: string | null;
    /** Whether one of the ways to the access is a direct grant. Undefined if the operation considers only some of the ways. */
    readonly isDirect?: boolean;
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

    /**
     * Returns the holders of a target from each operation that lists them.
     * @param machineIds ids of all non-human identities
     */
    async of({ type, id }: Target, machineIds: ReadonlySet<string>): Promise<HolderEvidence[]> {
        const direct =
            type === "group"
                ? this.#ask("getGroupUsers", async () => ({
                      operation: "getGroupUsers" as const,
                      scope: "direct" as const,
                      levels: heldBy(await groupUsers.all(this.client, id)),
                      throughMachines: [],
                  }))
                : this.#ask("getResourceUsers", async () => ({
                      operation: "getResourceUsers" as const,
                      scope: "all" as const,
                      levels: heldBy(await resourceUsers.all(this.client, id)),
                      throughMachines: [],
                  }));
        const queried = this.#ask("runQuery", async () => ({
            operation: "runQuery" as const,
            scope: "all" as const,
            ...heldWithout(machineIds, await this.#access("USER", { entityIDs: [id] }, false)),
        }));
        const all: (HolderEvidence | undefined)[] = await Promise.all([direct, queried]);
        return all.filter((one) => one !== undefined);
    }

    /** Returns the nestings with their ends, which only queries return. Without ends if the operation failed. */
    async withEnds(given: Iterable<Nesting>): Promise<Nesting[]> {
        const nestings = [...given];
        if (nestings.length === 0) return nestings;
        const found = await this.#ask("runQuery", () => this.#access("GROUP", { entityTypes: ["GROUP"] }, true));
        const key = (...ids: readonly string[]): string => JSON.stringify(ids);
        const ends = new Map(
            found?.map((one) => [
                key(one.principalId, one.entitlementId, one.accessLevelRemoteId ?? ""),
                one.effectiveExpiration ?? null,
            ]),
        );
        return nestings.map((one) => {
            const until = ends.get(key(one.groupId, one.containingGroupId, one.level));
            return { ...one, until: until ?? one.until };
        });
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

    #access(
        principal: "USER" | "GROUP",
        entitlementFilter: AccessEntityFilters,
        directOnly: boolean,
    ): Promise<AccessResultNode[]> {
        return queriedAccess(this.client, {
            principalFilter: { entityTypes: [principal] },
            entitlementFilter,
            edgeFilter: { directOnly },
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
    for (const { user_id, access_level, expiration_date } of entries)
        addTo(found, user_id, {
            level: access_level?.access_level_remote_id ?? "",
            until: expiration_date ?? null,
        });
    return found;
}

/** Returns the access that a query found, without the ways that lead through a non-human identity. */
function heldWithout(
    machineIds: ReadonlySet<string>,
    nodes: readonly AccessResultNode[],
): Pick<HolderEvidence, "levels" | "throughMachines"> {
    const levels = new Map<string, HeldAccess[]>();
    const throughMachines: string[] = [];
    for (const { principalId, accessLevelRemoteId, effectiveExpiration, isDirect, paths } of nodes) {
        const own = paths.filter(({ path }) => !path.slice(1, -1).some((id) => machineIds.has(id)));
        if (own.length === 0 && paths.length > 0) throughMachines.push(principalId);
        else
            addTo(levels, principalId, {
                level: accessLevelRemoteId ?? "",
                until: own.length === paths.length ? (effectiveExpiration ?? null) : latestEnd(own),
                isDirect,
            });
    }
    return { levels, throughMachines };
}

function latestEnd(ways: AccessResultNode["paths"]): string | null {
    const ends = ways.map(({ expiration }) => expiration ?? null);
    if (ends.includes(null)) return null;
    return ends.sort((a, b) => Date.parse(b ?? "") - Date.parse(a ?? ""))[0] ?? null;
}
