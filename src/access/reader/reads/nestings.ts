import type { Client } from "../../../api/client.js";
import { groupsInside, groupsThatReach } from "../../../api/holders.js";
import { containingGroups } from "./operations.js";
import type { OrganizationReads } from "./organization.js";
import type { PartialReads } from "./reads.js";

/**
 * Reads which groups are nested in which. The API can list only the groups that contain a group. To find the groups nested in a group,
 * candidates are determined by a query first.
 */
export class Nestings {
    #nested: Promise<ReadonlySet<string>> | undefined;
    /** Ids of the groups whose nested groups have been read, at every depth. */
    readonly #isRead = new Set<string>();
    readonly #pending = new Set<string>();
    #batch: Promise<void> | undefined;

    constructor(
        private readonly client: Client,
        private readonly reads: PartialReads,
        private readonly organization: OrganizationReads,
    ) {}

    /** Reads all nestings in the organization. */
    async readAll(): Promise<void> {
        await Promise.all([...(await this.#nestedGroups())].map((id) => this.#readContaining(id)));
        for (const id of this.organization.groups.keys()) this.#isRead.add(id);
    }

    /** Reads which groups directly contain a group. */
    async readAbove(id: string): Promise<void> {
        if ((await this.#nestedGroups()).has(id)) await this.#readContaining(id);
    }

    /** Reads which groups are nested in a group, at every depth. */
    async readBelow(id: string): Promise<void> {
        if (this.#isRead.has(id) || (await this.#nestedGroups()).size === 0) return;
        this.#pending.add(id);
        // Combines all groups that are requested at the same time into one query.
        this.#batch ??= Promise.resolve().then(() => this.#readBatch());
        await this.#batch;
    }

    async #readBatch(): Promise<void> {
        this.#batch = undefined;
        const ids = [...this.#pending];
        this.#pending.clear();
        const found = await this.reads.attempt(() => groupsInside(this.client, ids));
        if (!found) return this.readAll();
        await Promise.all(found.map((id) => this.#readContaining(id)));
        for (const id of [...ids, ...found]) this.#isRead.add(id);
    }

    /** Ids of the groups that are nested in any group. If the query fails, the ids of all groups. */
    #nestedGroups(): Promise<ReadonlySet<string>> {
        const { groups } = this.organization;
        this.#nested ??= this.reads
            .attempt(() => groupsThatReach("GROUP")(this.client))
            .then((found) => new Set(found ? found.filter((id) => groups.has(id)) : groups.keys()));
        return this.#nested;
    }

    #readContaining(id: string): Promise<void> {
        return this.reads.once(`containers of ${id}`, { type: "group", id }, async () => {
            const answer = await containingGroups.send(this.client, id);
            const { containing_groups } = this.reads.fields.whole(
                containingGroups,
                answer,
                ...answer.containing_groups.map((one) => ({ type: "group", id: one.containing_group_id }) as const),
            );
            // The API does not return when a nesting expires.
            for (const { containing_group_id, access_level_remote_id } of containing_groups)
                this.organization.nestings.push({
                    groupId: id,
                    containingGroupId: containing_group_id,
                    level: access_level_remote_id ?? "",
                    until: null,
                });
        });
    }
}
