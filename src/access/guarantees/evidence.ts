import type { Client } from "../../api/client.js";
import { ForbiddenError, NotFoundError } from "../../api/errors.js";
import { type Phrase, prose } from "../../common/phrase.js";
import { type Listing, listing } from "../../provider/live/operation.js";
import type { Facts, Governed, Target } from "../model/facts.js";
import { AccessModel } from "../model/model.js";
import { tagged, tagsById } from "../reader/tags.js";
import { type AccessTest, tagsInTests } from "./access-test.js";
import { parseExpectation } from "./expectation.js";
import { targetsBy } from "./selectors.js";

const groupLevels = listing("getGroupAccessLevels");
const resourceLevels = listing("getResourceAccessLevels");

/**
 * Returns the facts with what these tests need besides who may do what: the tags that they name, and the access levels of the targets of
 * tests with a level.
 * @param hasAllTags the facts contain all tags already
 */
export async function withEvidence(
    client: Client,
    facts: Facts,
    tests: readonly AccessTest[],
    hasAllTags = false,
): Promise<Facts> {
    const texts = hasAllTags ? [] : tagsInTests(tests);
    const found =
        texts.length > 0 ? await tagged(client, facts, await tagsById(client), { texts, ofUsers: true }) : facts;
    const selectors = tests.flatMap(({ can, cannot }) => {
        const expected = parseExpectation(can ?? cannot ?? "");
        return typeof expected === "string" || expected.level === undefined ? [] : expected.target;
    });
    if (selectors.length === 0) return found;
    const model = AccessModel.of(found);
    return leveled(
        client,
        found,
        selectors.flatMap((one) => targetsBy(model, one)),
    );
}

/** Reads the levels of groups and resources whose levels are not known: one call for each. */
async function leveled(client: Client, facts: Facts, targets: readonly Target[]): Promise<Facts> {
    const wanted = new Set(targets.map(({ id }) => id));
    const within = async <T extends Governed>(
        all: readonly T[],
        list: Listing<[id: string], { access_level_remote_id: string }>,
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

/** Says, as a clause, that the facts may be incomplete, because their token may not see everything. Nothing if it sees everything. */
export function blindSpots(model: AccessModel, facts: Facts): Phrase[] {
    const token = limitedToken(model, facts);
    if (!token || model.administration.organizationRoles().length === 0) return [];
    return [prose`${token} may not show every object; use the token of an administrator or an auditor`];
}

/** Words for the token that read the facts, unless it sees everything. Whether it does is known if it sees a role in the organization. */
export function limitedToken({ administration, records }: AccessModel, { readBy }: Facts): Phrase | undefined {
    const [number, reader] = [...records.users].find(([, { id }]) => id === readBy) ?? [];
    if (readBy === undefined || (number !== undefined && administration.seesEverything(number))) return undefined;
    return reader?.email ? prose`the token of ${reader.email}` : prose`a token whose user is not known`;
}
