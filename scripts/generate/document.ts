import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** Why the document differs from the vendor's newest: reasons by a part of the row that `--compare` prints, such as `.duration_minutes`. */
export type WhyDifferent = Readonly<Record<string, string>>;

/** A schema of the document, with the properties that the generator uses. */
export interface Schema {
    readonly $ref?: string;
    readonly type?: string;
    readonly format?: string;
    readonly enum?: readonly (string | null)[];
    readonly items?: Schema;
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
    readonly allOf?: readonly Schema[];
    readonly anyOf?: readonly Schema[];
    readonly oneOf?: readonly Schema[];
    readonly description?: string;
    readonly deprecated?: boolean;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly readOnly?: boolean;
    readonly additionalProperties?: boolean | Schema;
    readonly nullable?: boolean;
    readonly minProperties?: number;
    readonly pattern?: string;
    readonly discriminator?: { readonly mapping?: Readonly<Record<string, string>> };
    /** The vendor's name of the schema. */
    readonly "x-public-name"?: string;
    readonly "x-differs"?: WhyDifferent;
    readonly "x-open-enum"?: boolean;
    readonly "x-immutable"?: boolean;
}

export interface Parameter {
    readonly name: string;
    readonly in: "path" | "query";
    readonly required?: boolean;
    readonly deprecated?: boolean;
    readonly description: string;
    /** How an array is written: false for one comma-separated value, otherwise the key is repeated. */
    readonly explode?: boolean;
    readonly schema: Schema;
}

interface Content {
    readonly "application/json": { readonly schema: Schema };
}

/** One operation in the document. */
export interface OperationObject {
    readonly operationId: string;
    readonly summary: string;
    readonly description?: string;
    readonly tags: readonly [string];
    readonly deprecated?: boolean;
    readonly parameters?: readonly Parameter[];
    readonly requestBody?: { readonly required?: boolean; readonly description?: string; readonly content: Content };
    readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
    readonly "x-paging"?: {
        readonly style: string;
        readonly items?: string;
        readonly request?: readonly string[];
        readonly defaultSize?: number;
        readonly maxSize?: number;
        readonly optIn?: boolean;
    };
    readonly "x-replacement"?: string;
    readonly "x-differs"?: WhyDifferent;
    readonly "x-unstable"?: boolean;
}

export interface Document {
    readonly tags: readonly { readonly name: string; readonly description: string }[];
    readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** One operation with its place in the document. */
export interface Operation extends OperationObject {
    readonly path: string;
    readonly method: string;
}

/** The documents of the API in this repository. The second adds operations that are known from other publications of the vendor. */
const DOCUMENTS = ["access-governance.openapi.yaml", "additional-operations.openapi.yaml"];

/** Reads the documents in `folder` and merges them. @throws if they contradict each other */
export function readDocument(folder: string): Document {
    const [first, ...others] = DOCUMENTS.map((file) => parse(readFileSync(join(folder, file), "utf8")) as unknown);
    // The documents are part of the repository, so their form is trusted.
    return others.reduce((whole, other) => joined(whole, other, ""), first) as Document;
}

/**
 * Merges two documents: objects member by member, and lists by concatenation. Ignores the metadata of the second document. Its descriptions
 * replace those of the first, because the additions may make these wrong.
 */
export function joined(one: unknown, other: unknown, at: string): unknown {
    if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
    if (isNode(one) && isNode(other)) {
        const added = Object.entries(other)
            .filter(([key]) => at !== "" || !["openapi", "info"].includes(key))
            .map(([key, value]) => [key, key in one ? joined(one[key], value, `${at}/${key}`) : value]);
        return { ...one, ...Object.fromEntries(added) };
    }
    if (at.endsWith("/description") && typeof other === "string") return other;
    throw new Error(`The documents contradict each other at ${at}.`);
}

/** Lists the operations in the order of the document. */
export function operationsOf(document: Document): Operation[] {
    return Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
    );
}

export function parametersOf(operation: Operation, place: Parameter["in"]): Parameter[] {
    return (operation.parameters ?? []).filter((parameter) => parameter.in === place);
}

/** The path parameters in the order of the path. */
export function pathParametersOf(operation: Operation): Parameter[] {
    const position = ({ name }: Parameter) => operation.path.indexOf(`{${name}}`);
    return parametersOf(operation, "path").sort((a, b) => position(a) - position(b));
}

/** Whether an operation returns a list of items, which may continue on further pages. */
export function isList(operation: Operation): boolean {
    return operation["x-paging"]?.items !== undefined;
}

/** The schema that a reference names, or the schema itself. */
export function resolved(document: Document, schema: Schema): Schema {
    const name = schema.$ref?.split("/").at(-1);
    const target = name === undefined ? undefined : document.components.schemas[name];
    return target ? resolved(document, target) : schema;
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}
