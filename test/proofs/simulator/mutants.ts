import { readdirSync, readFileSync } from "node:fs";
import Module from "node:module";
import { basename, join, sep } from "node:path";
import ts from "typescript";
import type { Failure } from "./play.js";
import type { Step } from "./simulation.js";
import type { Violation } from "./verdict.js";

/** A mutation of the kernel: a text in a file and its replacement. */
export interface Mutant {
    readonly name: string;
    /** Path relative to the root of the project, such as `src/provider/session.ts`. */
    readonly file: string;
    /** Must occur in the file exactly once. */
    readonly find: string;
    readonly replace: string;
}

/** Whether the simulator detected the mutant. */
export interface Verdict {
    readonly mutant: string;
    readonly caught: boolean;
    /** The stored sequence or seed that detected it, with its steps and first violation. */
    readonly by: string;
    readonly seconds: number;
    /** The shortest sequence that detects it, if requested. */
    readonly shortest?: readonly Step[];
}

/** Settings for testing a mutant. */
export interface Trial {
    /** Maximum duration. */
    readonly seconds: number;
    /** Number of steps of each seed. */
    readonly steps: number;
    /** Folder of sequences to play first. Default: none. */
    readonly cases?: string | undefined;
    /** If true, the shortest sequence is searched for, unless a stored one detects the mutant. */
    readonly shrink: boolean;
}

/** A mutation cannot be applied because the file has changed. */
export class MutantError extends Error {
    override readonly name = "MutantError";
}

/** The mutated file. @throws MutantError unless the text occurs exactly once */
export function mutated({ name, file, find, replace }: Mutant): string {
    const [before, after, ...more] = readFileSync(file, "utf8").split(find);
    if (before === undefined || after === undefined)
        throw new MutantError(`${name}: ${file} has no ${JSON.stringify(find)}`);
    if (more.length > 0) throw new MutantError(`${name}: ${file} has ${JSON.stringify(find)} ${more.length + 1} times`);
    return before + replace + after;
}

/**
 * Plays the simulator against the mutated kernel. Only the kernel and the simulator are reloaded for each mutant. Their dependencies
 * stay loaded.
 * @param mutant undefined for the unchanged kernel
 */
export async function judge(mutant: Mutant | undefined, trial: Trial): Promise<Verdict> {
    const start = process.hrtime.bigint();
    const seconds = () => Number(process.hrtime.bigint() - start) / 1e9;
    const verdict = (by: string, shortest?: readonly Step[]): Verdict => ({
        mutant: mutant?.name ?? "",
        caught: by !== "",
        by,
        seconds: seconds(),
        ...(shortest ? { shortest } : {}),
    });
    const { play, replay, shrink } = planted(mutant);
    for (const file of trial.cases ? readdirSync(trial.cases) : []) {
        // written by the simulator
        const { steps } = JSON.parse(readFileSync(join(trial.cases ?? "", file), "utf8")) as { steps: Step[] };
        const { failure } = await replay(steps);
        if (failure)
            return verdict(`kept sequence ${basename(file, ".json")}, ${steps.length} steps: ${saidOf(failure)}`);
    }
    for (let seed = 1; seconds() < trial.seconds; seed += 1) {
        const { failure, figures } = await play(seed, trial.steps);
        if (!failure) continue;
        const by = `seed ${seed}, ${figures.steps} steps: ${saidOf(failure)}`;
        return verdict(by, trial.shrink ? (await shrink(failure)).steps : undefined);
    }
    return verdict("");
}

function saidOf({ violations: [first] }: Failure): string {
    return first ? `${first.what}: ${textOf(first)}` : "";
}

function textOf({ why }: Violation): string {
    return why.split("\n")[0] ?? "";
}

type Played = typeof import("./play.js") & typeof import("./shrink.js");

/** Reloads the simulator with the mutated kernel. */
function planted(mutant: Mutant | undefined): Played {
    const root = join(__dirname, "../..", "..");
    // The service and the client are not mutated and slow to load.
    const kept = ["src/local/service", "src/api", "node_modules"].map((folder) => join(root, folder) + sep);
    for (const file of Object.keys(require.cache))
        if (file.startsWith(root + sep) && !kept.some((folder) => file.startsWith(folder)) && file !== __filename)
            delete require.cache[file];
    const extensions: Record<string, Loader> = Object(Module)._extensions;
    const load = extensions[".js"];
    if (!load) throw new TypeError("This Node cannot load what was compiled.");
    const target = mutant && join(root, mutant.file.replace(/\.ts$/, ".js"));
    const text = mutant && compiled(mutant);
    extensions[".js"] = (module, file) =>
        file === target && text !== undefined ? module._compile(text, file) : load(module, file);
    try {
        return { ...require("./play.js"), ...require("./shrink.js") };
    } finally {
        extensions[".js"] = load;
    }
}

/** Node's function for loading a file, which its type declarations do not include. */
type Loader = (module: { _compile(text: string, file: string): void }, file: string) => void;

function compiled(mutant: Mutant): string {
    const compilerOptions = {
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.CommonJS,
        esModuleInterop: true,
    };
    return ts.transpileModule(mutated(mutant), { compilerOptions, fileName: mutant.file }).outputText;
}
