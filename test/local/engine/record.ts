// node -e 'require("ts-node").register({ transpileOnly: true, experimentalResolver: true }); require("./test/local/engine/record.ts")' - [name]...
// Runs every scenario, or those named on the command line, with the Pulumi CLI and writes test/local/engine/transcripts.
// The name "documents" selects test/local/engine/documents.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documents } from "./document.js";
import { scenarios } from "./scenarios.js";
import { play, written } from "./transcript.js";

const folder = join(__dirname, "transcripts");

async function main(names: string[]): Promise<void> {
    mkdirSync(folder, { recursive: true });
    const wanted = scenarios.filter(({ name }) => names.length === 0 || names.includes(name));
    const work = async () => {
        for (let scenario = wanted.shift(); scenario; scenario = wanted.shift()) {
            const started = Date.now();
            const file = join(folder, `${scenario.name}.json`);
            const text = written(await play(scenario, "pulumi"));
            const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
            writeFileSync(file, text);
            console.log(
                `${scenario.name}: ${before === undefined ? "new" : before === text ? "as before" : "CHANGED"} (${Math.round((Date.now() - started) / 1000)} s)`,
            );
        }
    };
    await Promise.all([work(), work()]);
    if (names.length > 0 && !names.includes("documents")) return;
    const text = JSON.stringify(await documents("pulumi"), undefined, 2);
    writeFileSync(join(__dirname, "documents", "preview.json"), `${text}\n`);
}

main(process.argv.slice(1).filter((name) => name !== "-" && !name.includes("/"))).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
});
