import type { Finder } from "../../access/answers/finder.js";
import type { Knowledge } from "../../access/answers/questions.js";
import type { KnowledgeOptions } from "./knowledge.js";

/** Data to answer from, and the finder of what a question names. @throws as `knowledgeFrom` */
export async function knownFrom(options: KnowledgeOptions): Promise<{ knowledge: Knowledge; finder: Finder }> {
    const [{ knowledgeFrom }, { Finder }] = await Promise.all([
        import("./knowledge.js"),
        import("../../access/answers/finder.js"),
    ]);
    const knowledge = await knowledgeFrom(options);
    const { records } = knowledge.model;
    const note = knowledge.isOfProgram ? "A state contains people by id, unless its program declares them." : "";
    const identities = new Set([...records.identities.values()].map(({ id }) => id));
    return { knowledge, finder: new Finder(knowledge.directory, identities, note) };
}
