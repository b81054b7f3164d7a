import { type Command, Option } from "commander";
import type { Finder } from "../../access/answers/finder.js";
import type { Knowledge } from "../../access/answers/questions.js";
import type { Target } from "../../access/model/facts/facts.js";
import type { Aspect } from "../../access/model/model.js";
import { UsageError } from "../../common/errors.js";
import { EXIT_CODES, EXIT_CODES_HELP } from "../exit-codes.js";
import { takesAssumptions } from "../options/gates.js";
import { formatOption } from "../options/option-values.js";
import { printResult } from "../screen/terminal.js";
import { finderOf, knownFrom } from "../steps/finder.js";
import type { KnowledgeOptions } from "../steps/knowledge.js";

interface Options extends KnowledgeOptions {
    aspect: Aspect;
    format: "text" | "json";
}

/** A question about access, which a command answers. */
interface AccessQuestion {
    readonly summary: string;
    readonly about: string;
    /** The words after the name of the command. Those in angle brackets name people and targets; all others may be omitted together. */
    readonly shape: string;
    /** The arguments of the command, with their help. */
    readonly takes: Readonly<Record<string, string>>;
    readonly examples: readonly string[];
    /** If the answer is about one target only: which aspects of it. Only what these depend on is then read. */
    readonly reads?: {
        readonly aspects: "asked" | "all";
        target(finder: Finder, words: readonly string[]): Target;
    };
    /** Finds the people and targets that the words name, and returns a function that answers. @throws UsageError */
    ask(
        finder: Finder,
        words: readonly string[],
    ): (knowledge: Knowledge, aspect: Aspect, by: Answers) => QuestionAnswer;
}

interface QuestionAnswer {
    readonly text: string;
    readonly document: () => object;
    /** Default: 0. */
    readonly exitCode?: number;
}

/** The questions, by the name of their command. */
const questions = {
    who: {
        summary: "show who can reach a group, a resource or a bundle, and why",
        about: "Shows who has access to a group, a resource or a bundle: at which level, until when, and by which path.",
        shape: "can reach <what>",
        takes: { "<words...>": "`can reach` and a group, resource or bundle" },
        reads: { aspects: "asked", target: (finder, [what = ""]) => finder.thing(what) },
        examples: ["who can reach prod-db", "who can reach group:Admins --aspect mayApprove", "who prod-db"],
        ask: (finder, [what = ""]) => {
            const target = finder.thing(what);
            return (knowledge, aspect, [{ whoCan }, { whoText }, { whoDocument }]) => {
                const answer = whoCan(knowledge, aspect, target);
                return { text: whoText(knowledge, answer), document: () => whoDocument(knowledge, answer) };
            };
        },
    },
    what: {
        summary: "show what a person can reach, and why",
        about: "Shows the groups and resources that a person has access to, each with level, expiration and path.",
        shape: "can <person> reach",
        takes: { "<words...>": "`can`, the person and `reach`" },
        examples: ["what can ada@example.com reach", "what can ada@example.com reach --aspect administers"],
        ask: (finder, [person = ""]) => {
            const { id } = finder.person(person);
            return (knowledge, aspect, [{ whatCan }, { whatText }, { whatDocument }]) => {
                const answer = whatCan(knowledge, aspect, id);
                return { text: whatText(knowledge, answer), document: () => whatDocument(knowledge, answer) };
            };
        },
    },
    why: {
        summary: "show whether a person can reach a target, and by which path",
        about: `Shows whether a person has access to a target, and whether they can request, approve, administer or see it, each with its path. The exit
code is 0 for yes, ${EXIT_CODES.no} for no, and ${EXIT_CODES.notKnown} if the data is not sufficient to decide.`,
        shape: "can <person> reach <what>",
        takes: { "<words...>": "`can`, the person, `reach` and a group, resource or bundle" },
        reads: { aspects: "all", target: (finder, [, what = ""]) => finder.thing(what) },
        examples: ["why can ada@example.com reach prod-db", "why ada@example.com prod-db --aspect mayApprove"],
        ask: (finder, [person = "", what = ""]) => {
            const [{ id }, target] = [finder.person(person), finder.thing(what)];
            return (knowledge, aspect, [{ whyCan }, { whyText }, { whyDocument }]) => {
                const answer = whyCan(knowledge, id, target);
                const verdict = answer.findings.find((one) => one.aspect === aspect)?.verdict ?? "no";
                const text = whyText(knowledge, answer, aspect);
                const document = () => whyDocument(knowledge, answer, aspect);
                return { text, document, ...(verdict !== "yes" && { exitCode: EXIT_CODES[verdict] }) };
            };
        },
    },
    "diff-people": {
        summary: "compare what two people can reach",
        about: "Shows access that only one of the two people has, and how much access both have. Each level of a group or resource counts separately.",
        shape: "<one> <other>",
        takes: { "<one>": "a person", "<other>": "another person" },
        examples: ["diff-people ada@example.com grace@example.com", "diff-people ada grace --aspect sees"],
        ask: (finder, [one = "", other = ""]) => {
            const ids = [finder.person(one).id, finder.person(other).id] as const;
            if (ids[0] === ids[1]) throw new UsageError(`${one} and ${other} are the same person.`);
            return (knowledge, aspect, [{ differenceOf }, { peopleDifferenceText }, { differenceDocument }]) => {
                const answer = differenceOf(knowledge, aspect, ids);
                const text = peopleDifferenceText(knowledge, answer);
                return { text, document: () => differenceDocument(knowledge, answer) };
            };
        },
    },
} as const satisfies Readonly<Record<string, AccessQuestion>>;

