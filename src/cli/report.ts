import { writeFileSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import { AccessGovernanceClient } from "../api/access-governance-client.js";
import { CallError } from "../api/errors.js";
import { SettingsError, UsageError } from "../errors.js";
import type { AccessRules, Verdict } from "../impact/rules.js";
import { type PreviewDocument, parseDocument } from "../report/document.js";
import { markdownOf } from "../report/markdown.js";
import type { FindKind } from "../report/names.js";
import { reportOf } from "../report/report.js";
import { textOf } from "../report/text.js";
import { readSettings } from "../settings.js";
import { type GateOptions, rulesFrom, stopBy, takesGates } from "./gates.js";
import { readDocument } from "./input.js";
import { Progress } from "./progress.js";

interface ReportOptions extends GateOptions {
    format: "text" | "markdown";
    impact: boolean;
    stack?: string;
    link?: string;
    maxLength: number;
    comment?: string;
}

/** `access-governance report`: what a preview means for access, for people who have never seen Pulumi. */
export function addReport(program: Command): void {
    const command = program
        .command("report")
        .summary("say what a preview means for access")
        .description(DESCRIPTION)
        .argument("[file]", "document of the preview; standard input when left out, or -", "-")
        .addOption(
            new Option("--format <format>", "for a terminal or a log, or for a comment")
                .choices(["text", "markdown"])
                .default("text"),
        )
        .option("--stack <name>", "what to call the stack; <project>/<stack> of the document when left out")
        .option("--link <url>", "address of the run, for the comment")
        .option("--max-length <characters>", "characters that a comment may have", characters, 60_000)
        .option("--comment <file>", "write the comment to this file as well")
        .option("--no-impact", "do not read from the service who gains and who loses by it");
    takesGates(command).addHelpText("after", EXAMPLES).action(report);
}

const DESCRIPTION = `Says what changes about access: who gains it and who loses it, and what each object does to it, the riskiest first. It reads the document of
\`pulumi preview --refresh --json\`, and where ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN) is set, what the change can reach, and names.

Rules stop a change: see \`access-governance impact --help\`.`;

const EXAMPLES = `
Examples:
  $ pulumi preview --refresh --json > preview.json; access-governance report preview.json
  $ access-governance report --comment comment.md --link "$RUN" --rules access-rules.json preview.json

Exit codes: 0 when the report was made, whatever it says; 2 when the document is none; when a rule stops the change, 17 for new access,
18 for too many, 19 for self-approval, 20 for what is not known.`;

async function report(file: string, options: ReportOptions): Promise<void> {
    const { format, stack, link, maxLength, comment } = options;
    const document = parseDocument(await readDocument(file, "The document of the preview"));
    const rules = await rulesFrom(options);
    if (!options.impact && rules.rules.length > 0)
        throw new UsageError("Rules judge who gains access: leave out --no-impact, or the rules.");
    // Pulumi's SDK comes with the kinds.
    const { kindOf } = await import("./kind-of.js");
    const client = clientFor(document);
    const made = await reportOf(document, kindOf, client);
    const { text, blocks, verdicts, note } = options.impact
        ? await impactOf(document, kindOf, client, rules, made.errors.length > 0)
        : NO_IMPACT;
    const named = { ...made, stack: stack ?? made.stack, notes: note ? [...made.notes, note] : made.notes };
    const markdown = markdownOf(named, { maxLength, impact: blocks, ...(link && { link }) });
    if (comment) writeFileSync(comment, markdown);
    process.stdout.write(format === "text" ? textOf(named, text) : markdown);
    stopBy(verdicts);
}

/** Who gains and who loses, in both forms. */
interface Told {
    readonly text: string;
    readonly blocks: readonly string[];
    readonly verdicts: readonly Verdict[];
    /** Why it is not said. */
    readonly note?: string;
}

const NO_IMPACT: Told = { text: "", blocks: [], verdicts: [] };

/** Where it cannot be told, the report says why, and no rule counts as kept. */
async function impactOf(
    document: PreviewDocument,
    kindOf: FindKind,
    client: AccessGovernanceClient | undefined,
    rules: AccessRules,
    hasFailed: boolean,
): Promise<Told> {
    const [{ impactOfPreview }, { impactBlocks, impactText, stopBlocks, verdictLines }, { judge, tagsIn, unjudged }] =
        await Promise.all([
            import("../impact/preview-impact.js"),
            import("../impact/text.js"),
            import("../impact/rules.js"),
        ]);
    const untold = (because: string): Told => {
        const verdicts = unjudged(rules, because);
        const note = `Who gains access and who loses it was not evaluated: ${because}`;
        return { text: verdictLines(verdicts).join("\n"), blocks: stopBlocks(verdicts), verdicts, note };
    };
    if (hasFailed) return untold("The preview failed.");
    if (!client) return untold("No token is set: set ACCESS_GOVERNANCE_TOKEN to one that may read.");
    const progress = new Progress(process.stderr);
    try {
        const preview = await impactOfPreview(document, kindOf, {
            client,
            tags: tagsIn(rules),
            progress: (done, total) => progress.show(done, total),
        });
        const verdicts = judge(preview, rules, new Date(client.now()).toISOString());
        return { text: impactText(preview, verdicts), blocks: impactBlocks(preview, verdicts), verdicts };
    } catch (error) {
        if (error instanceof CallError) return untold(error.message);
        throw error;
    } finally {
        progress.end();
    }
}

/** Asks where the objects of the stack are; nobody where no token is set, for then ids stay ids. */
function clientFor(document: PreviewDocument): AccessGovernanceClient | undefined {
    const home = document.steps.map(({ oldState }) => oldState?.outputs.__url).find((url) => typeof url === "string");
    const url = process.env.ACCESS_GOVERNANCE_URL || home;
    try {
        const settings = readSettings({ get: (key) => (key === "access-governance:url" ? url : undefined) });
        return new AccessGovernanceClient({ ...settings, retries: 1, timeoutMs: 10_000 });
    } catch (error) {
        if (error instanceof SettingsError) return undefined;
        throw error;
    }
}

function characters(text: string): number {
    if (!/^\d{4,7}$/.test(text)) throw new InvalidArgumentError("It must be a whole number, 1000 or more.");
    return Number(text);
}
