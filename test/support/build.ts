import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";

/**
 * Before tests that start the built package or the stand-in of the CLI: it writes only what has changed, and the sources take
 * ten times as long to start.
 */
export function setup(): void {
    const root = join(__dirname, "../..");
    // As `npm run build` and `npm run build:stand-in`, in one process.
    const compiler = require.resolve("typescript/bin/tsc");
    const projects = ["tsconfig.build.json", "src/access/map/page", "test/local/engine/stand-in"];
    execFileSync(process.execPath, [compiler, "-b", ...projects], { cwd: root, stdio: "pipe" });
    chmodSync(join(root, "dist/cli/main.js"), 0o755);
}
