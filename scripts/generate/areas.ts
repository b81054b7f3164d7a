import {
    type Document,
    isList,
    type Operation,
    type Parameter,
    parametersOf,
    pathParametersOf,
    resolved,
} from "./document.js";
import { camelCase, type MethodName, pascalCase } from "./names.js";

/** Error classes by the statuses that the document lists for operations. */
const ERRORS: Readonly<Record<string, string>> = {
    400: "BadRequestError",
    403: "ForbiddenError",
    404: "NotFoundError",
    409: "ConflictError",
    // The document lists 429 only for reminders.
    429: "CooldownError",
};

/** Generates areas.gen.ts: a class for each area with a method for each operation, and their documentation. */
export function clientAreas(document: Document, names: ReadonlyMap<Operation, MethodName>): string {
    const areas = document.tags.map(({ name, description }) => {
        const operations = [...names].filter(([operation]) => operation.tags[0] === name);
        return { area: camelCase(name), description, operations };
    });
    return `// Made by scripts/generate from the OpenAPI documents in api/; do not edit.
import { ApiArea } from "../area.js";
import { type Answer, type CallOptions, Client } from "../client.js";
import { type Item, List } from "../list.js";
import type * as t from "./types.gen.js";

${areas.map((area) => areaClass(document, area)).join("\n\n")}

/** The areas of the API. */
export class Areas extends Client {
${areas.map(({ area, description }) => `    /** ${description} */\n    readonly ${area} = new ${className(area)}(this);`).join("\n")}
}
`;
}

interface AreaOf {
    readonly area: string;
    readonly description: string;
    readonly operations: readonly (readonly [Operation, MethodName])[];
}

function areaClass(document: Document, { area, description, operations }: AreaOf): string {
    return `/** ${description} */
export class ${className(area)} extends ApiArea {
${operations.map(([operation, { method }]) => methodOf(document, operation, method)).join("\n\n")}
}`;
}

function methodOf(document: Document, operation: Operation, method: string): string {
    const name = operation.operationId;
    const path = pathParametersOf(operation).map((parameter) => ({
        wire: parameter.name,
        given: camelCase(parameter.name),
    }));
    const parts = [
        ...(path.length > 0 ? [`path: { ${path.map(({ wire, given }) => member(wire, given)).join(", ")} }`] : []),
        ...(operation.requestBody ? ["body"] : []),
        ...(parametersOf(operation, "query").length > 0 ? ["query"] : []),
    ];
    const call = `"${name}", { ${parts.join(", ")} }`;
    const list = `List<Item<"${name}">, Answer<"${name}">>`;
    const [type, body] = isList(operation)
        ? [list, `return new List(this.client, ${call}, options);`]
        : [`Promise<Answer<"${name}">>`, `return this.client.call(${call}, options);`];
    return `${comment(docLines(document, operation))}
    ${method}(${args(operation)}): ${type} {
        ${body}
    }`;
}

function args(operation: Operation): string {
    const data = `t.${pascalCase(operation.operationId)}Data`;
    const query = parametersOf(operation, "query");
    return [
        ...pathParametersOf(operation).map(({ name }) => `${camelCase(name)}: string`),
        ...(operation.requestBody
            ? [`body${operation.requestBody.required ? "" : "?"}: NonNullable<${data}["body"]>`]
            : []),
        ...(query.length > 0
            ? [`query${query.some(({ required }) => required) ? "" : "?"}: NonNullable<${data}["query"]>`]
            : []),
        "options?: CallOptions",
    ].join(", ");
}

function docLines(document: Document, operation: Operation): string[] {
    const { summary, description, requestBody, responses, method, path } = operation;
    const body = requestBody && resolved(document, requestBody.content["application/json"].schema);
    const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
    const failures = Object.entries(responses).filter(([status]) => !status.startsWith("2"));
    return [
        [summary, description].filter(Boolean).join(" "),
        "",
        `\`${method} ${path}\`${pagingText(operation)}${operation["x-unstable"] ? " Unstable: it may be removed at any time." : ""}`,
        "",
        ...pathParametersOf(operation).map((one) => `@param ${camelCase(one.name)} ${one.description}`),
        ...(body ? [`@param body ${sentence(requestBody?.description ?? body.description ?? "")}`] : []),
        ...parametersOf(operation, "query").map(queryLine),
        `@returns ${successes.map(([status, one]) => `${status}: ${one.description}${one.content ? "" : emptyText(successes)}`).join(" ")}`,
        ...failures.map(([status, one]) => `@throws {${ERRORS[status] ?? "CallError"}} ${status}: ${one.description}`),
        "@throws {CallError} The subclass identifies the cause.",
        ...(operation.deprecated
            ? [`@deprecated ${operation["x-replacement"] ? `Use ${operation["x-replacement"]}.` : ""}`.trimEnd()]
            : []),
    ];
}

/** Documents that the result is `undefined` for a success without a body, if there is another success. */
function emptyText(successes: readonly unknown[]): string {
    return successes.length > 1 ? " The answer is then `undefined`." : "";
}

function queryLine({ name, required, deprecated, description }: Parameter): string {
    const marks = `${required ? "Required. " : ""}${deprecated ? "Deprecated. " : ""}`;
    return `@param query.${name} ${marks}${description}`;
}

function pagingText({ "x-paging": paging }: Operation): string {
    if (!paging?.items) return "";
    const { style, defaultSize, maxSize, optIn, request = [] } = paging;
    if (style === "none") return ", the whole list in one answer.";
    if (style === "limit") return ", one answer, cut by `limit`.";
    const size = request.find((name) => name === "page_size" || name === "limit" || name === "first");
    const most = maxSize ? `, ${maxSize} at most` : "";
    const whole = optIn ? "; without `page_size` and `cursor` the whole list at once" : "";
    if (!size) return ", in pages.";
    return `, in pages${defaultSize ? ` of ${defaultSize}` : ""} (\`${size}\`${most})${whole}.`;
}

function sentence(text: string): string {
    return text === "" || /[.!?]$/.test(text) ? text : `${text}.`;
}

function comment(lines: readonly string[]): string {
    const text = lines.map((line) => `     * ${line.replaceAll("*/", "*\\/")}`.trimEnd());
    return ["    /**", ...text, "     */"].join("\n");
}

function member(wire: string, given: string): string {
    return wire === given ? wire : `${wire}: ${given}`;
}

function className(area: string): string {
    return `${area.charAt(0).toUpperCase()}${area.slice(1)}Area`;
}
