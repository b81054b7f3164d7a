import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { OperationName } from "../../src/api/index.js";
import type { Parts } from "../../src/api/parameters.js";

/** One operation in the list of the API. */
export interface Row {
    readonly operation: OperationName;
    readonly method: string;
    readonly path: string;
    /** Names of the query parameters. */
    readonly query: readonly string[];
    readonly successes: readonly number[];
    readonly errors: readonly number[];
}

/** The parts of an OpenAPI schema from which tests create values. */
export interface Schema {
    readonly $ref?: string;
    readonly type?: string;
    readonly format?: string;
    readonly enum?: readonly unknown[];
    readonly nullable?: boolean;
    readonly items?: Schema;
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
    readonly allOf?: readonly Schema[];
    readonly anyOf?: readonly Schema[];
    readonly oneOf?: readonly Schema[];
    readonly minimum?: number;
    readonly maximum?: number;
    readonly minItems?: number;
    readonly additionalProperties?: Schema | boolean;
    readonly "x-open-enum"?: boolean;
}

export interface Parameter {
    readonly name: string;
    readonly in: "path" | "query";
    readonly required?: boolean;
    readonly explode?: boolean;
    readonly schema: Schema;
}

interface Content {
    readonly content?: { readonly "application/json": { readonly schema: Schema } };
}

export interface Described {
    readonly operationId: OperationName;
    readonly deprecated?: boolean;
    readonly parameters?: readonly Parameter[];
    readonly requestBody?: Content & { readonly required?: boolean };
    readonly responses: Readonly<Record<string, Content>>;
    readonly "x-paging"?: { readonly style: string; readonly items?: string; readonly inBody?: boolean };
}

interface Document {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

function read(file: string): Document {
    return parse(readFileSync(join(__dirname, "../../api", file), "utf8")) as Document;
}

/** The OpenAPI documents, read directly because the code generated from them is under test. */
const document = [read("access-governance.openapi.yaml"), read("additional-operations.openapi.yaml")].reduce(together);

/** Statuses of listed operations that a newer document of the vendor adds. */
const NEWER: Readonly<Record<string, readonly string[]>> = {
    getGroupVisibility: ["403"],
    getResourceVisibility: ["403"],
};

/** 151 operations of the API, from a list that was created independently of the document. */
export const listed: readonly Row[] = readFileSync(join(__dirname, "seed-operations.csv"), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
        const [, operation = "", method = "", path = "", query = "", , successes = "", , errors = ""] = line.split(",");
        const names = query.split("; ").filter(Boolean);
        return {
            // The first contract test checks that each of them is the name of an operation.
            operation: operation as OperationName,
            method,
            path,
            query: names.map((name) => name.replace(/^\*| \(deprecated\)$/g, "")),
            successes: successes.split(" ").map(Number),
            errors: [...errors.split(" ").filter(Boolean), ...(NEWER[operation] ?? [])].map(Number),
        };
    });

/** Every operation of the API, from the list or, if it is not listed, from the document. */
export const rows: readonly Row[] = [
    ...listed,
    ...Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods)
            .filter(([, { operationId }]) => !listed.some(({ operation }) => operation === operationId))
            .map(([method, about]) => documented(method.toUpperCase(), path, about)),
    ),
];

/** The names of all operations in the document. */
export const operationIds: readonly OperationName[] = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
);

export function described({ method, path }: Pick<Row, "method" | "path">): Described {
    const found = document.paths[path]?.[method.toLowerCase()];
    if (!found) throw new Error(`The document has no ${method} ${path}.`);
    return found;
}

/** Returns the path of a call below the address of the API. */
export function pathOf({ path: template }: Row, { path = {} }: Parts): string {
    return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
}

export function schemaOf(content: Content | undefined): Schema | undefined {
    return content?.content?.["application/json"].schema;
}

/** Resolves the references and combinations of a schema, with the first of several alternatives. */
export function whole(schema: Schema): Schema {
    const name = schema.$ref?.split("/").at(-1);
    const own = name === undefined ? schema : (document.components.schemas[name] ?? {});
    if (name !== undefined && !document.components.schemas[name]) throw new Error(`No schema ${name}.`);
    const first = own.oneOf?.[0] ?? own.anyOf?.[0];
    const parts = [...(own.allOf ?? []), ...(first ? [first] : [])].map(whole);
    return {
        ...Object.assign({}, ...parts, own),
        properties: Object.assign({}, ...parts.map((part) => part.properties), own.properties),
        required: [...parts.flatMap((part) => part.required ?? []), ...(own.required ?? [])],
    };
}

/** Merges two values of documents: objects get the members of both, lists the elements of both. */
function merged(one: unknown, other: unknown): unknown {
    if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
    if (typeof one !== "object" || typeof other !== "object" || !one || !other) return other;
    const before: Readonly<Record<string, unknown>> = { ...one };
    const added = Object.entries(other).map(([key, value]) => [
        key,
        key in before ? merged(before[key], value) : value,
    ]);
    return { ...one, ...Object.fromEntries(added) };
}

/** Merges two documents. */
function together(one: Document, { paths, components }: Document): Document {
    return merged(one, { paths, components }) as Document; // both have this form
}

function documented(method: string, path: string, { operationId, parameters = [], responses }: Described): Row {
    const statuses = Object.keys(responses).map(Number);
    return {
        operation: operationId,
        method,
        path,
        query: parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
        successes: statuses.filter((status) => status < 300),
        errors: statuses.filter((status) => status >= 300),
    };
}
