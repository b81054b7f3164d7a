import { writeFileSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import { AccessGovernanceClient } from "../api/access-governance-client.js";
import { SettingsError } from "../errors.js";
import { type PreviewDocument, parseDocument } from "../report/document.js";
import { markdownOf } from "../report/markdown.js";
import { reportOf } from "../report/report.js";
import { textOf } from "../report/text.js";
import { readSettings } from "../settings.js";
import { readDocument } from "./input.js";

interface ReportOptions {
    format: "text" | "markdown";
    stack?: string;
    link?: string;
    maxLength: number;
    comment?: string;
}

/** `access-governance report`: what a preview means for access, for people who have never seen Pulumi. */
export function addReport(program: Command): void {
    program
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
        .addHelpText("after", EXAMPLES)
        .action(report);
}

const DESCRIPTION = `Says what changes about access: what is taken away, what changes, what is new, and what somebody changed past the program. It reads the
document of \`pulumi preview --refresh --json\`.

Ids are shown by name: of the stack itself, and of the service where ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN) is set.`;

const EXAMPLES = `
Examples:
  $ pulumi preview --refresh --json > preview.json; access-governance report preview.json
  $ access-governance report --comment comment.md --link "$RUN" preview.json

Exit codes: 0 when the report was made, whatever it says; 2 when the document is none.`;

async function report(file: string, options: ReportOptions): Promise<void> {
    const { format, stack, link, maxLength, comment } = options;
    const document = parseDocument(await readDocument(file, "The document of the preview"));
    // Pulumi's SDK comes with the kinds.
    const { kindOf } = await import("./kind-of.js");
    const made = await reportOf(document, kindOf, clientFor(document));
    const named = { ...made, stack: stack ?? made.stack };
    const markdown = markdownOf(named, { maxLength, ...(link && { link }) });
    if (comment) writeFileSync(comment, markdown);
    process.stdout.write(format === "text" ? textOf(named) : markdown);
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
