import { type ParseArgsConfig, parseArgs } from "node:util";
import { EngineError } from "../../../../src/local/engine/contract/project.js";

/** Exit codes of the Pulumi CLI: 6 for a missing stack, 7 for unexpected changes. */
export const EXIT = { done: 0, failed: 1, misused: 2, noStack: 6, changes: 7 } as const;

/** The reason why a command does nothing, and its exit code. */
export class CommandError extends EngineError {
    constructor(
        message: string,
        readonly exitCode: number = EXIT.failed,
    ) {
        super(message);
    }
}

/** All known flags. */
const OPTIONS = {
    color: { type: "string" },
    create: { type: "boolean", short: "c" },
    cwd: { type: "string", short: "C" },
    diff: { type: "boolean" },
    "event-log": { type: "string" },
    "expect-no-changes": { type: "boolean" },
    file: { type: "string" },
    json: { type: "boolean", short: "j" },
    "non-interactive": { type: "boolean" },
    plaintext: { type: "boolean" },
    plan: { type: "string" },
    "preview-only": { type: "boolean" },
    refresh: { type: "boolean", short: "r" },
    "save-plan": { type: "string" },
    secret: { type: "boolean" },
    "show-sames": { type: "boolean" },
    "show-secrets": { type: "boolean" },
    "skip-preview": { type: "boolean", short: "f" },
    stack: { type: "string", short: "s" },
    "suppress-progress": { type: "boolean" },
    target: { type: "string" },
    yes: { type: "boolean", short: "y" },
} as const satisfies ParseArgsConfig["options"];

type Flag = keyof typeof OPTIONS;
type Flags = { [Name in Flag]?: (typeof OPTIONS)[Name]["type"] extends "string" ? string : true };

const EVERYWHERE: Flag[] = ["cwd", "color", "non-interactive", "stack"];
const RUNS: Flag[] = ["refresh", "diff", "expect-no-changes", "suppress-progress"];
const CHANGES: Flag[] = ["yes", "skip-preview"];

/** The maximum number of words after each command, and its flags. */
const COMMANDS = {
    version: [0],
    login: [1],
    "stack init": [1],
    "stack select": [1, "create"],
    "stack ls": [0, "json"],
    "stack export": [0, "show-secrets", "file"],
    "stack import": [0, "file"],
    "stack output": [1, "json", "show-secrets"],
    "config set": [2, "secret", "plaintext"],
    "config get": [1],
    config: [0, "json", "show-secrets"],
    preview: [0, ...RUNS, "json", "show-sames", "save-plan"],
    up: [0, ...RUNS, ...CHANGES, "event-log", "plan"],
    refresh: [0, ...RUNS, ...CHANGES, "preview-only", "target"],
    destroy: [0, ...CHANGES, "diff", "suppress-progress"],
    cancel: [1, "yes"],
} as const satisfies Record<string, readonly [words: number, ...flags: Flag[]]>;

export type Command = keyof typeof COMMANDS;

/** A parsed command line. */
export interface Arguments {
    command: Command;
    words: string[];
    flags: Flags;
}

/** Parses a command line. Throws CommandError for anything that the stand-in does not support. */
export function parseArguments(args: string[]): Arguments {
    const { tokens, positionals } = parseArgs({ args, options: OPTIONS, strict: false, tokens: true });
    const given = tokens.filter((token) => token.kind === "option");
    const short = given.find(({ name, rawName }) => !rawName.startsWith("--") && !(name in OPTIONS));
    if (short) throw new CommandError(`unknown shorthand flag: '${short.name}' in ${args[short.index]}`);
    const command = commandOf(positionals);
    const words = positionals.slice(command.split(" ").length);
    const [most, ...own] = COMMANDS[command];
    if (words.length > most) throw new CommandError(`accepts at most ${most} arg(s), received ${words.length}`);
    const flags: Record<string, string | true> = {};
    for (const { name, rawName, value } of given) {
        const flag = [...EVERYWHERE, ...own].find((one) => one === name);
        // As in the CLI, this flag is only for debugging.
        if (name === "event-log" && process.env.PULUMI_DEBUG_COMMANDS !== "true")
            throw new CommandError(`unknown flag: ${rawName}`);
        if (!flag)
            throw new CommandError(`unknown flag: ${rawName} (the local engine does not know it for ${command})`);
        const takesValue = OPTIONS[flag].type === "string";
        if (takesValue && value === undefined) throw new CommandError(`flag needs an argument: ${rawName}`);
        if (!takesValue && value !== undefined && value !== "true")
            throw new CommandError(
                `invalid argument "${value}" for "${rawName}" flag: the local engine takes it without a value`,
            );
        flags[name] = takesValue && value !== undefined ? value : true;
    }
    return { command, words, flags: flags as Flags }; // each was looked up above
}

function commandOf(words: string[]): Command {
    const known = [words.slice(0, 2).join(" "), words[0] ?? ""].find((name): name is Command => name in COMMANDS);
    if (known) return known;
    throw new CommandError(
        `unknown command "${words.slice(0, 2).join(" ")}" for "pulumi": the local engine answers ${Object.keys(COMMANDS).join(", ")}`,
    );
}
