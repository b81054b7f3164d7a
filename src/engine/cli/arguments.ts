import { EngineError } from "../contract/project.js";

/** How the Pulumi CLI ends: 6 is a stack that is not there, 7 changes where none were expected. */
export const EXIT = { done: 0, failed: 1, misused: 2, noStack: 6, changes: 7 } as const;

/** Why a command does nothing, and what it exits with. */
export class CommandError extends EngineError {
    constructor(
        message: string,
        readonly exitCode: number = EXIT.failed,
    ) {
        super(message);
    }
}

/** The flags that are known, by command; a value of true is one that takes a value. */
const EVERYWHERE = { cwd: true, color: true, "non-interactive": false, stack: true } as const;
const RUNS = { refresh: false, diff: false, "expect-no-changes": false, "suppress-progress": false } as const;
const CHANGES = { yes: false, "skip-preview": false } as const;
const FLAGS: Record<string, Record<string, boolean> | undefined> = {
    version: {},
    login: {},
    "stack init": {},
    "stack select": { create: false },
    "stack ls": { json: false },
    "stack export": { "show-secrets": false, file: true },
    "stack import": { file: true },
    "stack output": { json: false, "show-secrets": false },
    "config set": { secret: false, plaintext: false },
    "config get": {},
    preview: { ...RUNS, json: false },
    up: { ...RUNS, ...CHANGES },
    refresh: { ...RUNS, ...CHANGES, refresh: false, "preview-only": false, target: true },
    destroy: { ...CHANGES, diff: false, "suppress-progress": false },
    cancel: { yes: false },
};
const SHORT: Record<string, string | undefined> = {
    s: "stack",
    C: "cwd",
    y: "yes",
    f: "skip-preview",
    r: "refresh",
    j: "json",
    c: "create",
};
/** How many words a command takes after its name. */
const WORDS: Record<string, number | undefined> = {
    login: 1,
    "stack init": 1,
    "stack select": 1,
    "stack output": 1,
    "config set": 2,
    "config get": 1,
    cancel: 1,
};

/** A command line, taken apart. */
export interface Arguments {
    command: string;
    words: string[];
    flags: Record<string, string | true | undefined>;
}

/** Takes a command line apart; throws CommandError for what the stand-in does not do. */
export function parseArguments(args: string[]): Arguments {
    const words: string[] = [];
    const flags: [given: string, name: string, value: string | undefined][] = [];
    const left = [...args];
    for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
        if (arg === "--") {
            words.push(...left.splice(0));
        } else if (arg.startsWith("--")) {
            const [name = "", ...value] = arg.slice(2).split("=");
            flags.push([
                `--${name}`,
                name,
                value.length > 0 ? value.join("=") : takesValue(name) ? left.shift() : undefined,
            ]);
        } else if (arg.startsWith("-") && arg.length > 1) {
            const name = SHORT[arg[1] ?? ""];
            if (!name) throw new CommandError(`unknown shorthand flag: '${arg[1]}' in ${arg}`);
            if (takesValue(name)) flags.push([arg, name, arg.slice(2).replace(/^=/, "") || left.shift()]);
            else {
                flags.push([arg, name, undefined]);
                if (arg.length > 2) left.unshift(`-${arg.slice(2)}`);
            }
        } else words.push(arg);
    }
    const two = words.slice(0, 2).join(" ");
    const command = two in FLAGS ? two : (words[0] ?? "");
    const known = FLAGS[command];
    if (!known)
        throw new CommandError(
            `unknown command "${two}" for "pulumi": the local engine answers ${Object.keys(FLAGS).join(", ")}`,
        );
    const given = words.slice(command.split(" ").length);
    if (given.length > (WORDS[command] ?? 0))
        throw new CommandError(`accepts at most ${WORDS[command] ?? 0} arg(s), received ${given.length}`);
    const result: Arguments = { command, words: given, flags: {} };
    for (const [as, name, value] of flags) {
        const isValued = { ...EVERYWHERE, ...known }[name];
        if (isValued === undefined)
            throw new CommandError(`unknown flag: ${as} (the local engine does not know it for ${command})`);
        if (isValued && value === undefined) throw new CommandError(`flag needs an argument: ${as}`);
        if (!isValued && value !== undefined && value !== "true")
            throw new CommandError(
                `invalid argument "${value}" for "${as}" flag: the local engine takes it without a value`,
            );
        result.flags[name] = value ?? true;
    }
    return result;
}

function takesValue(name: string): boolean {
    return [EVERYWHERE, ...Object.values(FLAGS)].some(
        (flags) => flags && (flags as Record<string, boolean>)[name] === true,
    );
}
