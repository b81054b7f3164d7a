import { readFileSync, writeFileSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import { Client } from "../api/client.js";
import { UsageError } from "../errors.js";
import type { AccessRules, Rule, Verdict } from "../impact/rules.js";
import { parseDocument } from "../report/document.js";
import { EXIT_CODES, EXIT_CODES_HELP } from "./exit-codes.js";
import { readDocument } from "./input.js";
import { Progress } from "./progress.js";
import { readerSettings } from "./reader-settings.js";

/** What a change may not do, as a line of options says it. */
export interface GateOptions {
    rules?: string;
    newAccessTo: string[];
    maxGained?: number;
    selfApproval: boolean;
    failOnUnknown?: boolean;
}

interface ImpactOptions extends GateOptions {
    format: "text" | "markdown" | "json";
    comment?: string;
}

/** `access-governance impact`: who gains access and who loses it by a preview, and whether the rules of the repository allow that. */
export function addImpact(program: Command): void {
    const command = program
        .command("impact")
        .summary("say who gains access by a preview, and who loses it")
        .description(DESCRIPTION)
        .argument("[file]", "document of the preview; standard input when left out, or -", "-")
        .addOption(
            new Option("--format <format>", "for people, for a comment, or everything for programs")
                .choices(["text", "markdown", "json"])
                .default("text"),
        )
        .option("--comment <file>", "write the comment to this file as well");
    takesGates(command).addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`).action(run);
}

/** The options that stop a change. */
export function takesGates(command: Command): Command {
    return command
        .option("--rules <file>", "rules of the repository, such as access-rules.json")
        .option("--no-new-access-to <what>", SELECTORS, collected, [])
        .addOption(new Option("--max-gained <people>", "stop if more people gain access").argParser(whole))
        .option("--no-self-approval", "stop if somebody may get something without anybody else's approval")
        .option("--fail-on-unknown", "stop if not everything about the change is known");
}

const SELECTORS = "stop if anybody gains access to it: tag:<key>, tag:<key>=<value>, sensitivity:<level>, a name, or *";

const DESCRIPTION = `Says who gains access and who loses it by a change, who may get something without anybody's approval, who may approve, administer and see it
from then on, each with the path that leads there. It reads the document of \`pulumi preview --refresh --json\`, and of the organization what the change
can reach. It only reads.

Rules stop a change: those of a file that is reviewed like everything else, and those of the options. A rule is waived in the file, never in the text
of a pull request.

Address and token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

const EXAMPLES = `
Examples:
  $ pulumi preview --refresh --json > preview.json; access-governance impact preview.json
  $ access-governance impact preview.json --no-new-access-to tag:production --max-gained 10 --no-self-approval
  $ access-governance impact preview.json --rules access-rules.json --format json > impact.json`;

async function run(file: string, options: ImpactOptions): Promise<void> {
    const document = parseDocument(await readDocument(file, "The document of the preview"));
    const rules = await rulesFrom(options);
    // Pulumi's SDK comes with the kinds.
    const [{ kindOf }, { impactOfPreview }, { impactDocument, impactMarkdown, impactText }, { judge, tagsIn }] =
        await Promise.all([
            import("./kind-of.js"),
            import("../impact/preview-impact.js"),
            import("../impact/text.js"),
            import("../impact/rules.js"),
        ]);
    const progress = new Progress(process.stderr);
    const client = new Client({ ...readerSettings(), onWait: (line) => progress.say(line) });
    const preview = await impactOfPreview(document, kindOf, {
        client,
        tags: tagsIn(rules),
        progress: (done, total) => progress.show(done, total),
    }).finally(() => progress.end());
    const verdicts = judge(preview, rules, new Date(client.now()).toISOString());
    const markdown = impactMarkdown(preview, verdicts);
    if (options.comment !== undefined) writeFileSync(options.comment, markdown);
    if (options.format === "json")
        process.stdout.write(`${JSON.stringify(impactDocument(preview, verdicts), undefined, 4)}\n`);
    else process.stdout.write(options.format === "text" ? impactText(preview, verdicts) : markdown);
    stopBy(verdicts);
}

/** Ends with the code of the first rule that is broken. */
export function stopBy(verdicts: readonly Verdict[]): void {
    const broken = verdicts.find(({ isKept }) => !isKept);
    if (broken) process.exitCode = EXIT_CODES[broken.kind];
}

/** The rules of the file, and those of the options. @throws UsageError */
export async function rulesFrom(options: GateOptions): Promise<AccessRules> {
    const { parseRules } = await import("../impact/rules.js");
    const file =
        options.rules === undefined ? { rules: [], waivers: [] } : parseRules(read(options.rules), options.rules);
    return { ...file, rules: [...file.rules, ...rulesOf(options)] };
}

function rulesOf({ newAccessTo, maxGained, selfApproval, failOnUnknown }: GateOptions): Rule[] {
    const given = (name: string) => ({ name, owner: "Whoever runs this command", reason: "An option asks for it." });
    return [
        ...(newAccessTo.length > 0
            ? [{ ...given(`--no-new-access-to ${newAccessTo.join(" ")}`), noNewAccessTo: newAccessTo }]
            : []),
        ...(maxGained !== undefined ? [{ ...given(`--max-gained ${maxGained}`), maxGained }] : []),
        ...(selfApproval ? [] : [{ ...given("--no-self-approval"), noSelfApproval: true as const }]),
        ...(failOnUnknown ? [{ ...given("--fail-on-unknown"), failOnUnknown: true as const }] : []),
    ];
}

function read(file: string): string {
    try {
        return readFileSync(file, "utf8");
    } catch (error) {
        throw new UsageError(`The rules cannot be read: ${error instanceof Error ? error.message : error}.`);
    }
}

function collected(one: string, others: string[]): string[] {
    return [...others, one];
}

function whole(text: string): number {
    if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number, 0 or more.");
    return Number(text);
}
