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
        .addOption(
            new Option("--with <number>", "maximum number of accomplices who help (default: none)").argParser(
                wholeNumber(1),
            ),
        )
        .option("--prove", "perform each chain on a copy of the organization in the local service")
        .addOption(
            new Option("--most <number>", "maximum number of people or targets to list")
                .argParser(wholeNumber(1))
                .default(20),
        )
        .option("--snapshot <file>", "output file of `access-governance snapshot`, or - for standard input")
        .addOption(formatOption())
        .addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`);
    takesAssumptions(command).action(run);
}

const DESCRIPTION = `Shows the access that people can obtain in several steps (a chain), each without another person's approval. A step is a request that is approved
automatically or by the requester, access that people can grant to themselves, or break-glass access. A step can enable the next one: for example,
the person joins a group that meets a condition, sees a target, provides the users of an owner, or has a role. Each person acts alone unless --with is
specified. Access that takes fewer than two steps is not listed: use \`who can reach\` with \`--aspect getsWithoutApproval\`.

With --with, up to this number of accomplices help: they approve each other's requests and grant access that they can assign. Access that a person
can obtain alone is not listed. Each chain names its accomplices, as few as were found.

With --prove, each chain is performed on a copy of the organization in the local service, step by step, with API calls. The exit code is
${EXIT_CODES.problem} if a step is refused, and ${EXIT_CODES.notKnown} if the organization cannot be copied faithfully.

It reads the whole organization from the service, or the file given with --snapshot. It only reads.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

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
            "Unknown question. Use: access-governance escalate to <what>, escalate from <person>, or escalate --cuts. Quote names that contain spaces.",
        );
    if (options.cuts && options.with !== undefined) throw new UsageError("--cuts cannot be combined with --with.");
    if (options.cuts && direction === "from") throw new UsageError("--cuts can only be used with `escalate to`.");
    const { knowledge, found: asked } = await knownFrom(options, (finder) => {
        if (name === undefined) return undefined;
        if (direction === "from") return finder.person(name);
        const target = finder.thing(name);
        if (target.type === "bundle")
            throw new UsageError("A bundle cannot be a target. Specify one of its groups or resources.");
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

/** Performs chains on a copy of the organization, and sets the exit code. Returns undefined if it cannot be copied faithfully. */
async function outcomesOf(chains: readonly Chain[], { records }: AccessModel): Promise<Outcomes | undefined> {
    if (chains.length === 0) return new Map();
    const [{ copiedOrganization }, { Rehearsal }] = await Promise.all([
        import("../rehearsal/copied-organization.js"),
        import("../rehearsal/rehearsal.js"),
    ]);
    const { organization, gaps } = copiedOrganization(records);
    if (!organization || gaps.length > 0) {
        console.error(
            `The chains were not performed, because the organization cannot be copied faithfully: ${gaps.join("; ")}.`,
        );
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
