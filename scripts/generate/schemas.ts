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
        // An answer may contain a member that is not in this document yet. `string & {}` keeps completion of the known ones.
        text = text.replace(
            new RegExp(`^export type ${name} = ('.*');$`, "m"),
            `export type ${name} = $1 | (string & {});`,
        );
    }
    // An answer without a body is `undefined`, so that `=== undefined` distinguishes two successes.
    text = text.replace(/^( +2\d\d): (?:void|unknown);$/gm, "$1: undefined;");
    writeFileSync(types, text);
    const schemas = join(folder, "zod.gen.ts");
    // zod's uuid() refuses ids whose version and variant bits are not those of an RFC; ids are opaque here.
    let zod = readFileSync(schemas, "utf8").replaceAll("z.uuid()", "z.guid()");
    const loose = Object.keys(document.components.schemas).filter(
        (name) => document.components.schemas[name]?.additionalProperties === true,
    );
    // The generator ignores that an object may have additional properties.
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

/** Turns each schema into a function that creates it at the first call: creating all of them takes longer than loading everything else. */
function onDemand(zod: string): string {
    return zod
        .replace(/\bz[A-Z]\w*/g, "$&()")
        .replace(/^export const (z\w+)\(\) = ([\s\S]*?);$/gm, "export const $1 = once(() => $2);")
        .replace(/^import .*$/m, '$&\nimport { once } from "../once.js";');
}

/**
 * Rewrites `anyOf: [X, nothing but null]` as `X, nullable`. From the former, the generator creates a schema that accepts anything, or it
 * drops the null.
 */
function withNullables<Node>(node: Node): Node {
    // A mapped JSON node keeps its type: only the form of nullable schemas changes, which is not part of the types here.
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
