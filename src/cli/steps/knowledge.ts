import { Directory } from "../../access/answers/directory.js";
import type { Knowledge } from "../../access/answers/questions.js";
import type { ChainChanges } from "../../access/guarantees/escalation/chain-changes.js";
import type { Facts } from "../../access/model/facts/facts.js";
import { AccessModel } from "../../access/model/model.js";
import { blindSpots } from "../../access/reader/limited-token.js";
import { Client } from "../../api/client.js";
import { UsageError } from "../../common/errors.js";
import { type Phrase, prose } from "../../common/phrase.js";
import { readDocument } from "../calls/input.js";
import { readerSettings } from "../options/reader-settings.js";
import { type FactsOptions, readService, readSnapshot } from "./facts.js";
import { readWholePreview } from "./pulumi-documents.js";

/** Options that select the source of the data. Default: the service. */
export interface KnowledgeOptions extends FactsOptions {
    snapshot?: string | undefined;
    state?: string | undefined;
}

/** Reads the facts that answer questions about access. @throws UsageError, SettingsError, and errors from API calls */
export async function knowledgeFrom({ snapshot, state, ...options }: KnowledgeOptions): Promise<Knowledge> {
    if (snapshot !== undefined && state !== undefined)
        throw new UsageError("--snapshot and --state cannot be combined.");
    const hasAssumptions = options.rules !== undefined || Object.keys(options.assumptions ?? {}).length > 0;
    if (state !== undefined && hasAssumptions)
        throw new UsageError(
            "--state cannot be combined with --rules or with a file that has assumptions: they apply to an organization, and a state contains only what a program declares.",
        );
    if (state !== undefined) return knowledgeOfState(state);
    return knowledgeOf(await factsFrom(snapshot, options));
}

/** Knowledge about an organization after a change. */
export interface KnowledgeAfter {
    readonly knowledge: Knowledge;
    /** Clauses about changes that could not be evaluated. */
    readonly doubt: readonly Phrase[];
    /** Chains to sensitive groups and resources that the change adds and removes. */
    readonly chains?: ChainChanges | undefined;
}

/** Reads the facts and applies the changes of a preview. @throws the errors of `knowledgeFrom` */
export async function knowledgeAfter(
    preview: string,
    { snapshot, ...options }: Omit<KnowledgeOptions, "state">,
): Promise<KnowledgeAfter> {
    const document = await readWholePreview(preview);
    const facts = await factsFrom(snapshot, options);
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [{ kindOfType }, { impactOfPreview }] = await Promise.all([
        import("./kind-of.js"),
        import("../../review/impact/preview-impact.js"),
    ]);
    const client = snapshot === undefined ? { client: new Client(readerSettings()) } : {};
    const { after, directory, account, chains } = await impactOfPreview(document, kindOfType, {
        snapshot: facts,
        ...client,
        chainsTo: ["sensitivity:CRITICAL", "sensitivity:HIGH"],
    });
    const doubt = account.unknown.filter(({ concerns }) => concerns !== "reported").map(({ words }) => words);
    const limits = limitsOf(after, facts);
    return { knowledge: { model: after, directory, isOfProgram: false, limits }, doubt: [...doubt, ...limits], chains };
}

function factsFrom(snapshot: string | undefined, options: FactsOptions): Promise<Facts> {
    return snapshot === undefined ? readService(options) : readSnapshot(snapshot, options);
}

/** Returns the knowledge about the organization that the facts describe. */
export function knowledgeOf(facts: Facts): Knowledge {
    const model = AccessModel.of(facts);
    return { model, directory: new Directory([facts]), isOfProgram: false, limits: limitsOf(model, facts) };
}

function limitsOf(model: AccessModel, facts: Facts): Phrase[] {
    return blindSpots(model, facts).map((clause) => prose`This may be incomplete: ${clause}.`);
}

async function knowledgeOfState(file: string): Promise<Knowledge> {
    const text = await readDocument(file, "The state");
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [{ parseDeployment }, { kindOfType }, { stateKnowledge }] = await Promise.all([
        import("../../kernel.js"),
        import("./kind-of.js"),
        import("../../review/impact/state/state-knowledge.js"),
    ]);
    return stateKnowledge(parseDeployment(text), kindOfType, new Date());
}
