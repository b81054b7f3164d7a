import type { ManualParameter } from "../../src/api/manual.js";
import {
    type Document,
    type Operation,
    type Parameter,
    parametersOf,
    pathParametersOf,
    resolved,
    type Schema,
} from "./document.js";
import { objectOf } from "./ids.js";
import type { MethodName } from "./names.js";

/** Generates manual.gen.ts: the documentation of each operation for the command line, and the form of its parameters. */
export function manual(document: Document, names: ReadonlyMap<Operation, MethodName>): string {
    const entries = Array.from(names, ([operation, { area, method }]) => {
        const paging = operation["x-paging"];
        const entry = {
            call: `${area}.${method}`,
            area: operation.tags[0],
            method: operation.method,
            path: operation.path,
            summary: operation.summary,
            deprecated: operation.deprecated,
            list: paging && (paging.items === undefined ? "bare" : "paged"),
            description: operation.description,
            replacement: operation["x-replacement"],
            unstable: operation["x-unstable"],
            statuses: Object.fromEntries(
                Object.entries(operation.responses).map(([status, { description }]) => [status, description]),
            ),
            parameters: [
                ...pathParametersOf(operation).map((parameter) => parameterOf(document, parameter)),
                ...bodyParameters(document, operation),
                ...parametersOf(operation, "query").map((parameter) => parameterOf(document, parameter)),
            ],
        };
        return `    ${operation.operationId}: ${JSON.stringify(entry)},`;
    });
    const areas = document.tags.map(
        ({ name, description }) => `    ${JSON.stringify(name)}: ${JSON.stringify(description)},`,
    );
    return `// Made by scripts/generate from the OpenAPI documents in api/; do not edit.
import type { OperationName } from "./operations.gen.js";
import type { ManualEntry } from "../manual.js";

/** What each area is about. */
export const areas: Readonly<Record<string, string>> = {
${areas.join("\n")}
};

/** What people read of each operation. */
export const manual: { readonly [Name in OperationName]: ManualEntry } = {
${entries.join("\n")}
};
`;
}

function parameterOf(document: Document, parameter: Parameter): ManualParameter {
    const { name, required, deprecated, description } = parameter;
    return {
        name,
        in: parameter.in,
        required,
        deprecated,
        description,
        ...named(name, form(document, parameter.schema)),
    };
}

/** The fields of a body that is an object: each is a separate option. */
function bodyParameters(document: Document, operation: Operation): ManualParameter[] {
    const body = operation.requestBody?.content["application/json"].schema;
    if (!body) return [];
    const { properties, required = [] } = merged(document, body);
    return Object.entries(properties ?? {}).flatMap(([name, schema]) => {
        const { deprecated, readOnly, description } = { ...resolved(document, schema), ...schema };
        // The service accepts and ignores properties that it sets itself, so they get no option.
        if (readOnly) return [];
        const needed = required.includes(name) || undefined;
        return [
            {
                name,
                in: "body" as const,
                required: needed,
                deprecated,
                description: description ?? "",
                ...named(name, form(document, schema)),
            },
        ];
    });
}

type Form = Pick<ManualParameter, "type" | "format" | "choices" | "list">;

/** Adds to an id the kind of its object. */
function named(name: string, form: Form): Form & Pick<ManualParameter, "of"> {
    return form.format === "uuid" ? { ...form, of: objectOf(name) } : form;
}

/** The form of a value on the command line: a single value, several values, or JSON. */
function form(document: Document, schema: Schema): Form {
    const { type, items, enum: members, format } = merged(document, schema);
    if (type === "array" && items) {
        const item = form(document, items);
        return item.type === "json" ? item : { ...item, list: true };
    }
    if (members) return { type: "string", choices: members.filter((member) => member !== null) };
    if (type === "string" || type === "integer" || type === "boolean") return { type, format };
    return { type: "json" };
}

/** Merges a schema with its reference and its only `allOf`, `anyOf` or `oneOf`. */
function merged(document: Document, schema: Schema): Schema {
    const own = resolved(document, schema);
    const parts = own.allOf ?? own.anyOf ?? own.oneOf ?? [];
    const schemas = parts.map((part) => merged(document, part)).filter((part) => !isOnlyNull(part));
    const properties = Object.assign({}, ...[...schemas, own].map((part) => part.properties));
    return Object.assign({}, ...schemas, own, { properties });
}

function isOnlyNull({ enum: members }: Schema): boolean {
    return members?.every((member) => member === null) ?? false;
}
