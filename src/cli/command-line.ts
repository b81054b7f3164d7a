import { Command, CommanderError } from "commander";
import { helpFor, UsageError } from "../common/errors.js";
import { packageVersion } from "../common/package-version.js";
import { printable } from "../common/printable.js";
import { addComplete, asked, type CompletionLine, offer } from "./completion/completion.js";
import { exitCodeOf } from "./exit-codes.js";
import { isExplained } from "./explanations.js";
import { reflowed } from "./screen/terminal.js";

/**
 * Functions that add the commands. Only the command in use is loaded: the API, the kinds and the local service take several times longer to
 * load than to run.
 */
const commands: Readonly<Record<string, (program: Command) => Promise<void>>> = {
    serve: async (program) => (await import("./commands/serve.js")).addServe(program),
    call: async (program) => (await import("./commands/call.js")).addCall(program),
    report: async (program) => (await import("./commands/report.js")).addReport(program),
    snapshot: async (program) => (await import("./commands/snapshot.js")).addSnapshot(program),
    impact: async (program) => (await import("./commands/impact.js")).addImpact(program),
    coverage: async (program) => (await import("./commands/coverage.js")).addCoverage(program),
    map: async (program) => (await import("./commands/map.js")).addMap(program),
    escalate: async (program) => (await import("./commands/escalate.js")).addEscalate(program),
    test: async (program) => (await import("./commands/test.js")).addTest(program),
    who: async (program) => (await import("./commands/questions.js")).addQuestion(program, "who"),
    what: async (program) => (await import("./commands/questions.js")).addQuestion(program, "what"),
    why: async (program) => (await import("./commands/questions.js")).addQuestion(program, "why"),
    "diff-people": async (program) => (await import("./commands/questions.js")).addQuestion(program, "diff-people"),
    export: async (program) => (await import("./commands/export.js")).addExport(program),
    watch: async (program) => (await import("./commands/watch.js")).addWatch(program),
    accept: async (program) => (await import("./commands/accept.js")).addAccept(program),
    "from-terraform": async (program) => (await import("./commands/from-terraform.js")).addFromTerraform(program),
    explain: async (program) => (await import("./commands/explain.js")).addExplain(program),
    mcp: async (program) => (await import("./commands/mcp.js")).addMcp(program),
    doctor: async (program) => (await import("./commands/doctor.js")).addDoctor(program),
    verify: async (program) => (await import("./commands/verify.js")).addVerify(program),
    migrate: async (program) => (await import("./commands/migrate.js")).addMigrate(program),
    recover: async (program) => (await import("./commands/recover.js")).addRecover(program),
};

/** Runs a command line. Reports errors on standard error and through the exit code of the process. */
export async function run(args: readonly string[]): Promise<void> {
    const program = new Command("access-governance")
        .description("Access governance as code: command-line tools for the Pulumi package.")
        .version(packageVersion())
        .configureOutput({ writeOut: (text) => process.stdout.write(reflowed(text, process.stdout.columns || 80)) })
        .showHelpAfterError("Run the command with --help for its usage.")
        .exitOverride();
    const [name = ""] = args;
    const named = Object.hasOwn(commands, name) ? commands[name] : undefined;
    try {
        const line = asked(args);
        if (line) return await complete(program, line);
        if (named) await named(program);
        else if (name === "complete") addComplete(program);
        else if (!VERSION_OPTIONS.includes(name)) {
            await addAll(program);
            addComplete(program);
        }
        await program.parseAsync(args, { from: "user" });
    } catch (error) {
        // Skips errors of commander, which has already printed them.
        if (!(error instanceof CommanderError)) reportError(error);
        process.exitCode = exitCodeOf(error);
    }
}

export function reportError(error: unknown): void {
    console.error(`error: ${printable(error instanceof Error ? error.message : String(error))}`);
    if (error instanceof UsageError) for (const choice of error.choices) console.error(`  ${printable(choice)}`);
    if (error instanceof Error && isExplained(error.name)) console.error(`help: ${helpFor(error.name)}`);
}

/** Options that are used without a command. */
const VERSION_OPTIONS = ["--version", "-V"];

async function addAll(program: Command): Promise<void> {
    for (const add of Object.values(commands)) await add(program);
}

/** Prints completions for a command line. Loads only the command that the line starts with, if any. */
async function complete(program: Command, { words, quotes }: CompletionLine): Promise<void> {
    const [name = "", ...others] = words;
    if (others.length > 0 && Object.hasOwn(commands, name)) await commands[name]?.(program);
    else await addAll(program);
    await offer(program, words, quotes);
}
