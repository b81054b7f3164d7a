/**
 * Makes src/api/generated/ from api/access-governance.openapi.yaml: types and zod schemas by @hey-api/openapi-ts, and the
 * operation table, which no generator knows, by this script. `npm run generate -- --check` fails when the folder is not up to date.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

interface Parameter {
    name: string;
    in: "path" | "query";
    explode?: boolean;
    schema: { type?: string };
}

interface OperationObject {
    operationId: string;
    summary: string;
    tags: [string];
    deprecated?: boolean;
    parameters?: Parameter[];
    requestBody?: { required: boolean };
    responses: Record<string, { content?: object }>;
    "x-paging"?: Record<string, unknown>;
}

interface Document {
    paths: Record<string, Record<string, OperationObject>>;
    components: { schemas: Record<string, { "x-open-enum"?: boolean; enum?: string[] }> };
}

const root = join(__dirname, "..");
const target = join(root, "src/api/generated");

async function main(): Promise<void> {
    const check = process.argv.includes("--check");
    const document = parse(readFileSync(join(root, "api/access-governance.openapi.yaml"), "utf8")) as Document;
    // Inside the checkout, so that the formatter applies the project's own configuration.
    const scratch = mkdtempSync(join(root, "src/api/.generating-"));
    try {
        await generateSchemas(scratch, document);
        writeFileSync(join(scratch, "operations.gen.ts"), operationTable(document));
        execFileSync("npx", ["biome", "format", "--write", scratch], { stdio: "pipe", cwd: root });
        const files = readdirSync(scratch);
        const stale = files.filter(
            (file) => readFileSync(join(scratch, file), "utf8") !== existing(join(target, file)),
        );
        if (check && stale.length > 0) {
            console.error(`src/api/generated is not up to date (${stale.join(", ")}): run npm run generate`);
            process.exitCode = 1;
            return;
        }
        for (const file of stale) writeFileSync(join(target, file), readFileSync(join(scratch, file)));
        const count = Object.values(document.paths).flatMap((item) => Object.keys(item)).length;
        console.log(
            `src/api/generated: ${count} operations, ${stale.length} of ${files.length} files ${check ? "stale" : "written"}`,
        );
    } finally {
        rmSync(scratch, { recursive: true });
    }
}

main().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
});

async function generateSchemas(folder: string, document: Document): Promise<void> {
    const { createClient } = await import("@hey-api/openapi-ts");
    await createClient({
        input: { ...withNullables(document) },
        output: { path: folder, clean: false, entryFile: false },
        plugins: ["@hey-api/typescript", { name: "zod", dates: { offset: true } }],
        logs: { level: "silent" },
    });
    const types = join(folder, "types.gen.ts");
    const open = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
        schema["x-open-enum"] ? [name] : [],
    );
    let text = readFileSync(types, "utf8");
    for (const name of open) {
        // An answer may hold a member that this document does not know yet; `string & {}` keeps completion of the known ones.
        text = text.replace(
            new RegExp(`^export type ${name} = ('.*');$`, "m"),
            `export type ${name} = $1 | (string & {});`,
        );
    }
    writeFileSync(types, text);
    const schemas = join(folder, "zod.gen.ts");
    // zod's uuid() refuses ids whose version and variant bits are not those of an RFC; ids are opaque here.
    let zod = readFileSync(schemas, "utf8").replaceAll("z.uuid()", "z.guid()");
    for (const name of open) {
        zod = zod.replace(
            new RegExp(`^(export const z${name} = z\\.enum\\(\\[[^\\]]*\\]\\));`, "m"),
            "$1.or(z.string());",
        );
    }
    writeFileSync(schemas, zod);
}

/**
 * The document with `anyOf: [X, nothing but null]` said as `X, nullable`. The generator makes a schema that accepts anything of the former,
 * or forgets the null.
 */
