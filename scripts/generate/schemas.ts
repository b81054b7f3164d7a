import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Document } from "./document.js";

/** Writes the types and the zod schemas of the document, by @hey-api/openapi-ts, into a folder. */
export async function generateSchemas(folder: string, document: Document): Promise<void> {
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
    // An answer without a body is `undefined`, which `=== undefined` tells apart where there are two successes.
    text = text.replace(/^( +2\d\d): (?:void|unknown);$/gm, "$1: undefined;");
    writeFileSync(types, text);
    const schemas = join(folder, "zod.gen.ts");
    // zod's uuid() refuses ids whose version and variant bits are not those of an RFC; ids are opaque here.
    let zod = readFileSync(schemas, "utf8").replaceAll("z.uuid()", "z.guid()");
    const loose = Object.keys(document.components.schemas).filter(
        (name) => document.components.schemas[name]?.additionalProperties === true,
    );
    // The generator takes an object that may hold more for one that holds nothing else.
    for (const name of loose)
        zod = zod.replace(`export const z${name} = z.object(`, `export const z${name} = z.looseObject(`);
    for (const name of open) {
        zod = zod.replace(
            new RegExp(`^(export const z${name} = z\\.enum\\(\\[[^\\]]*\\]\\));`, "m"),
            "$1.or(z.string());",
        );
    }
    writeFileSync(schemas, onDemand(zod));
}

/** Each schema as a function that makes it at its first call: to make all of them takes longer than everything else that a program loads. */
function onDemand(zod: string): string {
    return zod
        .replace(/\bz[A-Z]\w*/g, "$&()")
        .replace(/^export const (z\w+)\(\) = ([\s\S]*?);$/gm, "export const $1 = once(() => $2);")
        .replace(/^import .*$/m, '$&\nimport { once } from "../once.js";');
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
