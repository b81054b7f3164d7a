const { readdirSync } = require("node:fs");
const { join } = require("node:path");

require("ts-node").register({ transpileOnly: true, project: join(__dirname, "../../../tsconfig.json") });

const folder = join(__dirname, "../../../examples/kinds");

/** The example of every kind, in one stack: each stands for itself, so none declares what another one does. */
module.exports = async () => {
    for (const file of readdirSync(folder)) {
        if (file.endsWith(".ts")) await require(join(folder, file))();
    }
};
