import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Before tests that start the built package: it writes only what has changed, and the sources take ten times as long to start. */
export function setup(): void {
    execFileSync("npm", ["run", "build"], { cwd: join(__dirname, ".."), stdio: "pipe" });
}