function withNullables<Node>(node: Node): Node {
    // A mapped JSON node keeps its type: only how null is said in it changes, which no type of this file speaks of.
    if (Array.isArray(node)) return node.map(withNullables) as Node;
    if (typeof node !== "object" || node === null) return node;
    const mapped = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withNullables(value)]));
    const { anyOf, ...rest } = mapped;
    if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isOnlyNull(anyOf[1])) return mapped as Node;
    return { ...rest, allOf: [anyOf[0]], nullable: true } as Node;
}

function isOnlyNull(schema: { enum?: unknown[] }): boolean {
    return schema.enum?.length === 1 && schema.enum[0] === null;
}

function operationTable(document: Document): string {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
    );
    return `// Made by scripts/generate.ts from api/access-governance.openapi.yaml; do not edit.
import type * as t from "./types.gen.js";
import * as z from "./zod.gen.js";
import type { OperationEntry } from "../operation.js";

/** Parameters, body and answers of every operation, by its name; for a list the property that holds its items. */
export interface OperationTypes {
${operations.map(typeEntry).join("\n")}
}

/** Every operation of the interface, by its name. */
export const operations: { readonly [Name in keyof OperationTypes]: OperationEntry } = {
${operations.map((operation) => `    ${operation.operationId}: ${entry(operation)},`).join("\n")}
};
`;
}

function typeEntry({ operationId, "x-paging": paging }: OperationObject): string {
    const name = pascal(operationId);
    const items = paging?.items ? ` items: ${JSON.stringify(paging.items)};` : "";
    return `    ${operationId}: { data: t.${name}Data; answers: t.${name}Responses;${items} };`;
}

function entry(operation: OperationObject & { path: string; method: string }): string {
    const name = pascal(operation.operationId);
    const parameters = operation.parameters ?? [];
    const arrays = parameters.filter((parameter) => parameter.schema.type === "array");
    const fields = [
        `method: "${operation.method}"`,
        `path: "${operation.path}"`,
        `area: "${operation.tags[0]}"`,
        `summary: ${JSON.stringify(operation.summary)}`,
    ];
    if (operation.deprecated) fields.push("deprecated: true");
    if (parameters.some((parameter) => parameter.in === "path")) fields.push(`pathParameters: z.z${name}Path`);
    if (parameters.some((parameter) => parameter.in === "query")) fields.push(`query: z.z${name}Query`);
    if (arrays.length > 0) {
        const encodings = arrays.map(
            (parameter) => `${parameter.name}: "${parameter.explode === false ? "comma" : "repeat"}"`,
        );
        fields.push(`arrays: { ${encodings.join(", ")} }`);
    }
    if (operation.requestBody) {
        fields.push(`body: z.z${name}Body`, `bodyRequired: ${operation.requestBody.required === true}`);
    }
    const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
    const answers = successes.map(([status, response]) => {
        if (!response.content) return `${status}: null`;
        // With a second, empty success the generated schema is a union with void: its first member is the body.
        return successes.length > 1 ? `${status}: z.z${name}Response.options[0]` : `${status}: z.z${name}Response`;
    });
    fields.push(`answers: { ${answers.join(", ")} }`);
    const errors = Object.keys(operation.responses).filter((status) => !status.startsWith("2"));
    if (errors.length > 0) fields.push(`errors: [${errors.join(", ")}]`);
    if (operation["x-paging"]) fields.push(`paging: ${JSON.stringify(operation["x-paging"])}`);
    return `{ ${fields.join(", ")} }`;
}

/** The generator's own rule: `getUARs` becomes `GetUars`. */
function pascal(name: string): string {
    return (
        name.slice(0, 1).toUpperCase() +
        name.slice(1).replace(/[A-Z]{2,}/g, (run) => run[0] + run.slice(1).toLowerCase())
    );
}

function existing(file: string): string {
    try {
        return readFileSync(file, "utf8");
    } catch {
        return "";
    }
}
