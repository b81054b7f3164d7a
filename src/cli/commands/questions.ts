import { type Command, Option } from "commander";
import type { Aspect } from "../../access/model/model.js";
import { UsageError } from "../../common/errors.js";
import { EXIT_CODES, EXIT_CODES_HELP } from "../exit-codes.js";
import { takesAssumptions } from "../options/gates.js";
import { formatOption } from "../options/option-values.js";
import { knownFrom } from "../steps/finder.js";
import type { KnowledgeOptions } from "../steps/knowledge.js";

interface Options extends KnowledgeOptions {
    aspect: Aspect;
    format: "text" | "json";
}

/** `access-governance who can reach`: shows who has access to a target. */
export function addWho(program: Command): void {
    const shape = "who can reach <what>";
    const command = program
        .command("who")
        .summary("show who can reach a group, a resource or a bundle, and why")
        .description(
            `Shows who has access to a group, a resource or a bundle: at which level, until when, and by which path.\n\n${SOURCES}`,
        )
        .usage("can reach <what> [options]")
        .argument("<words...>", "`can reach` and a group, resource or bundle");
    asks(command, ["who can reach prod-db", "who can reach group:Admins --aspect mayApprove", "who prod-db"]);
    command.action(async (words: string[], options: Options) => {
        const [what = ""] = freeWords(shape, words, ["can", "reach", undefined], 1);
        const [{ whoCan }, { whoText }, { whoDocument }] = await importAnswers();
        const { knowledge, found } = await knownFrom(options, (finder) => finder.thing(what));
        const answer = whoCan(knowledge, options.aspect, found);
        printAnswer(options, whoText(knowledge, answer), () => whoDocument(knowledge, answer));
    });
}

/** `access-governance what can <person> reach`: shows the groups and resources that a person has access to. */
export function addWhat(program: Command): void {
    const shape = "what can <person> reach";
    const command = program
        .command("what")
        .summary("show what a person can reach, and why")
        .description(
            `Shows the groups and resources that a person has access to, each with level, expiration and path.\n\n${SOURCES}`,
        )
        .usage("can <person> reach [options]")
        .argument("<words...>", "`can`, the person and `reach`");
    asks(command, ["what can ada@example.com reach", "what can ada@example.com reach --aspect administers"]);
    command.action(async (words: string[], options: Options) => {
        const [person = ""] = freeWords(shape, words, ["can", undefined, "reach"], 1);
        const [{ whatCan }, { whatText }, { whatDocument }] = await importAnswers();
        const { knowledge, found } = await knownFrom(options, (finder) => finder.person(person).id);
        const answer = whatCan(knowledge, options.aspect, found);
        printAnswer(options, whatText(knowledge, answer), () => whatDocument(knowledge, answer));
    });
}

/** `access-governance why can <person> reach <what>`: shows the paths from a person to a target. */
export function addWhy(program: Command): void {
    const shape = "why can <person> reach <what>";
    const command = program
        .command("why")
        .summary("show whether a person can reach a target, and by which path")
        .description(
            `Shows whether a person has access to a target, and whether they can request, approve, administer or see it, each with its path. The exit
code is 0 for yes, ${EXIT_CODES.no} for no, and ${EXIT_CODES.notKnown} if the data is not sufficient to decide.\n\n${SOURCES}`,
        )
        .usage("can <person> reach <what> [options]")
        .argument("<words...>", "`can`, the person, `reach` and a group, resource or bundle");
    asks(command, ["why can ada@example.com reach prod-db", "why ada@example.com prod-db --aspect mayApprove"]);
    command.action(async (words: string[], options: Options) => {
        const [person = "", what = ""] = freeWords(shape, words, ["can", undefined, "reach", undefined], 2);
        const [{ whyCan }, { whyText }, { whyDocument }] = await importAnswers();
        const { knowledge, found } = await knownFrom(options, (finder) => ({
            id: finder.person(person).id,
            thing: finder.thing(what),
        }));
        const answer = whyCan(knowledge, found.id, found.thing);
        const { aspect } = options;
        printAnswer(options, whyText(knowledge, answer, aspect), () => whyDocument(knowledge, answer, aspect));
        const verdict = answer.findings.find((one) => one.aspect === aspect)?.verdict ?? "no";
        if (verdict !== "yes") process.exitCode = EXIT_CODES[verdict];
    });
}

