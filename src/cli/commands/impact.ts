import { writeFileSync } from "node:fs";
import type { Command } from "commander";
import { EXIT_CODES_HELP } from "../exit-codes.js";
import { type GateOptions, rulesFrom, stopBy, takesGates } from "../options/gates.js";
import { formatOption } from "../options/option-values.js";
import { printResult } from "../screen/terminal.js";
import { withReader } from "../steps/facts.js";
import { readWholePreview } from "../steps/pulumi-documents.js";

interface ImpactOptions extends GateOptions {
    format: "text" | "markdown" | "json";
    comment?: string;
}

/** `access-governance impact`: shows who would gain or lose access through the changes of a preview, and whether the rules allow that. */
export function addImpact(program: Command): void {
    const command = program
        .command("impact")
        .summary("show who would gain or lose access through the changes of a preview")
        .description(DESCRIPTION)
        .argument("[file]", "output of `pulumi preview --json` (default: standard input, or -)", "-")
        .addOption(formatOption(["text", "markdown", "json"]))
        .option("--comment <file>", "also write the Markdown comment to this file");
    takesGates(command).addHelpText("after", `${EXAMPLES}\n\n${EXIT_CODES_HELP}`).action(run);
}

const DESCRIPTION = `Shows who gains or loses access through a change, who can get access without approval, and who can then approve requests
for the changed targets, administer them and see them, each with its path. It reads the output of \`pulumi preview --refresh --show-sames --json\` and the
part of the organization that the change can affect. Without --show-sames, drift that the program now declares is
missing. It does not change anything.

Rules can stop a change. They come from the options and from a file in the repository, which is reviewed like any other.
To waive a rule, edit the file; the text of a pull request cannot waive it.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

const EXAMPLES = `
Examples:
  $ pulumi preview --refresh --show-sames --json > preview.json; access-governance impact preview.json
  $ access-governance impact preview.json --no-new-access-to tag:production --max-gained 10 --no-self-approval
  $ access-governance impact preview.json --rules access-rules.json --format json > impact.json`;

async function run(file: string, options: ImpactOptions): Promise<void> {
    const document = await readWholePreview(file);
    const rules = await rulesFrom(options);
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [
        { kindOfType },
        { impactOfPreview },
        { impactDocument, impactOutline },
        { outlineText },
        { outlineMarkdown },
        { judge },
        { evaluationFor },
    ] = await Promise.all([
        import("../steps/kind-of.js"),
        import("../../review/impact/preview-impact.js"),
        import("../../review/impact/impact-outline.js"),
        import("../../common/outline/outline-text.js"),
        import("../../common/outline/outline-markdown.js"),
        import("../../review/impact/verdicts.js"),
        import("../../review/impact/rules.js"),
    ]);
    const { preview, verdicts } = await withReader(async (client, progress) => {
        const preview = await impactOfPreview(document, kindOfType, { client, ...evaluationFor(rules), progress });
        return { preview, verdicts: judge(preview, rules, new Date(client.now()).toISOString()) };
    });
    const outline = impactOutline(preview, verdicts);
    const markdown = outlineMarkdown(outline);
    if (options.comment !== undefined) writeFileSync(options.comment, markdown);
    printResult(options.format, {
        text: () => outlineText(outline),
        markdown: () => markdown,
        json: () => impactDocument(preview, verdicts),
    });
    stopBy(verdicts);
}
