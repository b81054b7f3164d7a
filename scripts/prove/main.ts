/**
 * `npm run prove [name] [-- options]`
 *
 * Runs long proofs of what docs/reliability.md promises. `npm test` runs a short form of each. Without a name, lists all proofs. Passes options to
 * the proof: `npm run prove simulate -- --help`. Exit code: that of the proof; 2 for an unknown name.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { hint } from "../../src/common/spelling.js";
import { type Proof, proofs } from "./proofs.js";

const root = join(__dirname, "../..");

function main([name, ...options]: readonly string[]): number {
    if (name === undefined || name === "--help" || name === "-h") {
        const width = Math.max(...Object.keys(proofs).map(({ length }) => length));
        for (const [one, { about }] of Object.entries(proofs)) console.log(`${one.padEnd(width)}  ${about}`);
        return 0;
    }
    const proof = Object.hasOwn(proofs, name) ? proofs[name] : undefined;
    if (proof) return run(proof, options);
    console.error(
        `Unknown proof ${JSON.stringify(name)}${hint(name, Object.keys(proofs)) || "."} \`npm run prove\` lists all proofs.`,
    );
    return 2;
}

/** Runs the commands one after the other, until one fails. The options are for the last one. */
function run({ commands, settings = {} }: Proof, options: readonly string[]): number {
    for (const [place, command] of commands.entries()) {
        const [program = "", ...args] = command.split(" ");
        const isLast = place === commands.length - 1;
        const { status } = spawnSync(program, isLast ? [...args, ...options] : args, {
            cwd: root,
            stdio: "inherit",
            // The caller's environment overrides the settings.
            env: { ...settings, ...process.env },
        });
        if (status !== 0) return status ?? 1;
    }
    return 0;
}

process.exitCode = main(process.argv.slice(2));
