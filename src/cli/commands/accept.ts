import { readdirSync } from "node:fs";
import type { Command } from "commander";
import type { Acceptance, AcceptOptions } from "../../adopt/accept/acceptance.js";
import { CallError } from "../../api/errors.js";
import { UsageError } from "../../common/errors.js";
import type { AccessRules } from "../../review/impact/rules.js";
import type { RuleVerdict } from "../../review/impact/verdicts.js";
import type { PreviewDocument } from "../../review/report/document.js";
import type { FindKind } from "../../review/report/names.js";
import { EXIT_CODES } from "../exit-codes.js";
import { acceptPolicyFrom, type GateOptions, rulesFrom, stopBy, takesGates } from "../options/gates.js";
import { formatOption, namesParser } from "../options/option-values.js";
import { expectProject } from "../options/project-folder.js";
import { isAgreed, isWatched, printResult, tellProgress } from "../screen/terminal.js";
import type { ChoiceOptions } from "../steps/acceptance-choice.js";
import { acceptanceMarkdown, acceptanceText, diffsOf } from "../steps/acceptance-text.js";
import { connectionFor, type ServiceConnection } from "../steps/connection.js";
import { readPreview, readState } from "../steps/pulumi-documents.js";

interface Options extends GateOptions, ChoiceOptions {
    cwd: string;
    impact: boolean;
    stack?: string;
    split?: boolean;
    write?: boolean;
    commit?: boolean;
    automatic?: string;
    new?: boolean;
    format: "text" | "markdown" | "json";
}

const resourceNames = namesParser("names of resources, such as prod-oncall,platform");
const propertyNames = namesParser("names of properties, such as visibility,users");
const causes = namesParser("email addresses, or request, such as ada@tidewater.example,request");

/** `access-governance accept`: makes the program match the service. */
export function addAccept(program: Command): void {
    const command = program
        .command("accept")
        .summary("edit the program to declare what was changed outside Pulumi")
        .description(DESCRIPTION)
        .argument("[file]", "output of `pulumi preview --json` (default: run the preview)")
        .option("-C, --cwd <folder>", "folder of the program's Pulumi.yaml", ".")
        .option("-s, --stack <name>", "stack to preview (default: the stack of the document, or the selected stack)")
        .option("--only <names>", "only these resources, by their names in the program", resourceNames)
        .option("--property <names>", "only these properties", propertyNames)
        .option(
            "--by <causes>",
            "only what was last changed by these people (email addresses), or by approved access requests (`request`)",
            causes,
        )
        .option(
            "--not-by <causes>",
            "nothing that was last changed by these people (email addresses), or by approved access requests (`request`)",
            causes,
        )
        .option("--split", "give the drifted resource its own copy of a shared value")
        .option("--write", "write the edits without asking")
        .option("--commit", "write the edits and commit them with git, one commit per person who made the changes")
        .option("--new", "with --write: also declare all undeclared objects, as `export --update` does")
        .option(
            "--automatic <file>",
            "accept only changes that the `accept` section of this file (such as access-rules.json) allows without a decision by a person",
        )
        .option("--no-impact", "do not show who would keep access because of the edits")
        .addOption(formatOption(["text", "markdown", "json"]));
    takesGates(command).addHelpText("after", EXAMPLES).action(accept);
}

const DESCRIPTION = `Accepts drift that \`pulumi up\` would undo. It edits the TypeScript, JavaScript or YAML of the program, shows the
edits as a diff and who would keep access, and asks before it writes them. Only the text of the values changes. It then
runs the preview again and reverts edits that did not remove the drift. It does not change the service.

It does not edit values that are computed, come from the configuration or are shared with other resources, but lists where they are set.
If an object was deleted, its declaration is removed unless other code refers to it.

Programs in other languages, such as Python and Go, are not edited. For each change, the command prints the property and its value in the
language of the program, and exits with 16.`;

