/**
 * `npm run prove [name] [-- options]`
 *
 * Long proofs of what docs/reliability.md promises, each of which `npm test` makes in small. Without a name it lists them. Options go to the
 * proof: `npm run prove simulate -- --help`. Exit code: that of the proof; 2 for a name that is not there.
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
        `There is no proof ${JSON.stringify(name)}${hint(name, Object.keys(proofs)) || "."} npm run prove lists them.`,
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
            // What the caller sets counts more.
            env: { ...settings, ...process.env },
        });
        if (status !== 0) return status ?? 1;
    }
    return 0;
}

process.exitCode = main(process.argv.slice(2));
