import { createRequire } from "node:module";
import { join } from "node:path";
import type { Command } from "commander";
import { SettingsError, UsageError } from "../../common/errors.js";
import { manifest } from "../../common/package-version.js";
import type { Kind } from "../../kernel.js";
import { checkSettings, environmentSettings, type KernelSettings } from "../../provider/settings.js";
import { readDocument } from "../calls/input.js";
import type { SettingResult } from "../doctor/examination.js";
import { type DoctorFinding, notChecked, ok, problem } from "../doctor/finding.js";
import type { StackState } from "../doctor/state.js";
import type { Installed } from "../doctor/versions.js";
import { EXIT_CODES } from "../exit-codes.js";
import { rulesIn } from "../options/gates.js";
import { formatOption } from "../options/option-values.js";
import { projectFile } from "../options/project-folder.js";
import { readerSettings } from "../options/reader-settings.js";
import { type PulumiConfig, readStackConfig } from "../options/stack-config.js";
import { Progress } from "../screen/progress.js";
import { printResult } from "../screen/terminal.js";

interface Options {
    readonly format: "text" | "json";
    readonly state?: string;
    readonly stack?: string;
    readonly rules?: string;
    readonly service: boolean;
}

/** `access-governance doctor`: finds and explains problems of the setup. */
export function addDoctor(program: Command): void {
    program
        .command("doctor")
        .summary("check the address, token, permissions, clock, versions and state")
        .description(DESCRIPTION)
        .option("--stack <name>", "stack whose settings to use (default: the selected stack of this folder)")
        .option("--state <file>", "also check this state: output of `pulumi stack export`, or - for standard input")
        .option("--rules <file>", 'file whose section "allow" lists types of resources that may have code of their own')
        .option("--no-service", "do not call the service: check only versions, the configuration and the state")
        .addOption(formatOption())
        .addHelpText("after", EXAMPLES)
        .action(run);
}

const DESCRIPTION = `Checks versions, the address of the service, the token and its read permissions for each kind, the clock, and a state. It explains
each problem, its effect and what to do. It only reads, so it cannot check write permissions. For a program with the plugin, it also checks
whether the plugin is installed, and in Python the generated SDK, and whether both have the version of this command.

In the folder of a Pulumi project, the address and the token come from the stack's configuration, or else from
ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN). In other folders, they come from these variables: set them to the values that
your stack or pipeline uses. A token is sent only to an address from the same source. If neither a token nor an address is set, the address in the state is checked.`;

const EXAMPLES = `
Examples:
  $ access-governance doctor
  $ pulumi stack export | access-governance doctor --state -
  $ access-governance doctor --format json | jq '.findings[] | select(.status == "problem")'

Exit codes: 0 if no problem was found (warnings are possible); 23 if one was found; 28 if the state contains code that does not come from
this package; 2 on bad usage.`;

async function run({ format, state: file, stack, rules, service }: Options): Promise<void> {
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [{ kinds }, { examine }, { examinationText }, config] = await Promise.all([
        import("../../resources/kinds.js"),
        import("../doctor/examination.js"),
        import("../doctor/text.js"),
        readStackConfig(process.cwd(), stack),
    ]);
    const values = config && "values" in config ? config.values : undefined;
    const state = file === undefined ? undefined : await stateIn(file, kinds, rules);
    const [home] = state?.urls ?? [];
    const access = accessFor(values, home);
    const progress = new Progress(process.stderr);
    const examination = await examine({
        installed: await installed(),
        configuration: config ? [configurationFinding(config, stack)] : [],
        ...access,
        kinds,
        state,
        isOffline: !service,
        progress: (done, total) => progress.show(done, total),
        onWait: (line) => progress.say(line),
    }).finally(() => progress.end());
    const isBroken = examination.findings.some(({ status }) => status === "problem");
    printResult(format, {
        text: () => examinationText(examination, process.stdout.columns),
        json: () => ({ ok: !isBroken, ...examination }),
    });
    if (isBroken) process.exitCode = state?.hasForeignCode ? EXIT_CODES.foreignCode : EXIT_CODES.problem;
}

const URL_SETTING = "access-governance:url";
const TOKEN_SETTING = "access-governance:token";

/**
 * Reads the token on its own, and the other settings as they are used with it. The address of a token comes from the same source; without a
 * token, any address will do, because only a placeholder is sent there.
 * @param values the configuration of the stack, if it could be read
 * @param home address in the state
 */
