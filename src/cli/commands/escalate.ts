import type { Command } from "commander";
import type { Knowledge } from "../../access/answers/questions.js";
import type { Target } from "../../access/model/facts/facts.js";
import { UsageError } from "../../common/errors.js";
import { EXIT_CODES_HELP } from "../exit-codes.js";
import { takesAssumptions } from "../options/gates.js";
import { formatOption, wholeNumber } from "../options/option-values.js";
import { printResult } from "../screen/terminal.js";
import { chainTarget, knownFrom } from "../steps/finder.js";
import type { KnowledgeOptions } from "../steps/knowledge.js";

interface Options extends KnowledgeOptions, ChainOptions {
    format: "text" | "json";
}

interface ChainOptions {
    readonly cuts?: boolean;
    /** Maximum number of people or targets. */
    readonly most: number;
}

/** `access-governance escalate`: shows access that people can obtain in several steps, each without another person's approval. */
export function addEscalate(program: Command): void {
    const command = program
        .command("escalate")
        .summary("show who can obtain access in several steps, without approval by others")
        .description(DESCRIPTION)
        .usage("(to <what> | from <person> | --cuts) [options]")
        .argument("[words...]", "`to` and a group or resource, or `from` and a person")
        .option(
            "--cuts",
            "show the fewest changes that break every chain to the target, or to any target if none is named",
        )
        .option("--most <number>", "maximum number of people or targets to list", wholeNumber(1), 20)
        .option("--snapshot <file>", "output file of `access-governance snapshot`, or - for standard input")
        .addOption(formatOption())
        .addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`);
    takesAssumptions(command).action(run);
}

const DESCRIPTION = `Shows the access that people can obtain in several steps (a chain), each without another person's approval. A step is a request that is approved
automatically or by the requester, access that people can grant to themselves, or break-glass access. A step can enable the next one: for example,
the person joins a group that meets a condition, sees a target, provides the users of an owner, or has a role. Each person acts alone.
Access that takes fewer than two steps is not listed: use \`who can reach\` with \`--aspect getsWithoutApproval\`.

It reads the whole organization from the service, or the file given with --snapshot. It only reads.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

const EXAMPLES = `
Examples:
  $ access-governance escalate to prod-db
  $ access-governance escalate to prod-db --cuts
  $ access-governance escalate --cuts
  $ access-governance escalate from ada@example.com --snapshot access.json`;

async function run(words: readonly string[], options: Options): Promise<void> {
    const [direction, name] = words;
    const isOfAll = words.length === 0 && options.cuts === true;
    if (!isOfAll && ((direction !== "to" && direction !== "from") || name === undefined || words.length > 2))
        throw new UsageError(
            "Unknown question. Use: access-governance escalate to <what>, escalate from <person>, or escalate --cuts. Quote names that contain spaces.",
        );
    if (options.cuts && direction === "from") throw new UsageError("--cuts can only be used with `escalate to`.");
    const { knowledge, found: asked } = await knownFrom(options, (finder) => {
        if (name === undefined) return undefined;
        return direction === "from" ? finder.person(name) : chainTarget(finder, name);
    });
    for (const limit of knowledge.limits) console.error(limit.toString());
    const { text, document } =
        asked?.type === "group" || asked?.type === "resource"
            ? await chainsTo(knowledge, { ...asked, type: asked.type }, options)
            : await chainsAmongAll(knowledge, asked?.id, options);
    printResult(options.format, { text: () => text, json: () => document });
}

/** An answer about chains, in words and as JSON. */
interface ChainsAnswer {
    readonly text: string;
    readonly document: object;
}

/** Answers who can reach a target in several steps and, with `cuts`, which changes prevent it. */
export async function chainsTo(
    { model, directory }: Knowledge,
    target: Target,
    { most, ...options }: ChainOptions,
): Promise<ChainsAnswer> {
    const [{ Escalation }, { chainsToText, cutsText, escalationDocument }, { cutsOf }] = await importEscalation();
    const found = new Escalation(model).to(target, most);
    const cuts = options.cuts ? cutsOf(model, [target]) : undefined;
    const text = chainsToText(target, found, directory);
    return {
        text: cuts ? `${text}\n${cutsText(cuts, directory)}` : text,
        document: escalationDocument(found, cuts, directory),
    };
}

/** Answers which targets a person can reach in several steps or, without a person, which changes cut all chains. */
async function chainsAmongAll(
    { model, directory }: Knowledge,
    personId: string | undefined,
    { most }: ChainOptions,
): Promise<ChainsAnswer> {
    const [{ Escalation }, reports, { cutsOf }] = await importEscalation();
    const [{ rankOf }, { governedOf }, { PrincipalSet }, { targetsOf }] = await Promise.all([
        import("../../access/guarantees/tests/selectors.js"),
        import("../../access/model/facts/records.js"),
        import("../../access/model/facts/principals.js"),
        import("../../access/model/model.js"),
    ]);
    const rankIn = (target: Target): number => rankOf(governedOf(model.records, target)?.sensitivity);
    const all = [...targetsOf(model)]
        .filter(({ type }) => type !== "bundle")
        .sort((one, other) => rankIn(one) - rankIn(other));
    if (personId === undefined) {
        const cuts = cutsOf(model, all);
        return { text: reports.cutsText(cuts, directory), document: { cuts: reports.cutsDocument(cuts, directory) } };
    }
    const number = model.records.principals.number(personId);
    const escalation = new Escalation(model, { who: PrincipalSet.of([number]) });
    const targets = all.filter((target) => escalation.climbers(target).has(number));
    const found = escalation.from(number, targets, most);
    return {
        text: reports.chainsFromText(personId, found, directory),
        document: reports.escalationDocument(found, undefined, directory),
    };
}

/** Imports the modules that find chains. Loaded on demand, because help does not need them. */
function importEscalation() {
    return Promise.all([
        import("../../access/guarantees/escalation/escalation.js"),
        import("../../access/guarantees/escalation/escalation-reports.js"),
        import("../../access/guarantees/escalation/cuts.js"),
    ]);
}
