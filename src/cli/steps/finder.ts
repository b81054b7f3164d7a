import type { Finder } from "../../access/answers/finder.js";
import type { Knowledge } from "../../access/answers/questions.js";
import type { NamedFacts, Target } from "../../access/model/facts/facts.js";
import type { Aspect } from "../../access/model/model.js";
import { UsageError } from "../../common/errors.js";
import type { KnowledgeOptions } from "./knowledge.js";

/**
 * Reads the data for a question, and finds the objects that it names. An unknown name is reported as soon as the lists are read.
 * @param about aspects of the only target that the question is about. Default: everything is read
 * @throws the errors of `knowledgeFrom` and `find`
 */
export async function knownFrom<Found>(
    options: KnowledgeOptions,
    find: (finder: Finder) => Found,
    about?: { readonly aspects: readonly Aspect[]; readonly target: (finder: Finder) => Target },
): Promise<{ knowledge: Knowledge; found: Found }> {
    const [{ knowledgeFrom }, { Finder }, { Directory }] = await Promise.all([
        import("./knowledge.js"),
        import("../../access/answers/finder.js"),
        import("../../access/answers/directory.js"),
    ]);
    const listed = (lists: NamedFacts): Finder => {
        const finder = new Finder(new Directory([lists]), new Set(lists.identities.map(({ id }) => id)));
        find(finder);
        return finder;
    };
    const only = about && { ...about, target: (lists: NamedFacts) => about.target(listed(lists)) };
    const knowledge = await knowledgeFrom({ ...options, listed, ...(only && { about: only }) });
    return { knowledge, found: find(await finderOf(knowledge)) };
}

/** Finds a group or a resource. @throws UsageError also for a bundle, which cannot be the target of a chain */
export function chainTarget(finder: Finder, name: string): Target & { type: "group" | "resource" } {
    const { type, id } = finder.thing(name);
    if (type !== "bundle") return { type, id };
    throw new UsageError("A bundle cannot be a target. Specify one of its groups or resources.");
}

/** Returns a finder of the objects that the knowledge contains. */
export async function finderOf({ model, directory, isOfProgram }: Knowledge): Promise<Finder> {
    const { Finder } = await import("../../access/answers/finder.js");
    const note = isOfProgram ? "A state contains people by id, unless its program declares them." : "";
    const identities = new Set([...model.records.identities.values()].map(({ id }) => id));
    return new Finder(directory, identities, note);
}
