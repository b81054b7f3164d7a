import { execFileSync } from "node:child_process";
import { join } from "node:path";

/**
 * Before tests that start the built package or the stand-in of the CLI: it writes only what has changed, and the sources take
 * ten times as long to start.
 */
export function setup(): void {
    for (const script of ["build", "build:stand-in"])
        execFileSync("npm", ["run", script], { cwd: join(__dirname, ".."), stdio: "pipe" });
}
