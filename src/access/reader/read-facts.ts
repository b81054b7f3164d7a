import type { Client } from "../../api/client.js";
import type { Facts, NamedFacts, Target, Unknown } from "../model/facts/facts.js";
import { linkedWith, sourceGroupIds } from "../model/facts/records.js";
import { AccessModel, type Aspect } from "../model/model.js";
import {
    type FactsAround,
    NOT_READ,
    OrganizationReading,
    type ReadAroundOptions,
    type ReadOptions,
} from "./reading.js";
import { NOTHING_CHANGED } from "./scope.js";

/**
 * Reads all facts about who can do what. Facts that the token does not have permission to read, or that the API does not return, become
 * unknowns.
 * @throws any error of an API call except "forbidden" and "not found"
 */
export async function readFacts(client: Client, options: ReadOptions = {}): Promise<Facts> {
    const reading = new OrganizationReading(client, options);
    await reading.begin();
    return reading.facts();
}

/**
 * Reads the facts that a change may affect, including the targets that become visible to users who join a group.
 * @throws the same errors as `readFacts`
 */
export async function readFactsAround(
    client: Client,
    { changes, isWhole = false, ...options }: ReadAroundOptions,
): Promise<FactsAround> {
    const reading = new OrganizationReading(client, options);
    await reading.begin();
    return reading.withNewlyVisible(changes, isWhole);
}

/** Which facts to read about one target. */
export interface ReadAboutOptions extends Pick<ReadOptions, "progress"> {
    /** Returns the target. If it throws, reading stops with that error. */
    readonly target: (lists: NamedFacts) => Target;
    readonly aspects: readonly Aspect[];
    /** Returns the facts with the assumptions under which they are evaluated. */
    readonly assuming: (facts: Facts) => Facts;
}

/**
 * Reads the facts that decide to whom these aspects of a target apply. Everything else is unknown. The model evaluates what was read, and
 * whatever it then lacks is read as well, until the sets do not depend on anything that was not read. Each of these steps can only add
 * reads, so the worst case is that everything is read.
 * @throws the same errors as `readFacts`
 */
export async function readFactsAbout(client: Client, options: ReadAboutOptions): Promise<Facts> {
    const { target, aspects, assuming, progress } = options;
    let wanted: readonly Pick<Unknown, "type" | "id">[] = [];
    const around = (lists: NamedFacts) => {
        wanted = [target(lists)];
        return NOTHING_CHANGED;
    };
    const reading = new OrganizationReading(client, { around, ...(progress && { progress }) });
    await reading.begin();
    const [asked] = wanted as [Target]; // `begin` called `around`
    const read = new Set<string>();
    for (;;) {
        await reading.read(wanted);
        for (const one of wanted) read.add(objectKey(one));
        const facts = await reading.facts();
        wanted = missingFrom(facts, AccessModel.of(assuming(facts)), asked, aspects).filter(
            (one) => !read.has(objectKey(one)),
        );
        if (wanted.length === 0) return facts;
    }
}

/** What the sets of the aspects depend on: everything that gives the target, linked groups of what was read, and what was not read. */
function missingFrom(
    { unknowns, groups, bindings }: Facts,
    model: AccessModel,
    target: Target,
    aspects: readonly Aspect[],
): Pick<Unknown, "type" | "id">[] {
    const unread = new Set(unknowns.filter(({ because }) => because === NOT_READ).map(objectKey));
    const sources = sourceGroupIds(bindings);
    const linked = groups
        .filter(({ id }) => !unread.has(objectKey({ type: "group", id })))
        .flatMap(({ id }) => linkedWith(sources, id));
    return [
        ...model.memberships.giving(target),
        ...linked.map((id) => ({ type: "group" as const, id })),
        ...aspects
            .flatMap((aspect) => [...model.who(aspect, target).unknowns])
            .filter((one) => unread.has(objectKey(one))),
    ];
}

function objectKey({ type, id }: Pick<Unknown, "type" | "id">): string {
    return `${type} ${id}`;
}
