import type { Finder } from "../../access/answers/finder.js";
import type { Knowledge } from "../../access/answers/questions.js";
import type { Facts } from "../../access/model/facts/facts.js";
import { manual } from "../../api/generated/manual.gen.js";
import { type OperationName, operations } from "../../api/generated/operations.gen.js";
import { invoke } from "../../api/invoke.js";
import { List } from "../../api/list.js";
import type { ManualEntry } from "../../api/manual.js";
import { isRead } from "../../api/transport/outcome.js";
import { UsageError } from "../../common/errors.js";
import { hint } from "../../common/spelling.js";
import { AnswerPrinter } from "../calls/answer-printer.js";
import { readDocument } from "../calls/input.js";
import { ExactNames } from "../calls/names.js";
import { callParts, flagsOf, withIds } from "../calls/parameters.js";
import { finderOf } from "../steps/finder.js";
import { knowledgeOf } from "../steps/knowledge.js";
import type { ReadOnlyClient } from "./read-only-client.js";

/** Maximum age of the facts, in milliseconds. Reading them takes a call for each group and resource. */
const FACTS_FRESH_MS = 300_000;
/** Maximum number of people whose chains are listed. */
const MOST_CHAINS = 20;

/** Names of the operations that only read, by their names in `call`. */
const READS = new Map(
    Object.entries(operations).flatMap(
        ([name, entry]) => (isRead(entry) ? [[entry.call as string, name as OperationName]] : []), // the keys of `operations`
    ),
);

/** Answers questions about an organization, in words. Reads through the client, and remembers for a few minutes who can do what. */
export class OrganizationAnswers {
    #facts: Promise<Facts> | undefined;
    #readAt = Number.NEGATIVE_INFINITY;

    constructor(
        private readonly client: ReadOnlyClient,
        /** Files with the states of stacks, for coverage. */
        private readonly states: readonly string[],
    ) {}

    /** Calls an operation that reads. @throws UsageError, and errors from API calls */
    async objects(operation: string, named: { id?: string; parameter?: string }, fields?: string[]): Promise<string> {
        const name = READS.get(operation);
        if (name === undefined)
            throw new UsageError(
                `Unknown operation${hint(operation, [...READS.keys()])} Reads: ${[...READS.keys()].join(", ")}`,
            );
        const entry: ManualEntry = manual[name];
        const { id, parameter } = named;
        const flags = flagsOf(entry);
        if (parameter !== undefined && !flags.includes(parameter))
            throw new UsageError(`${operation} has no parameter ${JSON.stringify(parameter)}${hint(parameter, flags)}`);
        const key = parameter?.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
        const names = new ExactNames(this.client);
        const values = await withIds(entry, key === undefined ? {} : { [key]: id }, (given) => names.idOf(given));
        const result = invoke(this.client, name, callParts(entry, values));
        let text = "";
        const out = {
            write: (more: string | Uint8Array): boolean => {
                text += more;
                return true;
            },
        };
        const printer = new AnswerPrinter(out, out, fields === undefined, fields);
        if (result instanceof List) await printer.everything(result);
        else printer.answer(await result, entry.statuses);
        return text;
    }

    async who(what: string): Promise<string> {
        const [knowledge, finder] = await this.#known();
        const [{ whoCan }, { whoText }] = await importAnswerModules();
        return whoText(knowledge, whoCan(knowledge, "has", finder.thing(what)));
    }

    async what(person: string): Promise<string> {
        const [knowledge, finder] = await this.#known();
        const [{ whatCan }, { whatText }] = await importAnswerModules();
        return whatText(knowledge, whatCan(knowledge, "has", finder.person(person).id));
    }

    async why(person: string, what: string): Promise<string> {
        const [knowledge, finder] = await this.#known();
        const [{ whyCan }, { whyText }] = await importAnswerModules();
        return whyText(knowledge, whyCan(knowledge, finder.person(person).id, finder.thing(what)), "has");
    }

