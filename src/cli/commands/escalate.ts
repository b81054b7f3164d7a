import { type Command, Option } from "commander";
import type { Target } from "../../access/model/facts.js";
import { UsageError } from "../../common/errors.js";
import { EXIT_CODES_HELP } from "../exit-codes.js";
import { formatOption } from "../options/format.js";
import { takesAssumptions } from "../options/gates.js";
import { wholeNumber } from "../options/whole-number.js";
import { knownFrom } from "../steps/finder.js";
import type { KnowledgeOptions } from "../steps/knowledge.js";

interface Options extends KnowledgeOptions {
    format: "text" | "json";
    cuts?: boolean;
    most: number;
}

/** `access-governance escalate`: what people get by several steps, each without anyone else's approval. */
export function addEscalate(program: Command): void {
    const command = program
        .command("escalate")
        .summary("show who can climb to something step by step, alone")
        .description(DESCRIPTION)
        .usage("(to <what> | from <person>) [options]")
        .argument("<words...>", "to, and a group or resource; or from, and a person")
        .option("--cuts", "also show the fewest changes that leave no chain")
        .addOption(new Option("--most <number>", "people or targets to list").argParser(wholeNumber(1)).default(20))
        .option("--snapshot <file>", "file of `access-governance snapshot`, or - for standard input")
        .addOption(formatOption())
        .addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`);
    takesAssumptions(command).action(run);
}

const DESCRIPTION = `Shows what people can come to have by a chain of steps, each without anyone else's approval: a request that is approved automatically or by
themselves, what they may grant to themselves, and break-glass access. What one step gives can open the next one: a group that meets a condition,
that sees something, that fills an owner or that has a role. Each person acts alone. What they have or get by a single step is not listed: ask
\`who can reach\` with \`--aspect getsWithoutApproval\`.

It reads the whole organization from the service, or the file given with --snapshot. It only reads.

Address and token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

const EXAMPLES = `
Examples:
  $ access-governance escalate to prod-db
  $ access-governance escalate to prod-db --cuts
  $ access-governance escalate from ada@example.com --snapshot access.json`;

async function run([direction, ...rest]: readonly string[], options: Options): Promise<void> {
    const [name] = rest;
    if ((direction !== "to" && direction !== "from") || name === undefined || rest.length > 1)
        throw new UsageError(
            "Unknown question. Ask: access-governance escalate to <what>, or from <person>. Put names of several words in quotes.",
        );
    if (options.cuts && direction === "from") throw new UsageError("--cuts can only be given with `escalate to`.");
    const { knowledge, found: asked } = await knownFrom(options, (finder) => {
        if (direction === "from") return finder.person(name);
        const target = finder.thing(name);
        if (target.type === "bundle")
            throw new UsageError("A bundle gives no access. Ask about one of its groups or resources.");
        return { ...target, type: target.type };
    });
    const [{ Escalation }, reports, { cutsOf }, { rankOf }, { governedOf }] = await Promise.all([
        import("../../access/guarantees/escalation.js"),
        import("../../access/guarantees/escalation-reports.js"),
        import("../../access/guarantees/cuts.js"),
        import("../../access/guarantees/selectors.js"),
        import("../../access/model/records.js"),
    ]);
    const { model, directory } = knowledge;
    for (const limit of knowledge.limits) console.error(limit.toString());
    const say = (text: string, document: object): void => {
        process.stdout.write(options.format === "json" ? `${JSON.stringify(document, undefined, 4)}\n` : text);
    };
    if (asked.type === "group" || asked.type === "resource") {
        const escalation = new Escalation(model);
        const found = escalation.to(asked, options.most);
        const cuts = options.cuts ? cutsOf(model, [asked]) : undefined;
        const text = reports.chainsToText(asked, found, directory);
        say(
            `${text}${cuts ? `\n${reports.cutsText(cuts, directory)}` : ""}`,
            reports.escalationDocument(found, cuts, directory),
        );
        return;
    }
    const number = model.records.principals.number(asked.id);
    const { PrincipalSet } = await import("../../access/model/principals.js");
    const escalation = new Escalation(model, { who: PrincipalSet.of([number]) });
    const rankIn = (target: Target): number => rankOf(governedOf(model.records, target)?.sensitivity);
    const targets = escalation.targetsOf(number).sort((one, other) => rankIn(one) - rankIn(other));
    const found = escalation.from(number, targets, options.most);
    say(reports.chainsFromText(asked.id, found, directory), reports.escalationDocument(found, undefined, directory));
}
