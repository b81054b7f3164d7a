import { accessSync, constants, existsSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { UsageError } from "../../common/errors.js";
import { packageVersion } from "../../common/package-version.js";
import type { Verification, VerificationVerdict } from "../../verify/verification.js";
import { EXIT_CODES, EXIT_CODES_HELP } from "../exit-codes.js";
import { formatOption, wholeNumber } from "../options/option-values.js";
import { printResult } from "../screen/terminal.js";
import { withReader } from "../steps/facts.js";
import { runWrite, takesWriteOptions, WRITE_DESCRIPTION, WRITE_EXAMPLES, type WriteOptions } from "./verify-write.js";

interface Options extends WriteOptions {
    readonly sample?: number;
    readonly all?: true;
    readonly json?: true;
    readonly out?: string;
}

/** Default number of groups and resources to compare. */
const SAMPLE = 50;

/** `access-governance verify`: compares the service with the API and with the access model. */
export function addVerify(program: Command): void {
    const command = program
        .command("verify")
        .summary("compare the service with its API definition and the access model")
        .description(`${DESCRIPTION}\n\n${WRITE_DESCRIPTION}`)
        .option("--sample <n>", `groups and resources to compare (default: ${SAMPLE})`, wholeNumber(1))
        .option("--all", "compare every group and resource")
        .addOption(formatOption())
        .option("--json", "same as --format json")
        .option("--out <file>", "write an anonymized report to attach to a bug (no names, addresses or ids)");
    takesWriteOptions(command).addHelpText("after", `${EXAMPLES}${WRITE_EXAMPLES}\n\n${EXIT_CODES_HELP}`).action(run);
}

const DESCRIPTION = `Checks whether the service behaves as this version expects. It calls every read operation and reports responses that do not match the API
definition. It then compares the access model with responses of the service for a sample of groups and resources. Without --write, it only reads.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN). Any token that can list objects is sufficient.`;

const EXAMPLES = `
Examples:
  $ access-governance verify
  $ access-governance verify --all --out report.json
  $ access-governance verify --format json | jq '.contract.findings'`;

async function run({ json, ...given }: Options): Promise<void> {
    const options = { ...given, format: json ? "json" : given.format } as const;
    const misplaced = options.write ? (given.sample ?? given.all ?? given.out) : undefined;
    if (misplaced !== undefined) throw new UsageError("--sample, --all and --out cannot be combined with --write.");
    if (options.write) return runWrite(options);
    const writing = WRITE_ONLY.find((name) => given[name] !== undefined);
    if (writing) throw new UsageError(`--${writing.replace("dryRun", "dry-run")} requires --write.`);
    if (options.all && options.sample !== undefined)
        throw new UsageError("--sample and --all cannot be combined. Remove one of them.");
    if (options.out !== undefined) mustBeWritable(options.out);
    const sample = options.all ? undefined : (options.sample ?? SAMPLE);
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [{ kinds }, { verdictOf, verify }] = await Promise.all([
        import("../../resources/kinds.js"),
        import("../../verify/verification.js"),
    ]);
    const verification = await withReader((client, progress) => verify({ client, kinds, sample, progress }));
    await print(verification, options);
    const code = CODES[verdictOf(verification)];
    if (code !== 0) process.exitCode = code;
}

const WRITE_ONLY = ["only", "include", "journal", "dryRun", "yes"] as const;

/** Checks the file before the organization is read, which may take minutes. @throws UsageError */
function mustBeWritable(file: string): void {
    try {
        accessSync(existsSync(file) ? file : dirname(resolve(file)), constants.W_OK);
    } catch {
        throw new UsageError(
            `--out: ${file} cannot be written. Use a file in an existing folder that you can write to.`,
        );
    }
}

const CODES: Readonly<Record<VerificationVerdict, number>> = {
    agrees: 0,
    disagrees: EXIT_CODES.disagreement,
    incomplete: EXIT_CODES.incomplete,
};

async function print(verification: Verification, { format, out }: Pick<Options, "format" | "out">): Promise<void> {
    const [{ anonymousReportOf }, { documentOf }, { verificationText }] = await Promise.all([
        import("../../verify/report/anonymous-report.js"),
        import("../../verify/report/document.js"),
        import("../../verify/report/text.js"),
    ]);
    if (out !== undefined) {
        const report = anonymousReportOf(verification, packageVersion());
        writeFileSync(out, `${JSON.stringify(report, undefined, 4)}\n`);
    }
    printResult(format, {
        text: () => verificationText(verification, process.stdout.columns),
        json: () => documentOf(verification),
    });
}