    /** Answers who can obtain access in several steps, and which changes prevent it. */
    async climbers(what: string): Promise<string> {
        const [{ model, directory, limits }, finder] = await this.#known();
        const [{ Escalation }, { cutsOf }, reports] = await Promise.all([
            import("../../access/guarantees/escalation/escalation.js"),
            import("../../access/guarantees/escalation/cuts.js"),
            import("../../access/guarantees/escalation/escalation-reports.js"),
        ]);
        const { type, ...target } = finder.thing(what);
        if (type === "bundle")
            throw new UsageError("A bundle cannot be a target. Specify one of its groups or resources.");
        const asked = { ...target, type };
        const chains = reports.chainsToText(asked, new Escalation(model).to(asked, MOST_CHAINS), directory);
        return [chains, reports.cutsText(cutsOf(model, [asked]), directory), ...limits].join("\n");
    }

    /** Runs access tests. @param text contents of a test file @throws UsageError */
    async tested(text: string): Promise<string> {
        const [{ parseRules }, { runTests }, { testsText }] = await Promise.all([
            import("../../review/impact/rules.js"),
            import("../../access/guarantees/tests/verdicts.js"),
            import("../../access/guarantees/tests/reports.js"),
        ]);
        const { tests = [], assumptions } = parseRules(text, "access.test.yaml");
        if (tests.length === 0) throw new UsageError('No tests found in access.test.yaml. Add a section "tests".');
        const facts = await this.#read();
        const knowledge = knowledgeOf({ ...facts, assumptions: { ...facts.assumptions, ...assumptions } });
        return testsText(runTests(knowledge, tests, knowledge.limits), knowledge.directory);
    }

    /** Returns tests that pass today, as the contents of a test file. */
    async suggestedTests(): Promise<string> {
        const [{ stringify }, { suggestTests }] = await Promise.all([
            import("yaml"),
            import("../../access/guarantees/tests/suggestions.js"),
        ]);
        const tests = suggestTests(knowledgeOf(await this.#read())).map(({ ifUnknown, ...test }) => test);
        return stringify({ tests }, { lineWidth: 0 });
    }

    /** Answers how much of the organization the stacks declare. @throws UsageError if there are none */
    async coverage(): Promise<string> {
        if (this.states.length === 0)
            throw new UsageError("Start the server with --state <file>, the output of `pulumi stack export`.");
        // Loaded on demand: the kinds load Pulumi's SDK.
        const [{ parseDeployment }, { kinds }, { takeInventory }, { coverageOf }, { coverageText }, sources] =
            await Promise.all([
                import("../../stack/deployment.js"),
                import("../../resources/kinds.js"),
                import("../../adopt/export/inventory/inventory.js"),
                import("../../adopt/coverage/coverage.js"),
                import("../../adopt/coverage/text.js"),
                import("../../resources/sources.js"),
            ]);
        const stacks = await Promise.all(
            this.states.map(async (file) => parseDeployment(await readDocument(file, "The deployment"), file)),
        );
        const others = [sources.appSource, sources.userSource];
        const inventory = await takeInventory({ client: this.client, kinds, others });
        return coverageText(coverageOf(stacks, inventory, kinds, () => true));
    }

    async #known(): Promise<readonly [Knowledge, Finder]> {
        const knowledge = knowledgeOf(await this.#read());
        return [knowledge, await finderOf(knowledge)];
    }

    /** Reads old facts again, once for concurrent questions. */
    #read(): Promise<Facts> {
        if (this.#facts && Date.now() - this.#readAt < FACTS_FRESH_MS) return this.#facts;
        this.#readAt = Date.now();
        this.#facts = readFrom(this.client);
        this.#facts.catch(() => {
            this.#facts = undefined;
        });
        return this.#facts;
    }
}

async function readFrom(client: ReadOnlyClient): Promise<Facts> {
    const [{ readFacts }, { withEvidence }] = await Promise.all([
        import("../../access/reader/read-facts.js"),
        import("../../access/reader/evidence.js"),
    ]);
    return withEvidence(client, await readFacts(client), { tags: "all" });
}

/** Imports the modules that answer questions. */
function importAnswerModules() {
    return Promise.all([import("../../access/answers/questions.js"), import("../../access/answers/answer-words.js")]);
}
