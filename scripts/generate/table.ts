import { type Operation, parametersOf } from "./document.js";
import { type MethodName, pascalCase } from "./names.js";

/** Generates operations.gen.ts: the data about operations that the generator of the types does not provide. */
export function operationTable(names: ReadonlyMap<Operation, MethodName>): string {
    const operations = [...names.keys()];
    return `// Made by scripts/generate from the OpenAPI documents in api/; do not edit.
import type * as t from "./types.gen.js";
import * as z from "./zod.gen.js";
import type { OperationEntry } from "../operation.js";

/** Parameters, body and answers of every operation, by its name; for a list the property that holds its items. */
export interface OperationTypes {
${operations.map(typeEntry).join("\n")}
}

export type OperationName = keyof OperationTypes;

/** Every operation of the API, by its name. */
export const operations: { readonly [Name in OperationName]: OperationEntry } = {
${Array.from(names, ([operation, name]) => `    ${operation.operationId}: ${entry(operation, name)},`).join("\n")}
};
`;
}

function typeEntry({ operationId, "x-paging": paging }: Operation): string {
    const name = pascalCase(operationId);
    const items = paging?.items ? ` items: ${JSON.stringify(paging.items)};` : "";
    return `    ${operationId}: { data: t.${name}Data; answers: t.${name}Responses;${items} };`;
}

function entry(operation: Operation, { area, method }: MethodName): string {
    const name = pascalCase(operation.operationId);
    const parameters = operation.parameters ?? [];
    const arrays = parameters.filter((parameter) => parameter.schema.type === "array");
    const fields = [
        `method: "${operation.method}"`,
        `path: "${operation.path}"`,
        `area: "${operation.tags[0]}"`,
        `call: "${area}.${method}"`,
        `summary: ${JSON.stringify(operation.summary)}`,
    ];
    if (operation.deprecated) fields.push("deprecated: true");
    if (parametersOf(operation, "path").length > 0) fields.push(onDemand("pathParameters", `z.z${name}Path()`));
    if (parametersOf(operation, "query").length > 0) fields.push(onDemand("query", `z.z${name}Query()`));
    if (arrays.length > 0) {
        const encodings = arrays.map(
            (parameter) => `${parameter.name}: "${parameter.explode === false ? "comma" : "repeat"}"`,
        );
        fields.push(`arrays: { ${encodings.join(", ")} }`);
    }
    if (operation.requestBody) {
        fields.push(onDemand("body", `z.z${name}Body()`), `bodyRequired: ${operation.requestBody.required === true}`);
    }
    const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
    const answers = successes.map(([status, response]) => {
        if (!response.content) return `${status}: null`;
        // With a second, empty success the generated schema is a union with void: its first member is the body.
        return onDemand(status, `z.z${name}Response()${successes.length > 1 ? ".options[0]" : ""}`);
    });
    fields.push(`answers: { ${answers.join(", ")} }`);
    const errors = Object.keys(operation.responses).filter((status) => !status.startsWith("2"));
    if (errors.length > 0) fields.push(`errors: [${errors.join(", ")}]`);
    if (operation["x-paging"]) fields.push(`paging: ${JSON.stringify(operation["x-paging"])}`);
    return `{ ${fields.join(", ")} }`;
}

/** A getter that creates the schema when it is read, because a program needs only a few of them. */
function onDemand(name: string, schema: string): string {
    return `get ${name}() { return ${schema}; }`;
}
