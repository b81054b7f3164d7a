import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { UsageError } from "../../common/errors.js";
import type { AcceptPolicy, AccessRules, ImpactRule } from "../../review/impact/rules.js";
import type { RuleVerdict } from "../../review/impact/verdicts.js";
import { EXIT_CODES } from "../exit-codes.js";
import { wholeNumber } from "./option-values.js";

/** Command-line options for rules that can stop a change. */
export interface GateOptions {
    rules: string[];
    newAccessTo: string[];
    maxGained?: number;
    selfApproval: boolean;
    newEscalationTo: string[];
    machineApproval: string[];
    failOnUnknown?: boolean;
}

/** Adds the options for rules that can stop a change. */
export function takesGates(command: Command): Command {
    return command
        .option(
            "--rules <file>",
            "file with rules and assumptions, such as access-rules.json; can be repeated: later files only add rules",
            collected,
            [],
        )
        .option("--no-new-access-to <what>", SELECTORS, collected, [])
        .option(
            "--max-gained <people>",
            "stop if more than this many people gain access, or could get it without approval",
            wholeNumber(0),
        )
        .option("--no-self-approval", "stop if anyone can get access without another person's approval")
        .option(
            "--no-new-escalation-to <what>",
            "stop if the change lets anyone reach a matching target in several steps, each without approval",
            collected,
            [],
        )
        .option(
            "--no-machine-approval <what>",
            "stop if the change lets anyone get a matching target by the decision of scripts, Paladins or service users alone",
            collected,
            [],
        )
        .option("--fail-on-unknown", "stop if it cannot be determined who gains access");
}

/** Adds --rules to a command that uses only the assumptions of the file, not its rules. */
export function takesAssumptions(command: Command): Command {
    return command.option("--rules <file>", "file (such as access-rules.json) with assumptions about the organization");
}

/** Reads the assumptions of a file. Empty if no file is specified. @throws UsageError */
export async function assumptionsFrom(file: string | undefined): Promise<Pick<AccessRules, "assumptions">> {
    if (file === undefined) return {};
    const { assumptions } = await rulesIn(file);
    return assumptions ? { assumptions } : {};
}

/** Reads the section `accept` of a rules file. @throws UsageError */
export async function acceptPolicyFrom(file: string): Promise<AcceptPolicy> {
    return (await rulesIn(file)).accept ?? {};
}

/** Reads a file of rules and tests. @throws UsageError */
export async function rulesIn(file: string): Promise<AccessRules> {
    const { parseRules } = await import("../../review/impact/rules.js");
    return parseRules(readGateFile(file), file);
}

/** Sets the exit code to that of the first broken rule. */
export function stopBy(verdicts: readonly RuleVerdict[]): void {
    const broken = verdicts.find(({ isKept }) => !isKept);
    if (broken) process.exitCode = EXIT_CODES[broken.kind];
}

/**
 * Returns the rules of the file and of the options.
 * @throws UsageError also if the file has neither rules nor assumptions, because nothing would be checked
 */
export async function rulesFrom(options: GateOptions): Promise<AccessRules> {
    const found = await combinedRules(options.rules);
    if (options.rules.length > 0 && found.rules.length === 0 && !found.assumptions && !found.allow)
        throw new UsageError(
            `--rules: ${options.rules.join(", ")} has no rules, so nothing would be checked. Add a section "rules", or use another file.`,
        );
    await expectSelectors(options);
    return { ...found, rules: [...found.rules, ...rulesOf(options)] };
}

/** Reads several files of rules. @throws UsageError if a later file does more than add rules */
export async function combinedRules(files: readonly string[]): Promise<AccessRules> {
    const { combineRules } = await import("../../review/impact/rules.js");
    return combineRules(files.map((file) => ({ file, text: readGateFile(file) })));
}

/** Checks the selectors of the options as those of a file are. @throws UsageError if one of them could never match */
async function expectSelectors({ newAccessTo, newEscalationTo, machineApproval }: GateOptions): Promise<void> {
    const given = {
        "--no-new-access-to": newAccessTo,
        "--no-new-escalation-to": newEscalationTo,
        "--no-machine-approval": machineApproval,
    };
    const all = Object.entries(given).flatMap(([option, selectors]) => selectors.map((one) => ({ option, one })));
    if (all.length === 0) return;
    const { targetSelector } = await import("../../access/guarantees/tests/selectors.js");
    for (const { option, one } of all) {
        const [issue] = targetSelector.safeParse(one).error?.issues ?? [];
        if (issue) throw new UsageError(`${option} ${JSON.stringify(one)}: ${issue.message}.`);
    }
}

const SELECTORS =
    "stop if anyone gains access to a matching target: tag:<key>, tag:<key>=<value>, sensitivity:<level>, a name, or *";

function rulesOf({
    newAccessTo,
    maxGained,
    selfApproval,
    newEscalationTo,
    machineApproval,
    failOnUnknown,
}: GateOptions): ImpactRule[] {
    const given = (name: string) => ({
        name,
        owner: "the person who ran the command",
        reason: "An option requires it.",
    });
    return [
        ...(newAccessTo.length > 0
            ? [{ ...given(`--no-new-access-to ${newAccessTo.join(" ")}`), noNewAccessTo: newAccessTo }]
            : []),
        ...(maxGained !== undefined ? [{ ...given(`--max-gained ${maxGained}`), maxGained }] : []),
        ...(selfApproval ? [] : [{ ...given("--no-self-approval"), noSelfApproval: true as const }]),
        ...(newEscalationTo.length > 0
            ? [{ ...given(`--no-new-escalation-to ${newEscalationTo.join(" ")}`), noNewEscalationTo: newEscalationTo }]
            : []),
        ...(machineApproval.length > 0
            ? [{ ...given(`--no-machine-approval ${machineApproval.join(" ")}`), noMachineApproval: machineApproval }]
            : []),
        ...(failOnUnknown ? [{ ...given("--fail-on-unknown"), failOnUnknown: true as const }] : []),
    ];
}

function readGateFile(file: string): string {
    try {
        return readFileSync(file, "utf8");
    } catch (error) {
        if (Object(error).code === "ENOENT") throw new UsageError(`${file} does not exist.`);
        throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}.`);
    }
}

/** Collects the values of an option that can be repeated. */
export function collected(one: string, others: string[]): string[] {
    return [...others, one];
}