const EXAMPLES = `
Examples:
  $ access-governance accept
  $ pulumi preview --refresh --json > preview.json; access-governance accept preview.json
  $ access-governance accept preview.json --only prod-oncall,platform --property visibility
  $ access-governance accept preview.json --by ada@tidewater.example,request
  $ access-governance accept preview.json --write --format json
  $ git switch --create accept-drift && access-governance accept --commit

Rules apply to the access that people keep, as if the program granted it: see \`access-governance impact --help\`.
If a rule is broken, nothing is written.

Exit codes: 0 if all drift was accepted or there was no drift; 2 if the document is not valid or the preview fails; 16 if
some of it was not accepted; if a rule is broken, 17 for new access, 18 for too many people, 19 for self-approval, 20
for unknown effects.`;

async function accept(file: string | undefined, { cwd, format, ...options }: Options): Promise<void> {
    const rules = await rulesFrom(options);
    if (!options.impact && rules.rules.length > 0)
        throw new UsageError("Rules require an evaluation of who keeps access. Omit --no-impact or the rules.");
    if (options.new && (!options.write || options.commit))
        throw new UsageError(
            "--new requires --write and cannot be combined with --commit: new objects must be imported first.",
        );
    expectProject(cwd);
    const { projectRuntime } = await import("../../adopt/accept/program-language.js");
    const { language } = projectRuntime(cwd);
    if (options.new && language !== "nodejs")
        throw new UsageError(`--new writes declarations in TypeScript, but the program in ${cwd} is in ${language}.`);
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [
        { acceptanceOf, itemKey },
        { commit, expectCommittable },
        { driftIn, objectsIn },
        { leftToPeople },
        { lookedUpIn },
        { runPreview },
        { tried },
        { choose },
        { kindOfType },
        { kinds },
    ] = await Promise.all([
        import("../../adopt/accept/acceptance.js"),
        import("../../adopt/accept/commits.js"),
        import("../../adopt/accept/drift.js"),
        import("../../adopt/accept/automatic.js"),
        import("../../adopt/accept/edits/lookups.js"),
        import("../../adopt/accept/preview-run.js"),
        import("../../adopt/accept/trial.js"),
        import("../steps/acceptance-choice.js"),
        import("../steps/kind-of.js"),
        import("../../resources/kinds.js"),
    ]);
    const policy = options.automatic === undefined ? {} : await acceptPolicyFrom(options.automatic);
    const document = await (file === undefined ? runPreview(cwd, options.stack) : readPreview(file));
    const stack = options.stack ?? document.steps[0]?.urn.split("::")[0]?.replace("urn:pulumi:", "");
    const drifted = driftIn(document, kindOfType, cwd);
    const connection = connectionFor(document);
    const { client, problem } = connection;
    if (policy.widening !== undefined && !client)
        throw new UsageError(`--automatic must read from the service: ${problem}`);
    const { isWanted, changers, requested } = await choose(drifted, connection, options, {
        needsChangers: options.commit === true,
        needsRequests: policy.widening === "requested",
    });
    const lookedUp = client ? await lookedUpIn(drifted, objectsIn(document, kindOfType), kinds, client) : new Map();
    const plain: AcceptOptions = { folder: cwd, isWanted, isSplit: options.split === true, lookedUp };
    const left =
        policy.widening !== undefined && client
            ? await leftToPeople(
                  document,
                  kindOfType,
                  acceptanceOf(document, kindOfType, plain).accepted,
                  policy,
                  requested,
                  { client },
              )
            : new Map<string, string>();
    const given: AcceptOptions = { ...plain, objection: ({ urn }, property) => left.get(itemKey({ urn, property })) };
    const drawn = acceptanceOf(document, kindOfType, given);
    const hasEdits = drawn.files.length > 0;
    const kept = hasEdits && options.impact ? await keptBy(drawn, document, kindOfType, connection, rules) : undefined;
    if (format === "text" && hasEdits) {
        process.stdout.write((await diffsOf(drawn)).map(({ diff }) => `${diff}\n`).join(""));
        if (kept) process.stdout.write(`Effect of accepting these changes on access:\n${kept.text}\n`);
    }
    const isAllowed = hasEdits && (kept?.rules.every(({ isKept }) => isKept) ?? true);
    if (isAllowed && options.commit)
        await expectCommittable(
            cwd,
            drawn.files.map(({ path }) => path),
        );
    const isTried =
        isAllowed &&
        (options.write === true ||
            options.commit === true ||
            (format === "text" && isWatched() && (await isAgreed("Write these edits? [y/N] "))));
    const preview = (): Promise<PreviewDocument> => {
        if (process.stderr.isTTY) tellProgress("Previewing the edited program …");
        return runPreview(cwd, stack);
    };
    const done = isTried ? await tried(document, kindOfType, given, preview) : drawn;
    const isWritten = isTried && done.files.length > 0;
    if (isWritten && options.commit) await commit(document, kindOfType, given, done, changers);
    const outcome = { isWritten, accepted: done.accepted, notAccepted: done.notAccepted, files: await diffsOf(done) };
    printResult(format, {
        text: () => acceptanceText(done, isWritten, isAllowed && !isTried),
        markdown: () => acceptanceMarkdown(done, changers),
        json: () => ({ ...outcome, access: kept?.document, rules: kept?.rules }),
    });
    const others = isWritten ? otherStacks(cwd, stack) : [];
    if (others.length > 0)
        tellProgress(`These stacks run the same program, so preview them as well: ${others.join(", ")}.`);
    if (options.new) await addNewObjects(cwd, stack);
    if (done.notAccepted.length > 0) process.exitCode = EXIT_CODES.incomplete;
    stopBy(kept?.rules ?? []);
}

