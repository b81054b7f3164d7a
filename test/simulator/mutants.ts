import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import ts from "typescript";

/** A fault to be planted: a text of a file, and what stands in its place. */
export interface Mutant {
    readonly name: string;
    /** From the root of the project, such as `src/provider/session.ts`. */
    readonly file: string;
    /** Must be in the file exactly once. */
    readonly find: string;
    readonly replace: string;
}

/** Whether the simulator noticed. */
export interface Verdict {
    readonly mutant: string;
    readonly caught: boolean;
    /** The seed and its steps, and what was said of them first. */
    readonly by: string;
    readonly seconds: number;
}

/** A mutant cannot be planted: the file has changed since. */
export class MutantError extends Error {
    override readonly name = "MutantError";
}

/** Where `npm run simulate` compiles to, laid out as the project is. */
const COMPILED = resolve("node_modules", ".cache", "simulator");

/** The file with the fault in it. @throws MutantError unless the text is there exactly once. */
export function mutated({ name, file, find, replace }: Mutant): string {
    const [before, after, ...more] = readFileSync(file, "utf8").split(find);
    if (before === undefined || after === undefined)
        throw new MutantError(`${name}: ${file} has no ${JSON.stringify(find)}`);
    if (more.length > 0) throw new MutantError(`${name}: ${file} has ${JSON.stringify(find)} ${more.length + 1} times`);
    return before + replace + after;
}

/**
 * Plays the simulator against a copy of the project with the fault in it, for so many seconds at most.
 * @param mutant undefined for the kernel as it is
 * @param options for the simulator, such as `--ignore`
 */
export async function judge(mutant: Mutant | undefined, seconds: number, options: readonly string[]): Promise<Verdict> {
    const folder = mkdtempSync(join(tmpdir(), "mutant-"));
    try {
        cpSync(COMPILED, folder, { recursive: true });
        symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
        if (mutant) plant(mutant, folder);
        const start = Date.now();
        const main = join(folder, "test", "simulator", "main.js");
        const settings = ["--seeds", "100000", "--steps", "100", "--seconds", `${seconds}`, "--no-shrink", ...options];
        const { code, output } = await run(main, settings, (seconds + 60) * 1000);
        const lines = output.split("\n");
        const at = lines.findIndex((line) => line.startsWith("  "));
        const seed = lines[at - 1]?.split(",")[0];
        // What ends in any other way than with "nothing found" was noticed, be it by a crash.
        const by = at > 0 ? `${seed}, ${lines[at]?.trim()}` : code === 0 ? "" : `exit ${code}: ${output.trim()}`;
        return { mutant: mutant?.name ?? "", caught: code !== 0, by, seconds: (Date.now() - start) / 1000 };
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}

function plant(mutant: Mutant, folder: string): void {
    const compilerOptions = {
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.CommonJS,
        esModuleInterop: true,
    };
    const { outputText } = ts.transpileModule(mutated(mutant), { compilerOptions, fileName: mutant.file });
    writeFileSync(join(folder, mutant.file.replace(/\.ts$/, ".js")), outputText);
}

function run(main: string, settings: readonly string[], timeout: number): Promise<{ code: number; output: string }> {
    return new Promise((done) => {
        const child = execFile(
            process.execPath,
            [main, ...settings],
            { timeout, maxBuffer: 64e6 },
            (_error, stdout, stderr) => done({ code: child.exitCode ?? 1, output: stdout + stderr }),
        );
    });
}
