import { writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { CallError } from "../../api/errors.js";
import { UsageError } from "../../common/errors.js";
import type { OutlineSection } from "../../common/outline/outline.js";
import { outlineMarkdown } from "../../common/outline/outline-markdown.js";
import { outlinePage } from "../../common/outline/outline-page.js";
import { outlineText } from "../../common/outline/outline-text.js";
import { type Phrase, prose } from "../../common/phrase.js";
import type { AccessSummary } from "../../review/impact/impact-outline.js";
import type { AccessRules } from "../../review/impact/rules.js";
import type { RuleVerdict } from "../../review/impact/verdicts.js";
import { hasFailed, type PreviewDocument, parseDocument } from "../../review/report/document.js";
import type { FindKind } from "../../review/report/names.js";
import { reasonIn, reportAfter, reportOf } from "../../review/report/report.js";
import { reportOutline } from "../../review/report/report-outline.js";
import { type Alert, evaluatedReport, type Report } from "../../review/report/sections.js";
import { type AfterUp, afterUp, parseEvents } from "../../review/report/up.js";
import { readDocument } from "../calls/input.js";
import { EXIT_CODES } from "../exit-codes.js";
import { collected, combinedRules, type GateOptions, rulesFrom, stopBy, takesGates } from "../options/gates.js";
import { wholeNumber } from "../options/option-values.js";
import { Progress } from "../screen/progress.js";
import { connectionFor, type ServiceConnection } from "../steps/connection.js";
import { readSnapshot, writeSnapshot } from "../steps/facts.js";
import { reportDocument } from "../steps/report-document.js";

interface ReportOptions extends GateOptions {
    format: "text" | "markdown" | "json" | "html";
    impact: boolean;
    stack?: string;
    link?: string;
    maxLength: number;
    comment?: string;
    page?: string;
    afterUp?: string;
    keep?: string;
    kept?: string;
    proposedRules: string[];
    changedFile: string[];
}

/** `access-governance report`: reports how a preview changes access, for readers who do not know Pulumi. */
export function addReport(program: Command): void {
    const command = program
        .command("report")
        .summary("report how a preview would change access, or what `pulumi up` changed")
        .description(DESCRIPTION)
        .argument("[file]", "output of `pulumi preview --json` (default: standard input, or -)")
        .addOption(
            new Option("--format <format>", "output format")
                .choices(["text", "markdown", "json", "html"])
                .default("text"),
        )
        .option("--stack <name>", "name of the stack in the report (default: <project>/<stack> of the document)")
        .option("--link <url>", "URL of the pipeline run; not shown in text format")
        .option("--max-length <characters>", "maximum length of the comment", wholeNumber(SHORTEST), 60_000)
        .option("--comment <file>", "also write the Markdown comment to this file")
        .option("--page <file>", "also write the HTML page to this file")
        .option("--no-impact", "do not evaluate who gains and loses access")
        .option("--after-up <file>", "report what `pulumi up` did, from its event log")
        .option("--keep <file>", "before `pulumi up`: write a file that records who has access, for --kept")
        .option("--kept <file>", "with --after-up: file that --keep wrote");
    takesGates(command)
        .option(
            "--proposed-rules <file>",
            "rules after the merge, to compare with --rules; can be repeated",
            collected,
            [],
        )
        .option(
            "--changed-file <path>",
            "changed file that decides, such as a pipeline script; can be repeated",
            collected,
            [],
        )
        .addHelpText("after", EXAMPLES)
        .action(report);
}

const DESCRIPTION = `Reports how a change affects access: who gains and loses it, and the effect of each changed object, riskiest first. It reads the
output of \`pulumi preview --refresh --show-sames --json\`. If ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or
OPAL_AUTH_TOKEN) are set, it also reads names and the part of the organization that the change can affect.

With --after-up, it reports changes that were made, that failed and that were not started. Pulumi writes an event log only if
PULUMI_DEBUG_COMMANDS=true is set.

api/report.schema.json describes the JSON. Rules can stop a change: see \`access-governance impact --help\`.`;

const EXAMPLES = `
Examples:
  $ pulumi preview --refresh --show-sames --json > preview.json; access-governance report preview.json
  $ access-governance report --comment comment.md --link "$RUN" --rules access-rules.json preview.json
  $ access-governance report --format html preview.json > report.html

After an \`up\`:
  $ access-governance report --keep access.json preview.json
  $ PULUMI_DEBUG_COMMANDS=true pulumi up --yes --event-log events.jsonl
  $ access-governance report --after-up events.jsonl --kept access.json preview.json

Exit codes: 0 if the report was created and no rule is broken; 2 if the document is not valid; if a rule stops the change,
17 for new access, 18 for too many people, 19 for self-approval, 20 for unknown effects, 26 for new access in several steps;
with --after-up and a preview, 29 if something was deployed that the preview did not show.`;

async function report(file: string | undefined, options: ReportOptions): Promise<void> {
    const { format, stack, link, maxLength, comment, page } = options;
    const rules = await rulesFrom(options);
    if (!options.impact && rules.rules.length > 0)
        throw new UsageError("Rules require an evaluation of who gains access. Omit --no-impact or the rules.");
    if (options.afterUp !== undefined && rules.rules.length > 0)
        throw new UsageError("Rules apply before a change. Omit --after-up or the rules.");
    if (options.kept !== undefined && options.afterUp === undefined)
        throw new UsageError("--kept requires --after-up.");
    const after = options.afterUp === undefined ? undefined : await readUp(options.afterUp, file);
    const document = after?.document ?? (await readPreview(file ?? "-"));
    // Loaded on demand: the kinds load Pulumi's SDK.
    const { kindOfType } = await import("../steps/kind-of.js");
    const connection = connectionFor(document);
    const { client } = connection;
    const made = await (after ? reportAfter(after, kindOfType, client) : reportOf(document, kindOfType, client));
    const judgement: JudgedReport =
        options.impact && after?.hasDone !== false
            ? await accessOf(after?.done ?? document, kindOfType, connection, rules, {
                  ...options,
                  hasFailed: !after && hasFailed(document),
              })
            : { rules: [] };
    const rulesChanges =
        options.proposedRules.length + options.changedFile.length === 0
            ? []
            : await changesOfRules(rules, judgement, options);
    const named: Report = {
        ...(judgement.access ? evaluatedReport(made, judgement.access) : made),
        stack: stack ?? made.stack,
        notes: [...made.notes, ...unnamedNote(made, judgement)],
        alerts: [
            ...alertOf(prose`Rules changed in this pull request`, rulesChanges),
            ...alertOf(prose`Deployed but not reviewed`, after?.unreviewed),
        ],
    };
    const outline = reportOutline(named, { access: judgement.section, link });
    const written = {
        text: () => outlineText(outline, { width: process.stdout.columns ?? 80, isColoured: isColoured() }),
        markdown: () => outlineMarkdown(outline, maxLength),
        json: () => `${JSON.stringify(reportDocument(named, { ...judgement, link }), undefined, 4)}\n`,
        html: () => outlinePage(outline),
    };
    if (comment) writeFileSync(comment, written.markdown());
    if (page) writeFileSync(page, written.html());
    process.stdout.write(written[format]());
    if ((after?.unreviewed ?? []).length > 0) process.exitCode = EXIT_CODES.notReviewed;
    stopBy(judgement.rules);
}

/** Sentences about how a pull request changes the rules, and what they would no longer stop. */
async function changesOfRules(
    base: AccessRules,
    { rules, judgeBy }: JudgedReport,
    { proposedRules, changedFile }: Pick<ReportOptions, "proposedRules" | "changedFile">,
): Promise<Phrase[]> {
    const { rulesChangeLines } = await import("../../review/impact/rules-change.js");
    const proposed = proposedRules.length > 0 ? await combinedRules(proposedRules) : base;
    return rulesChangeLines({
        base,
        proposed,
        files: changedFile,
        ...(judgeBy && { verdicts: { base: rules, proposed: judgeBy(proposed) } }),
    });
}

function alertOf(title: Phrase, lines: readonly Phrase[] = []): Alert[] {
    return lines.length === 0 ? [] : [{ title, lines }];
}

/** The effect of a change on access, and the verdicts of the rules. */
interface JudgedReport {
    readonly rules: readonly RuleVerdict[];
    /** Undefined if the effects were not requested. */
    readonly section?: OutlineSection;
    /** Undefined if the effects could not be evaluated. */
    readonly access?: AccessSummary;
    /** Reason why they could not be evaluated. */
    readonly notEvaluated?: Phrase;
    /** Judges the same change by other rules. Undefined if the effect is unknown. */
    readonly judgeBy?: (rules: AccessRules) => readonly RuleVerdict[];
    /** The people who gain and lose access, for the JSON document. */
    readonly document?: object;
}

/** Evaluates who gains and loses access. If that cannot be determined, the report explains why, and all rules count as broken. */
async function accessOf(
    document: PreviewDocument,
    kindOf: FindKind,
    { client, problem }: ServiceConnection,
    rules: AccessRules,
    {
        hasFailed,
        afterUp,
        keep,
        kept,
    }: Pick<ReportOptions, "afterUp" | "keep" | "kept"> & { readonly hasFailed: boolean },
): Promise<JudgedReport> {
    const [
        { impactOfPreview },
        { accessDocument, accessSection, accessSummaryOf },
        { judge, unjudged },
        { evaluationFor },
    ] = await Promise.all([
        import("../../review/impact/preview-impact.js"),
        import("../../review/impact/impact-outline.js"),
        import("../../review/impact/verdicts.js"),
        import("../../review/impact/rules.js"),
    ]);
    const tense = afterUp === undefined ? "present" : "past";
    const notEvaluated = (because: Phrase): JudgedReport => {
        const headline = prose`This was not evaluated. ${because}`;
        const verdicts = unjudged(rules);
        return { notEvaluated: because, rules: verdicts, section: accessSection({ headline }, verdicts, tense) };
    };
    if (hasFailed) return notEvaluated(prose`A failed preview does not show all changes.`);
    if (afterUp !== undefined && kept === undefined)
        return notEvaluated(
            prose`It is unknown who had access before. Record it with --keep before \`pulumi up\`, and pass that file with --kept.`,
        );
    if (!client) return notEvaluated(problem);
    const snapshot = kept === undefined ? undefined : await readSnapshot(kept);
    const progress = new Progress(process.stderr);
    try {
        const preview = await impactOfPreview(document, kindOf, {
            client,
            ...evaluationFor(rules),
            ...(snapshot && { snapshot }),
            progress: (done, total) => progress.show(done, total),
        });
        if (keep !== undefined) writeSnapshot(keep, preview.facts);
        const judgeBy = (some: AccessRules) => judge(preview, some, new Date(client.now()).toISOString());
        const access = accessSummaryOf(preview, tense);
        const verdicts = judgeBy(rules);
        return {
            section: accessSection(access, verdicts, tense),
            access,
            document: accessDocument(preview, tense),
            rules: verdicts,
            judgeBy,
        };
    } catch (error) {
        if (error instanceof CallError) return notEvaluated(prose`${error.message}`);
        throw error;
    } finally {
        progress.end();
    }
}

async function readPreview(file: string): Promise<PreviewDocument> {
    return parseDocument(await readDocument(file, "The document of the preview"));
}

async function readUp(events: string, file: string | undefined): Promise<AfterUp> {
    const record = parseEvents(await readDocument(events, "The event log"));
    return afterUp(file === undefined ? undefined : await readPreview(file), record);
}

/** Returns a note about why ids are shown instead of names. The reason is omitted if the report already contains it. */
function unnamedNote({ unnamed }: Report, { notEvaluated }: JudgedReport): Phrase[] {
    if (unnamed === undefined) return [];
    const isSaid = notEvaluated !== undefined && reasonIn(notEvaluated.toJSON()) === reasonIn(unnamed);
    const because = isSaid ? prose`for the same reason` : prose`because their names could not be read: ${unnamed}`;
    return [prose`Some objects are shown by id, ${because}`];
}

/** Whether the terminal supports colours and the user has not disabled them (NO_COLOR). */
function isColoured(): boolean {
    return process.stdout.isTTY === true && process.stdout.hasColors();
}

/** Minimum value of --max-length: enough for the first lines of a comment and one or two reasons. */
const SHORTEST = 1000;
