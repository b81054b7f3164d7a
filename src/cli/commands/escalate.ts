import { type Command, Option } from "commander";
import type { Outcomes } from "../../access/guarantees/escalation/escalation-reports.js";
import { accomplicesIn, type Chain } from "../../access/guarantees/escalation/take.js";
import type { Target } from "../../access/model/facts/facts.js";
import type { AccessModel } from "../../access/model/model.js";
import { UsageError } from "../../common/errors.js";
import { EXIT_CODES, EXIT_CODES_HELP } from "../exit-codes.js";
import { formatOption } from "../options/format.js";
import { takesAssumptions } from "../options/gates.js";
import { wholeNumber } from "../options/whole-number.js";
import { knownFrom } from "../steps/finder.js";
import type { KnowledgeOptions } from "../steps/knowledge.js";

interface Options extends KnowledgeOptions {
    format: "text" | "json";
    cuts?: boolean;
    prove?: boolean;
    with?: number;
    most: number;
}

/** `access-governance escalate`: what people get in several steps, each without anyone else's approval. */
export function addEscalate(program: Command): void {
    const command = program
        .command("escalate")
        .summary("show who can climb to something step by step, alone")
        .description(DESCRIPTION)
        .usage("(to <what> | from <person> | --cuts) [options]")
        .argument("[words...]", "to, and a group or resource; or from, and a person")
        .option("--cuts", "show the fewest changes that break every chain to the target (default: to any target)")
        .addOption(new Option("--with <number>", "accomplices who may help (default: none)").argParser(wholeNumber(1)))
        .option("--prove", "perform each chain on a copy of the organization in the local service")
        .addOption(new Option("--most <number>", "people or targets to list").argParser(wholeNumber(1)).default(20))
        .option("--snapshot <file>", "file of `access-governance snapshot`, or - for standard input")
        .addOption(formatOption())
        .addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`);
    takesAssumptions(command).action(run);
}

const DESCRIPTION = `Shows what access people can obtain by a chain of steps, each without anyone else's approval: a request that is approved automatically or by
themselves, access that they may grant to themselves, and break-glass access. A step can enable the next one, for example with a group that meets a condition,
sees a target, provides the users of an owner, or has a role. Each person acts alone, unless --with is given. Access that takes no step or a single one is not
listed: ask \`who can reach\` with \`--aspect getsWithoutApproval\`.

With --with, up to this many accomplices help: they approve requests of the others, and give them the access that they may assign. What a person
reaches alone is not listed. Each chain names its accomplices, as few as were found.

With --prove, each person performs their chain on a copy of the organization in the local service, step by step and by calls of the API. The exit
code is ${EXIT_CODES.problem} if a step is refused, and ${EXIT_CODES.notKnown} if no faithful copy can be made.

It reads the whole organization from the service, or the file given with --snapshot. It only reads.

Address and token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

const EXAMPLES = `
Examples:
  $ access-governance escalate to prod-db
  $ access-governance escalate to prod-db --cuts
  $ access-governance escalate --cuts
  $ access-governance escalate to prod-db --prove
  $ access-governance escalate to prod-db --with 1
  $ access-governance escalate from ada@example.com --snapshot access.json`;

async function run(words: readonly string[], options: Options): Promise<void> {
    const [direction, name] = words;
    const isOfAll = words.length === 0 && options.cuts === true && !options.prove;
    if (!isOfAll && ((direction !== "to" && direction !== "from") || name === undefined || words.length > 2))
        throw new UsageError(
            "Unknown question. Ask: access-governance escalate to <what>, or from <person>, or --cuts. Put names of several words in quotes.",
        );
    if (options.cuts && options.with !== undefined) throw new UsageError("--cuts cannot be combined with --with.");
    if (options.cuts && direction === "from") throw new UsageError("--cuts can only be given with `escalate to`.");
    const { knowledge, found: asked } = await knownFrom(options, (finder) => {
        if (name === undefined) return undefined;
        if (direction === "from") return finder.person(name);
        const target = finder.thing(name);
        if (target.type === "bundle")
            throw new UsageError("A bundle does not grant access by itself. Ask about one of its groups or resources.");
        return { ...target, type: target.type };
    });
    const [
        { Escalation },
        { Accomplices },
        reports,
        { cutsOf },
        { rankOf },
        { governedOf },
        { PrincipalSet },
        { targetsOf },
    ] = await Promise.all([
        import("../../access/guarantees/escalation/escalation.js"),
        import("../../access/guarantees/escalation/accomplices.js"),
        import("../../access/guarantees/escalation/escalation-reports.js"),
        import("../../access/guarantees/escalation/cuts.js"),
        import("../../access/guarantees/tests/selectors.js"),
        import("../../access/model/facts/records.js"),
        import("../../access/model/facts/principals.js"),
        import("../../access/model/model.js"),
    ]);
    const { model, directory } = knowledge;
    for (const limit of knowledge.limits) console.error(limit.toString());
    const say = (text: string, document: object): void => {
        process.stdout.write(options.format === "json" ? `${JSON.stringify(document, undefined, 4)}\n` : text);
    };
    const rankIn = (target: Target): number => rankOf(governedOf(model.records, target)?.sensitivity);
    const all = [...targetsOf(model)]
        .filter(({ type }) => type !== "bundle")
        .sort((one, other) => rankIn(one) - rankIn(other));
    if (!asked) {
        const cuts = cutsOf(model, all);
        return say(reports.cutsText(cuts, directory), { cuts: reports.cutsDocument(cuts, directory) });
    }
    const accomplices = options.with === undefined ? undefined : new Accomplices(model, options.with);
    if (asked.type === "group" || asked.type === "resource") {
        const found = (accomplices ?? new Escalation(model)).to(asked, options.most);
        const cuts = options.cuts ? cutsOf(model, [asked]) : undefined;
        const outcomes = options.prove ? await outcomesOf(found.chains, model) : undefined;
        const text = reports.chainsToText(asked, found, directory, outcomes);
        say(
            `${text}${cuts ? `\n${reports.cutsText(cuts, directory)}` : ""}`,
            reports.escalationDocument(found, cuts, directory, outcomes),
        );
        return;
    }
    const number = model.records.principals.number(asked.id);
    const alone = new Escalation(model, { who: PrincipalSet.of([number]) });
    const targets = accomplices ? all : all.filter((target) => alone.climbers(target).has(number));
    const found = (accomplices ?? alone).from(number, targets, options.most);
    const outcomes = options.prove ? await outcomesOf(found.chains, model) : undefined;
    say(
        reports.chainsFromText(asked.id, found, directory, outcomes),
        reports.escalationDocument(found, undefined, directory, outcomes),
    );
}

/** Performs chains on a copy, and sets the exit code. Undefined if no faithful copy can be made. */
async function outcomesOf(chains: readonly Chain[], { records }: AccessModel): Promise<Outcomes | undefined> {
    if (chains.length === 0) return new Map();
    const [{ copiedOrganization }, { Rehearsal }] = await Promise.all([
        import("../rehearsal/copied-organization.js"),
        import("../rehearsal/rehearsal.js"),
    ]);
    const { organization, gaps } = copiedOrganization(records);
    if (!organization || gaps.length > 0) {
        console.error(`Not performed, because no faithful copy of the organization can be made: ${gaps.join("; ")}.`);
        process.exitCode = EXIT_CODES.notKnown;
        return undefined;
    }
    const people = new Map(
        chains
            .flatMap((chain) => [chain.personId, ...accomplicesIn(chain)])
            .map((id) => [id, records.users.get(records.principals.number(id))?.role ?? "MEMBER"]),
    );
    const rehearsal = await Rehearsal.open(organization, people, new Date(records.at));
    try {
        const outcomes = new Map<Chain, Awaited<ReturnType<typeof rehearsal.perform>>>();
        for (const chain of chains) outcomes.set(chain, await rehearsal.perform(chain));
        if ([...outcomes.values()].some(({ isPerformed }) => !isPerformed)) process.exitCode = EXIT_CODES.problem;
        return outcomes;
    } finally {
        await rehearsal.close();
    }
}
