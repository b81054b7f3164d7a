import { z } from "zod";
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
import { ExactNames } from "../calls/names.js";
import { callParts, flagsOf, withIds } from "../calls/parameters.js";
import { chainsTo } from "../commands/escalate.js";
import { answerText } from "../commands/questions.js";
import { chainTarget, finderOf } from "../steps/finder.js";
import { knowledgeOf } from "../steps/knowledge.js";
import { suggestedTests } from "../steps/tests.js";
import type { ReadOnlyClient } from "./read-only-client.js";
import { type AgentTool, textInput } from "./tools.js";

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

/** Returns the tools that answer from the organization. @param states files with the states of stacks, for coverage */
export function organizationTools(client: ReadOnlyClient, states: readonly string[]): AgentTool[] {
    const facts = rememberedFacts(client);
    const knowledge = async (): Promise<Knowledge> => knowledgeOf(await facts());
    return [
        {
            name: "read_objects",
            title: "Read objects of the organization",
            description:
                "Reads a list or an object of the organization: apps.list, groups.list, groups.get, groups.listUsers, owners.list, resources.list, users.list, … Returns JSON, or a table of the requested fields.",
            input: z.object({
                operation: z
                    .string()
                    .regex(/^\w+\.\w+$/)
                    .describe("area and operation, such as groups.list"),
                id: textInput("id or exact name of the object, for all but lists").optional(),
                parameter: z
                    .string()
                    .regex(/^[a-z-]+-(id|name)$/)
                    .optional()
                    .describe("name of the parameter for the id, such as group-id"),
                fields: z
                    .string()
                    .regex(/^[\w.,]+$/)
                    .optional()
                    .describe("comma-separated names of the requested fields"),
                contains: textInput("show only lines of the table that contain this text").optional(),
            }),
            isData: true,
            answer: async ({ operation = "", id, parameter, fields, contains }) => {
                const named = id === undefined || parameter === undefined ? {} : { id, parameter };
                return withLines(await objectsText(client, operation, named, fields?.split(",")), contains);
            },
        },
        {
            name: "who_can_reach",
            title: "Who can reach something",
            description: "Everyone who has access to a group, a resource or a bundle, with level, expiration and path.",
            input: z.object({ what: textInput("name or id of the group, resource or bundle") }),
            isData: true,
            answer: async ({ what = "" }) => answerText("who", await knowledge(), [what]),
        },
        {
            name: "what_can_reach",
            title: "What a person can reach",
            description: "The groups and resources that a person has access to, with level, expiration and path.",
            input: z.object({ person: textInput("email or id") }),
            isData: true,
            answer: async ({ person = "" }) => answerText("what", await knowledge(), [person]),
        },
        {
            name: "why_can_reach",
            title: "Why a person can reach something",
            description:
                "Whether a person has access to a target, or can request, approve, administer or see it, and by which path.",
            input: z.object({
                person: textInput("email or id"),
                what: textInput("name or id of a group, a resource or a bundle"),
            }),
            isData: true,
            answer: async ({ person = "", what = "" }) => answerText("why", await knowledge(), [person, what]),
        },
        {
            name: "who_can_climb",
            title: "Who can obtain access in several steps",
            description:
                "People who can get access to a group or a resource in several steps, each without another person's approval, and the fewest changes that prevent it.",
            input: z.object({ what: textInput("name or id of the group or resource") }),
            isData: true,
            answer: async ({ what = "" }) => {
                const known = await knowledge();
                const target = chainTarget(await finderOf(known), what);
                const { text } = await chainsTo(known, target, { most: MOST_CHAINS, cuts: true });
                return [text, ...known.limits].join("\n");
            },
        },
        {
            name: "test_access",
            title: "Test who can reach what",
            description:
                "Runs access tests (the text of an access.test.yaml; see the page guides/guarantees.md) on the organization. Without tests, suggests some that pass today.",
            input: z.object({ tests: textInput("the text of access.test.yaml").optional() }),
            isData: true,
            answer: async ({ tests }) =>
                tests === undefined ? suggestedTests(await knowledge()) : testsTextOf(tests, await facts()),
        },
        {
            name: "coverage",
            title: "What is not declared yet",
            description:
                "How much of the organization is declared by the stacks passed with --state, by kind, and which objects are not declared.",
            input: z.object({}),
            isData: true,
            answer: async () => {
                if (states.length === 0)
                    throw new UsageError("Start the server with --state <file>, the output of `pulumi stack export`.");
                const [{ stackCoverage }, { coverageText }] = await Promise.all([
                    import("../commands/coverage.js"),
                    import("../../adopt/coverage/text.js"),
                ]);
                const { coverage } = await stackCoverage(states, { client });
                return coverageText(coverage);
            },
        },
    ];
}