type QuestionName = keyof typeof questions;

const SOURCES = `It reads what the answer depends on from the service, or the file given with --snapshot or --state. Save a snapshot first to ask several questions.

Specify a person by id, email, name, or any unambiguous part of these, and groups, resources and bundles by id or name. A prefix
narrows the search: group:, resource: or bundle:. Quote names that contain spaces.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

/** Values of --aspect with their help, in the same order as in the access model. */
const ASPECT_HELP: Readonly<Record<Aspect, string>> = {
    has: "is in the group, or has access to the resource",
    getsWithoutApproval: "can get access without approval",
    mayRequest: "can request access",
    mayApprove: "can approve requests for access",
    administers: "administers it as owner or leader, or through a role",
    sees: "can find it in the catalog",
};

const ALL_ASPECTS = Object.keys(ASPECT_HELP) as Aspect[]; // the type of the constant does not allow other keys

/** Adds the command that answers a question. */
export function addQuestion(program: Command, name: QuestionName): void {
    const question: AccessQuestion = questions[name];
    const { summary, about, shape, takes, examples } = question;
    const command = program.command(name).summary(summary).description(`${about}\n\n${SOURCES}`);
    if (!shape.startsWith("<")) command.usage(`${shape} [options]`);
    for (const [argument, help] of Object.entries(takes)) command.argument(argument, help);
    const aspects = Object.entries(ASPECT_HELP).map(([aspect, help]) => `  ${aspect.padEnd(21)}${help}\n`);
    const lines = examples.map((one) => `  $ access-governance ${one}\n`);
    takesAssumptions(command)
        .addOption(
            new Option("--aspect <aspect>", "question to answer (see below)").choices(ALL_ASPECTS).default("has"),
        )
        .option("--snapshot <file>", "output file of `access-governance snapshot`, or - for standard input")
        .option(
            "--state <file>",
            "output of `pulumi stack export`, or - for standard input: consider only what this program declares",
        )
        .addOption(formatOption())
        .addHelpText("after", `\nQuestions (--aspect):\n${aspects.join("")}`)
        .addHelpText("after", `Examples:\n${lines.join("")}\n${EXIT_CODES_HELP}`)
        .action(async () => {
            const { aspect, format, ...options } = command.opts<Options>();
            const words = namesIn(`${name} ${shape}`, [name, ...command.args]);
            const only = question.reads;
            const about = only && {
                aspects: only.aspects === "all" ? ALL_ASPECTS : [aspect],
                target: (finder: Finder) => only.target(finder, words),
            };
            const sources = { ...options, onlyHolders: aspect === "has" };
            const { knowledge, found } = await knownFrom(sources, (finder) => question.ask(finder, words), about);
            const { text, document, exitCode } = found(knowledge, aspect, await importAnswers());
            printResult(format, { text: () => text, json: document });
            if (exitCode !== undefined) process.exitCode = exitCode;
        });
}

/**
 * Returns the words in place of those in angle brackets. All other words of the shape, except the first, may be omitted together.
 * @throws UsageError that contains the shape of the question
 */
function namesIn(shape: string, given: readonly string[]): readonly string[] {
    const pattern = shape.split(" ");
    const isName = (_: string, at: number): boolean => pattern[at]?.startsWith("<") === true;
    if (given.length === pattern.length && given.every((word, at) => isName(word, at) || word === pattern[at]))
        return given.filter(isName);
    const [, ...names] = given;
    if (names.length === pattern.filter(isName).length && !names.some((word) => pattern.indexOf(word) > 0))
        return names;
    throw new UsageError(
        `Unknown question. Use: access-governance ${shape}. To ask for something other than access, add --aspect. Quote names that contain spaces.`,
    );
}

type Answers = Awaited<ReturnType<typeof importAnswers>>;

/** Imports the modules that answer questions. Loaded on demand, because help does not need them. */
function importAnswers() {
    return Promise.all([
        import("../../access/answers/questions.js"),
        import("../../access/answers/answer-words.js"),
        import("../../access/answers/answer-document.js"),
    ]);
}

/** Answers a question about who has access, in words. @throws UsageError if a name is unknown */
export async function answerText(name: QuestionName, knowledge: Knowledge, words: readonly string[]): Promise<string> {
    const answer = questions[name].ask(await finderOf(knowledge), words);
    return answer(knowledge, "has", await importAnswers()).text;
}
