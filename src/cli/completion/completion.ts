import { Argument, type Command } from "commander";
import { ParameterOption } from "../calls/parameters.js";
import { BASH } from "./completion-bash.js";

/** A completion request from a shell: the words of the command line. The last one is incomplete. */
export interface CompletionLine {
    readonly words: readonly string[];
    /** Whether the shell quotes completions itself. */
    readonly quotes: boolean;
}

const SHELLS = ["zsh", "bash", "fish", "powershell"];

/** `access-governance complete`: prints the completion script of a shell. */
export function addComplete(program: Command): void {
    program
        .command("complete")
        .summary("print a shell completion script")
        .description("Prints a shell completion script for commands, options, known values and object names.")
        .addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
        .addHelpText("after", EXAMPLES)
        .action(async (shell: string) => {
            const name = program.name();
            // Imported dynamically, because the library is published only as ES modules.
            if (shell === "bash") process.stdout.write(BASH);
            else (await import("@bomb.sh/tab")).script(shell, name, name);
        });
}

const EXAMPLES = `
Examples:
  $ source <(access-governance complete bash)      # in ~/.bashrc
  $ source <(access-governance complete zsh)       # in ~/.zshrc

Names of objects are offered if ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN are set.`;

/** Returns the completion request of a shell script; undefined for any other command line. */
export function asked([command, ...args]: readonly string[]): CompletionLine | undefined {
    if (command !== "complete") return undefined;
    const [first, second] = args;
    if (first === "--") return { words: args.slice(1), quotes: false };
    return first === "bash" && second === "--" ? { words: args.slice(2), quotes: true } : undefined;
}

/** Prints completions of a line with descriptions. @param program contains the commands of the line */
export async function offer(program: Command, words: readonly string[], quotes: boolean): Promise<void> {
    const option = optionIn(program, words);
    if (option?.parameter.of !== undefined) {
        const { offeredNames } = await import("./offered-names.js");
        option.argChoices = await offeredNames(option.parameter.of, quotes);
    }
    for (const command of program.commands) makePlain(command);
    const { default: completion } = await import("@bomb.sh/tab/commander");
    // Adds the command `complete`, which the next statement runs.
    completion(program);
    await program.parseAsync(["complete", "--", ...words.slice(0, -1), wholeWord(words.at(-1) ?? "")], {
        from: "user",
    });
}

/**
 * Replaces a word such as `region=`, which the library would parse as an option with a value, with an empty word. The library then offers
 * all names, and the shell filters them.
 */
function wholeWord(word: string): string {
    return word.includes("=") && !word.startsWith("--") ? "" : word;
}

/** Returns the option whose value is being completed. */
function optionIn(program: Command, words: readonly string[]): ParameterOption | undefined {
    const current = words.at(-1) ?? "";
    const flag = current.startsWith("--") && current.includes("=") ? current.split("=")[0] : words.at(-2);
    let command = program;
    for (const word of words) command = command.commands.find((one) => one.name() === word) ?? command;
    const options = command.options.filter((one) => one instanceof ParameterOption);
    return options.find((one) => flag !== undefined && one.is(flag));
}

/**
 * Removes line breaks and backticks from descriptions. Some shells expand descriptions, so a line break would start a new word, and a
 * backtick would run a command.
 */
function makePlain(command: Command): void {
    command.description(oneLine(command.summary() || command.description()));
    for (const option of command.options) option.description = oneLine(option.description);
    for (const inner of command.commands) makePlain(inner);
}

function oneLine(text: string): string {
    const [first = ""] = text.split("\n");
    return first.replace(/[`$\\"']/g, "");
}