/** Returns the header of a table and the lines that contain a text. */
function withLines(table: string, contained = ""): string {
    const [heading, ...lines] = table.split("\n");
    return [heading, ...lines.filter((line) => line.toLowerCase().includes(contained.toLowerCase()))].join("\n");
}

/** Calls an operation that reads. @throws UsageError, and errors from API calls */
async function objectsText(
    client: ReadOnlyClient,
    operation: string,
    { id, parameter }: { id?: string; parameter?: string },
    fields?: string[],
): Promise<string> {
    const name = READS.get(operation);
    if (name === undefined)
        throw new UsageError(
            `Unknown operation${hint(operation, [...READS.keys()])} Reads: ${[...READS.keys()].join(", ")}`,
        );
    const entry: ManualEntry = manual[name];
    const flags = flagsOf(entry);
    if (parameter !== undefined && !flags.includes(parameter))
        throw new UsageError(`${operation} has no parameter ${JSON.stringify(parameter)}${hint(parameter, flags)}`);
    const key = parameter?.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const names = new ExactNames(client);
    const values = await withIds(entry, key === undefined ? {} : { [key]: id }, (given) => names.idOf(given));
    const result = invoke(client, name, callParts(entry, values));
    const written: string[] = [];
    const out = { write: (more: string | Uint8Array) => written.push(String(more)) > 0 };
    const printer = new AnswerPrinter(out, out, fields === undefined, fields);
    if (result instanceof List) await printer.everything(result);
    else printer.answer(await result, entry.statuses);
    return written.join("");
}

/** Runs access tests. @param text contents of a test file @throws UsageError */
async function testsTextOf(text: string, facts: Facts): Promise<string> {
    const [{ parseRules }, { runTests }, { testsText }] = await Promise.all([
        import("../../review/impact/rules.js"),
        import("../../access/guarantees/tests/verdicts.js"),
        import("../../access/guarantees/tests/reports.js"),
    ]);
    const { tests = [], assumptions } = parseRules(text, "access.test.yaml");
    if (tests.length === 0) throw new UsageError('No tests found in access.test.yaml. Add a section "tests".');
    const knowledge = knowledgeOf({ ...facts, assumptions: { ...facts.assumptions, ...assumptions } });
    return testsText(runTests(knowledge, tests, knowledge.limits), knowledge.directory);
}

/** Returns a function that reads who can do what, once for concurrent questions, and again after a few minutes. */
function rememberedFacts(client: ReadOnlyClient): () => Promise<Facts> {
    let facts: Promise<Facts> | undefined;
    let readAt = 0;
    return () => {
        if (facts && Date.now() - readAt < FACTS_FRESH_MS) return facts;
        readAt = Date.now();
        facts = factsOf(client);
        facts.catch(() => {
            facts = undefined;
        });
        return facts;
    };
}

async function factsOf(client: ReadOnlyClient): Promise<Facts> {
    const [{ readFacts }, { withEvidence }] = await Promise.all([
        import("../../access/reader/read-facts.js"),
        import("../../access/reader/evidence.js"),
    ]);
    return withEvidence(client, await readFacts(client), { tags: "all" });
}
