/**
 * `npm run new-kind -- GroupNote --folder groups --shape membership --operations getGroupNotes,addGroupNote,removeGroupNote`
 *
 * Starts a new kind: writes its file and its example, based on the operations in the API's document, and updates the lists. The compiler then
 * asks for a fixture.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InvalidArgumentError, Option, program } from "commander";
import { meant } from "../../src/common/spelling.js";
import { type Operation, operationsOf, readDocument } from "../generate/document.js";
import { fileName } from "./lists.js";
import { SHAPES, type Shape, Skeleton } from "./skeleton.js";

const root = join(__dirname, "../..");
const folders = readdirSync(join(root, "src/resources/kinds"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const document = readDocument(join(root, "api"));

interface Options {
    readonly folder: string;
    readonly shape: Shape;
    readonly operations: Operation[];
}

program
    .name("npm run new-kind --")
    .description("Starts a new kind: writes its file and its example.")
    .argument("<name>", "name of the class, such as GroupNote", className)
    .addOption(new Option("--shape <shape>", "shape of the kind").choices(SHAPES).makeOptionMandatory())
    .addOption(new Option("--folder <folder>", "folder of the kind").choices(folders).makeOptionMandatory())
    .requiredOption("--operations <names>", "operations that it uses, comma-separated", known)
    .action(begin);

program.parse();

function begin(name: string, { folder, shape, operations }: Options): void {
    const skeleton = new Skeleton(document, name, shape, operations);
    const file = fileName(name);
    const place = `resources/kinds/${folder}/${file}`;
    const files = {
        [`src/${place}.ts`]: skeleton.kind(),
        [`examples/kinds/${file}.ts`]: skeleton.example(),
    };
    const there = Object.keys(files).find((path) => existsSync(join(root, path)));
    if (there) program.error(`${there} already exists. Choose another name, or delete the file.`);
    for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
    const source = skeleton.source();
    if (source) addSource(source);
    execFileSync("npx", ["--no-install", "biome", "check", "--write", "--unsafe", ...Object.keys(files)], {
        cwd: root,
        stdio: "pipe",
    });
    execFileSync("npm", ["run", "--silent", "generate"], { cwd: root, stdio: "inherit" });
    const left = [
        `src/${place}.ts: read every field against docs/new-kind.md; say what the class is for`,
        `src/verify/write/fixtures: how one is created, edited and read, until \`npx --no-install vitest run test/proofs/conformance -t ${name}\` is green`,
        `examples/kinds/${file}.ts: what somebody would declare; then \`npm run build\` and \`npm run generate\``,
        "`npx --no-install changeset`, and what docs/new-kind.md names besides",
    ];
    console.log(["Left to do:", ...left.map((line, index) => `${index + 1}. ${line}`)].join("\n"));
}

/** Inserts a source after the others, in front of the helper functions. */
function addSource(source: string): void {
    const file = join(root, "src/resources/sources.ts");
    const text = readFileSync(file, "utf8");
    const end = text.lastIndexOf("/**", text.indexOf("\nfunction "));
    writeFileSync(file, `${text.slice(0, end)}${source}\n${text.slice(end)}`);
}

function className(text: string): string {
    if (!/^[A-Z][A-Za-z]+$/.test(text)) throw new InvalidArgumentError("It must be like GroupNote.");
    return text;
}

function known(text: string): Operation[] {
    const all = operationsOf(document);
    const names = all.map(({ operationId }) => operationId);
    return text.split(",").map((name) => {
        const found = all.find(({ operationId }) => operationId === name);
        if (found) return found;
        const near = meant(name, names);
        throw new InvalidArgumentError(`The API has no operation ${name}${near ? `: did you mean ${near}?` : "."}`);
    });
}