/** `access-governance diff-people <a> <b>`: compares what two people can reach. */
export function addDiffPeople(program: Command): void {
    const command = program
        .command("diff-people")
        .summary("compare what two people can reach")
        .description(
            `Shows access that only one of the two people has, and how much access both have. Each level of a group or resource counts separately.\n\n${SOURCES}`,
        )
        .argument("<one>", "a person")
        .argument("<other>", "another person");
    asks(command, ["diff-people ada@example.com grace@example.com", "diff-people ada grace --aspect sees"]);
    command.action(async (one: string, other: string, options: Options) => {
        const [{ differenceOf }, { peopleDifferenceText }, { differenceDocument }] = await importAnswers();
        const { knowledge, found } = await knownFrom(options, (finder) => {
            const ids = [finder.person(one).id, finder.person(other).id] as const;
            if (ids[0] === ids[1]) throw new UsageError(`${one} and ${other} are the same person.`);
            return ids;
        });
        const answer = differenceOf(knowledge, options.aspect, found);
        printAnswer(options, peopleDifferenceText(knowledge, answer), () => differenceDocument(knowledge, answer));
    });
}

const SOURCES = `It reads the whole organization from the service, or the file given with --snapshot or --state. Save a snapshot first to ask several questions.

Specify a person by id, email, name, or any unambiguous part of these, and groups, resources and bundles by id or name. A prefix
narrows the search: group:, resource: or bundle:. Quote names that contain spaces.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

/** In the same order as in the access model. */
const ASPECT_CHOICES = [
    "has",
    "getsWithoutApproval",
    "mayRequest",
    "mayApprove",
    "administers",
    "sees",
] as const satisfies readonly Aspect[];

const ASPECTS_HELP = `Questions (--aspect):
  has                  is in the group, or has access to the resource
  getsWithoutApproval  can get access without approval
  mayRequest           can request access
  mayApprove           can approve requests for access
  administers          administers it as owner or leader, or through a role
  sees                 can find it in the catalog`;

/** Adds the options of all questions. */
function asks(command: Command, examples: readonly string[]): void {
    const lines = examples.map((one) => `  $ access-governance ${one}`);
    takesAssumptions(command)
        .addOption(
            new Option("--aspect <aspect>", "question to answer (see below)").choices(ASPECT_CHOICES).default("has"),
        )
        .option("--snapshot <file>", "output file of `access-governance snapshot`, or - for standard input")
        .option(
            "--state <file>",
            "output of `pulumi stack export`, or - for standard input: consider only what this program declares",
        )
        .addOption(formatOption())
        .addHelpText("after", `\n${ASPECTS_HELP}\n\nExamples:\n${lines.join("\n")}\n\n${EXIT_CODES_HELP}`);
}

/**
 * Returns the words at the positions where the pattern is undefined. All other words of the pattern may be omitted together.
 * @throws UsageError that contains the shape of the question
 */
function freeWords(shape: string, words: readonly string[], pattern: readonly (string | undefined)[], count: number) {
    const isWhole =
        words.length === pattern.length && pattern.every((word, place) => word === undefined || word === words[place]);
    if (isWhole) return words.filter((_, place) => pattern[place] === undefined);
    if (words.length === count && !words.some((word) => pattern.includes(word))) return words;
    throw new UsageError(
        `Unknown question. Use: access-governance ${shape}. To ask for something other than access, add --aspect. Quote names that contain spaces.`,
    );
}

/** Imports the modules that answer questions. Loaded on demand, because help does not need them. */
function importAnswers() {
    return Promise.all([
        import("../../access/answers/questions.js"),
        import("../../access/answers/answer-words.js"),
        import("../../access/answers/answer-document.js"),
    ]);
}

function printAnswer({ format }: Options, text: string, document: () => object): void {
    process.stdout.write(format === "json" ? `${JSON.stringify(document(), undefined, 4)}\n` : text);
}
