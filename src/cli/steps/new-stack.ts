import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Exported } from "../../adopt/export/export.js";
import type { Language } from "../../adopt/export/project.js";
import { counted } from "../../common/counts.js";
import { UsageError } from "../../common/errors.js";
import { isDefaultProvider } from "../../local/engine/contract/state.js";
import type { KernelSettings } from "../../provider/settings.js";
import { EXIT_CODES } from "../exit-codes.js";

/** Previews the program with its state in a temporary stack, and creates the user's stack only if there are no changes. */
export async function importStack(
    out: string,
    stack: string,
    { program, project, language }: Exported,
    settings: KernelSettings,
): Promise<void> {
    if (program.secrets.length > 0) {
        console.error(
            `No preview yet: the program needs ${counted(program.secrets.length, "secret")}. Follow ${join(out, "README.md")} to continue.`,
        );
        process.exitCode = EXIT_CODES.secretNeeded;
        return;
    }
    const [{ openStack }, { findPulumi }, { shortName, stackFile }] = await Promise.all([
        import("../../local/engine/open-stack.js"),
        import("../../local/engine/pulumi.js"),
        import("../../adopt/export/project.js"),
    ]);
    const hasPulumi = findPulumi(false) !== undefined;
    const sayNotCreated = (): void =>
        console.error(
            `The Pulumi CLI is not installed, so the stack ${project}/${stack} was not created. Install it, then follow ${join(out, "README.md")}.`,
        );
    // The local engine runs only TypeScript.
    if (!hasPulumi && language !== "typescript") return sayNotCreated();
    install(out, language);
    const { url, token, readsPerSecond } = settings;
    const trial = await openStack({
        program: out,
        stack: shortName(stack),
        config: {
            "access-governance:url": url,
            "access-governance:token": { secret: token },
            ...(readsPerSecond ? { "access-governance:readsPerSecond": `${readsPerSecond}` } : {}),
        },
    });
    const file = stackFile(stack);
    // Neither engine prints anything until it has finished, which takes minutes for a large organization.
    const begun = Date.now();
    console.error("Previewing the program in a temporary stack, to check that it does not change anything …");
    const timer = setInterval(
        () => console.error(`… for ${counted(Math.round((Date.now() - begun) / 1000), "second")}`),
        15_000,
    );
    try {
        await trial.importState(JSON.parse(readFileSync(join(out, file), "utf8")));
        const preview = await trial.preview({ expectNoChanges: true });
        const changes = preview.steps.filter((step) => !["same", "read"].includes(step.op) && !isDefaultProvider(step));
        if (preview.exitCode !== 0 && changes.length === 0)
            throw new UsageError(`The preview failed:\n${preview.output}`);
        process.stdout.write(`preview (${trial.engine}): ${changes.length} changes\n`);
        if (changes.length > 0) {
            process.stdout.write(preview.output);
            process.exitCode = EXIT_CODES.failed;
            return;
        }
    } finally {
        clearInterval(timer);
        await trial.close();
    }
    if (hasPulumi) createStack(out, stack, file, settings.url);
    else sayNotCreated();
}

/** Creates the stack with the user's CLI. Never overwrites an existing stack. */
function createStack(out: string, stack: string, file: string, url: string): void {
    const commands = [
        ["stack", "init", stack],
        ["config", "set", "--stack", stack, "access-governance:url", url],
        ["stack", "import", "--stack", stack, "--file", file],
    ];
    for (const args of commands) {
        const { status, stderr } = spawnSync("pulumi", [...args, "--non-interactive"], { cwd: out, encoding: "utf8" });
        if (status === 0) continue;
        const line = `pulumi ${args.join(" ")}`;
        throw new UsageError(
            `\`${line}\` failed: ${stderr.trim()}\nThe program is in ${out}; follow its README to continue.`,
        );
    }
    process.stdout.write(`stack ${stack}: imported\n`);
}

/** Installs the dependencies of the program unless they are found. */
function install(out: string, language: Language): void {
    if (language === "typescript" && areInstalled(out)) return;
    const [command = "", ...args] =
        language === "python"
            ? ["pulumi", "install", "--non-interactive"]
            : ["npm", "install", "--no-audit", "--no-fund"];
    const line = `${command} install`;
    console.error(line);
    const { status, stderr } = spawnSync(command, args, { cwd: out, encoding: "utf8" });
    if (status !== 0) throw new UsageError(`\`${line}\` failed in ${out}: ${stderr.trim()}`);
}

/** Without a TypeScript dependency, Pulumi would compile with its own version, which is too old. */
function areInstalled(out: string): boolean {
    const program = createRequire(join(resolve(out), "index.ts"));
    return ["pulumi-access-governance", "@pulumi/pulumi", "typescript"].every((name) => {
        try {
            return Boolean(program.resolve(name));
        } catch {
            return false;
        }
    });
}