function accessFor(
    values: ReadonlyMap<string, string> = new Map(),
    home: string | undefined,
): { readonly settings: SettingResult<KernelSettings>; readonly token: SettingResult<string> } {
    const anywhere = "http://localhost/v1";
    const token = settled(
        () =>
            readerSettings(
                { ...process.env, ACCESS_GOVERNANCE_URL: anywhere },
                new Map([...values, [URL_SETTING, anywhere]]),
            ).token,
    );
    const { url } = environmentSettings(process.env);
    const known = new Map([
        ...(url === undefined && home !== undefined ? [[URL_SETTING, home] as const] : []),
        ...values,
    ]);
    if ("value" in token) {
        // A token of the configuration does not belong to the address of just any state.
        return {
            token,
            settings: settled(() => readerSettings(process.env, values.has(TOKEN_SETTING) ? values : known)),
        };
    }
    const any = known.get(URL_SETTING) ?? url;
    const own = new Map([
        ...known,
        ...(any === undefined ? [] : [[URL_SETTING, any] as const]),
        [TOKEN_SETTING, "unused"],
    ]);
    return { token, settings: settled(() => readerSettings(process.env, own)) };
}

/** Checks that the configuration could be read and does not contain unknown settings. */
function configurationFinding(config: PulumiConfig, stack: string | undefined): DoctorFinding {
    const check = "configuration";
    const whose = stack === undefined ? "the stack that is selected here" : `the stack ${stack}`;
    const remedy =
        "Correct this, or set ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN to the values that the stack uses.";
    if ("because" in config) {
        const found = `of ${whose}: ${config.because.replace(/\.$/, "")}`;
        if (stack === undefined) return notChecked(check, found);
        return problem(check, found, { effect: "Only the environment was checked.", remedy });
    }
    const keys = [...config.values.keys()];
    const checked = settled(() => checkSettings(keys, config.project));
    if ("wrong" in checked) {
        return problem(check, checked.wrong, {
            effect: "Every run of the stack fails.",
            remedy: "Correct the setting.",
        });
    }
    const own = keys.filter((key) => key.startsWith("access-governance:"));
    return ok(check, `${whose} has ${own.length === 0 ? "no settings of this package" : own.join(", ")}`);
}

async function stateIn(file: string, kinds: readonly Kind[], rules: string | undefined): Promise<StackState> {
    const [{ examineState, unreadState }, { parseDeployment }, { allowsType }] = await Promise.all([
        import("../doctor/state.js"),
        import("../../kernel.js"),
        import("../../review/impact/other-changes.js"),
    ]);
    const { allow = [] } = rules === undefined ? {} : await rulesIn(rules);
    try {
        const document = parseDeployment(await readDocument(file, "The state"));
        return examineState(document, kinds, (type) => allowsType(allow, type));
    } catch (error) {
        if (error instanceof UsageError) return unreadState(error.message);
        throw error;
    }
}

/** Reads settings, or returns the reason why they are invalid. */
function settled<T>(read: () => T): SettingResult<T> {
    try {
        return { value: read() };
    } catch (error) {
        if (error instanceof SettingsError) return { wrong: error.message };
        throw error;
    }
}

async function installed(): Promise<Installed> {
    const [{ findPulumi }, { EngineError }, { programSetup }] = await Promise.all([
        import("../../local/engine/pulumi.js"),
        import("../../local/engine/contract/project.js"),
        import("../doctor/program.js"),
    ]);
    const cli = (): Installed["cli"] => {
        try {
            return { version: findPulumi(true) ?? "" };
        } catch (error) {
            if (error instanceof EngineError) return { because: error.message };
            throw error;
        }
    };
    const own = manifest();
    const file = projectFile(process.cwd());
    const program = file === undefined ? undefined : programSetup(file, own.version);
    return { node: process.versions.node, own, sdk: sdkFrom(process.cwd()), program, cli: cli() };
}

/** Returns the version of the `@pulumi/pulumi` package that a program in this folder loads. */
function sdkFrom(folder: string): Installed["sdk"] {
    const load = createRequire(join(folder, "program.js"));
    try {
        // npm requires these fields of a manifest.
        const { version, engines } = load("@pulumi/pulumi/package.json") as {
            version: string;
            engines?: { node?: string };
        };
        return { version, node: engines?.node };
    } catch {
        return undefined;
    }
}
