// The stand-in for the Pulumi CLI: the output of `npm run build:stand-in` if it is up to date, otherwise the source.
const { existsSync, readdirSync, statSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "..", "..", "..", "..");
const built = join(root, "node_modules", ".cache", "stand-in");
const time = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);
// The compiler does not rewrite unchanged files, but records the time of its last run.
const looked = time(join(built, ".tsbuildinfo"));
const isBuilt = ["src/local/engine", "test/local/engine/stand-in"].every((folder) =>
    readdirSync(join(root, folder), { recursive: true })
        .filter((file) => /(?<!\.test)\.[jt]s$/.test(file))
        .every((file) => time(join(root, folder, file)) < looked),
);
if (!isBuilt) require("ts-node").register({ transpileOnly: true, experimentalResolver: true, cwd: root });
module.exports = require(join(isBuilt ? built : root, "test/local/engine/stand-in/command"));
