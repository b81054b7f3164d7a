import { Directory } from "../../access/answers/directory.js";
import type { Knowledge } from "../../access/answers/questions.js";
import type { Facts } from "../../access/model/facts.js";
import { AccessModel } from "../../access/model/model.js";
import { UsageError } from "../../common/errors.js";
import { readDocument } from "../calls/input.js";
import { readService, readSnapshot } from "./facts.js";

/** Source of the answers. Default: the service. */
export interface KnowledgeOptions {
    snapshot?: string;
    state?: string;
    rules?: string;
}

/** Reads the facts that questions are answered from. @throws UsageError, SettingsError, and any error of a call */
export async function knowledgeFrom({ snapshot, state, rules }: KnowledgeOptions): Promise<Knowledge> {
    if (snapshot !== undefined && state !== undefined)
        throw new UsageError("Give one of --snapshot and --state: an answer comes from one of them.");
    if (state !== undefined && rules !== undefined)
        throw new UsageError(
            "--rules cannot be combined with --state: assumptions apply to an organization, and a state contains only what a program declares.",
        );
    if (state !== undefined) return knowledgeOfState(state);
    return knowledgeOf(snapshot === undefined ? await readService(rules) : await readSnapshot(snapshot, rules));
}

function knowledgeOf(facts: Facts): Knowledge {
    return { model: AccessModel.of(facts), directory: new Directory([facts]), isOfProgram: false, limits: [] };
}

async function knowledgeOfState(file: string): Promise<Knowledge> {
    const text = await readDocument(file, "The state");
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [{ parseDeployment }, { kindOf }, { stateKnowledge }] = await Promise.all([
        import("../../stack/deployment.js"),
        import("./kind-of.js"),
        import("../../review/impact/state-knowledge.js"),
    ]);
    return stateKnowledge(parseDeployment(text), kindOf, new Date());
}