/** Declares objects that the program does not declare yet, as `export --update` does. */
async function addNewObjects(folder: string, stack: string | undefined): Promise<void> {
    const [{ addNew }, { runExport }] = await Promise.all([import("./export.js"), import("../steps/export-run.js")]);
    const state = await readState(folder, stack);
    await runExport((given) => addNew(folder, [state], given));
}

/** Returns the names of other stacks with a configuration file in the folder of the program. */
function otherStacks(folder: string, stack: string | undefined): string[] {
    const found = readdirSync(folder).flatMap((file) => /^Pulumi\.(.+)\.ya?ml$/.exec(file)?.[1] ?? []);
    return found.filter((name) => name !== stack?.split("/").at(-1));
}

/** Effect of accepting the drift on access, and the verdicts of the rules. */
interface AcceptanceEffect {
    readonly rules: readonly RuleVerdict[];
    readonly text: string;
    readonly document?: object;
}

/** Evaluates who keeps access if the drift is accepted. If that cannot be determined, all rules count as broken. */
async function keptBy(
    { accepted }: Acceptance,
    document: PreviewDocument,
    kindOf: FindKind,
    { client, problem }: ServiceConnection,
    rules: AccessRules,
): Promise<AcceptanceEffect> {
    const [{ keptAccess }, { accessDocument, impactOutline }, { judge, unjudged }, { evaluationFor }, { outlineText }] =
        await Promise.all([
            import("../../adopt/accept/kept-access.js"),
            import("../../review/impact/impact-outline.js"),
            import("../../review/impact/verdicts.js"),
            import("../../review/impact/rules.js"),
            import("../../common/outline/outline-text.js"),
        ]);
    const notEvaluated = (because: string): AcceptanceEffect => ({
        text: `It is unknown who keeps access: ${because}\n`,
        rules: unjudged(rules),
    });
    if (!client) return notEvaluated(problem.toString());
    try {
        const kept = await keptAccess(document, kindOf, accepted, {
            client,
            ...evaluationFor(rules),
        });
        const verdicts = judge(kept, rules, new Date(client.now()).toISOString());
        return { text: outlineText(impactOutline(kept, verdicts)), document: accessDocument(kept), rules: verdicts };
    } catch (error) {
        if (error instanceof CallError) return notEvaluated(error.message);
        throw error;
    }
}
