import { type ListOperation, listing } from "../../api/calls.js";
import type { Client } from "../../api/client.js";
import { ForbiddenError, NotFoundError } from "../../api/errors.js";
import type { Facts, Governed, Target } from "../model/facts/facts.js";

const groupLevels = listing("getGroupAccessLevels");
const resourceLevels = listing("getResourceAccessLevels");

/** Reads the access levels of those groups and resources whose levels were not read before. Makes one call for each. */
export async function leveled(client: Client, facts: Facts, targets: readonly Target[]): Promise<Facts> {
    const wanted = new Set(targets.map(({ id }) => id));
    const within = async <T extends Governed>(
        all: readonly T[],
        list: ListOperation<[id: string], { access_level_remote_id: string }>,
    ): Promise<T[]> =>
        Promise.all(
            all.map(async (one) => {
                if (!wanted.has(one.id) || one.levels !== undefined) return one;
                const levels = await unlessHidden(list.all(client, one.id));
                return levels ? { ...one, levels: levels.map(({ access_level_remote_id: id }) => id) } : one;
            }),
        );
    const [groups, resources] = await Promise.all([
        within(facts.groups, groupLevels),
        within(facts.resources, resourceLevels),
    ]);
    return { ...facts, groups, resources };
}

async function unlessHidden<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
        return await answer;
    } catch (error) {
        if (error instanceof ForbiddenError || error instanceof NotFoundError) return undefined;
        throw error;
    }
}
