import { describe, expect, test } from "vitest";
import { operations } from "../../src/api/generated/operations.gen.js";
import { CallError, InvalidCallError } from "../../src/api/index.js";
import { invoke } from "../../src/api/invoke.js";
import type { OperationEntry } from "../../src/api/operation.js";
import type { Parts } from "../../src/api/parameters.js";
import { answerOf, failureOf, record, TOKEN } from "./harness.js";
import { type Described, described, listed, type Parameter, pathOf, rows, schemaOf } from "./interface.js";
import { misfits, sample } from "./samples.js";

test("the list has 151 operations, and the table has all operations of the documents with their method and path", () => {
    expect(listed).toHaveLength(151);
    expect(rows.map(({ operation }) => operation).sort()).toEqual(Object.keys(operations).sort());
    for (const { operation, method, path } of rows) {
        expect(operations[operation], operation).toMatchObject({ method, path });
        expect(described({ method, path }).operationId).toBe(operation);
    }
});

describe.each(rows.map((row) => [row.operation, row] as const))("%s", (name, row) => {
    const entry: OperationEntry = operations[name];
    const about = described(row);

    test("has the parameters and the status codes of the list", () => {
        const query = parametersOf(about, "query").map((parameter) => parameter.name);
        expect([...query].sort()).toEqual([...row.query].sort());
        expect(Object.keys(entry.answers).map(Number).sort()).toEqual([...row.successes].sort());
        expect([...(entry.errors ?? [])].sort()).toEqual([...row.errors].sort());
        expect(entry.deprecated ?? false).toBe(about.deprecated ?? false);
    });

    test.each(row.successes)("sends all of its parameters, and returns the response with status %i", async (status) => {
        const parts = partsOf(about);
        const schema = schemaOf(about.responses[status]);
        const answer = schema && sample(schema, "answer");
        const { client, received } = await record(() => ({ status, body: answer === undefined ? "" : answer }));
        const result = await answerOf(invoke(client, name, parts));
        expect(received).toHaveLength(1);
        const [sent] = received;
        expect(sent?.method).toBe(row.method);
        expect(sent?.headers.authorization).toBe(`Bearer ${TOKEN}`);
        expect(sent?.url).toBe(`/v1${pathOf(row, parts)}${queryOf(about, parts)}`);
        expect(sent?.body).toEqual(parts.body);
        expect(result).toEqual(answer);
    });

    test("can be sent with only its required parameters", async () => {
        const parts = needed(about);
        const { client, received } = await record(() => ({ status: 404, body: {} }));
        await failureOf(answerOf(invoke(client, name, parts)));
        expect(received[0]?.url).toBe(`/v1${pathOf(row, parts)}${queryOf(about, parts)}`);
        expect(received[0]?.body).toEqual(parts.body);
    });

    test("is not sent with invalid parameters", async () => {
        const { client, received } = await record(() => ({ body: {} }));
        const wrong = [...misfitting(about)];
        for (const { parts, place } of wrong) {
            // Ids have the type string, but a shell or an untyped program may pass any value.
            const error = await failureOf(answerOf(invoke(client, name, parts)));
            expect(error, JSON.stringify(parts)).toBeInstanceOf(InvalidCallError);
            expect(error.message).toContain(`was not sent: ${place}`);
        }
        expect(received).toEqual([]);
    });

    test("throws the matching error for each documented status", async () => {
        const meanings = { 400: "BadRequestError", 403: "ForbiddenError", 404: "NotFoundError", 409: "ConflictError" };
        const names: Record<number, string> = { ...meanings, 429: "CooldownError" };
        for (const status of row.errors) {
            const { client, received } = await record(() => ({ status, body: { code: "c", message: "No." } }));
            const error = await failureOf(answerOf(invoke(client, name, partsOf(about))));
            expect(error).toBeInstanceOf(CallError);
            expect(error.name).toBe(names[status]);
            expect(received).toHaveLength(1);
        }
    });
});

function parametersOf(about: Described, place: Parameter["in"]): readonly Parameter[] {
    return (about.parameters ?? []).filter((parameter) => parameter.in === place);
}

/** A name without a slash, because an owner with a slash in its name is looked up by another operation. */
const known = (name: string) => (name === "owner_name" ? "Data: on call? 100 %" : undefined);

/** Every parameter, with a valid value. */
function partsOf(about: Described): Parts {
    const valued = (place: Parameter["in"]) =>
        Object.fromEntries(parametersOf(about, place).map(({ name, schema }) => [name, sample(schema, name, known)]));
    const body = schemaOf(about.requestBody);
    return { path: valued("path"), query: valued("query"), body: body && sample(body, "body") };
}

/** The required parameters. */
function needed(about: Described): Parts {
    const all = partsOf(about);
    const required = parametersOf(about, "query").filter((parameter) => parameter.required);
    return {
        path: all.path,
        query: Object.fromEntries(required.map(({ name }) => [name, all.query?.[name]])),
        body: about.requestBody?.required ? all.body : undefined,
    };
}

/** Valid parameters with one invalid value each, and the place that the error must name. */
function* misfitting(about: Described): Generator<{ parts: Parts; place: string }> {
    const right = partsOf(about);
    for (const { name, schema } of parametersOf(about, "path")) {
        for (const value of [...misfits(schema), "", "."]) {
            yield { parts: { ...right, path: { ...right.path, [name]: value } }, place: `path.${name}` };
        }
    }
    for (const { name, schema, required } of parametersOf(about, "query")) {
        const none = schema.type === "array" ? [[]] : [];
        for (const value of [...misfits(schema), ...none, ...(required ? [undefined] : [])]) {
            yield { parts: { ...right, query: { ...right.query, [name]: value } }, place: `query.${name}` };
        }
    }
    // The method of an operation without query parameters has no argument for a query.
    if (parametersOf(about, "query").length > 0) {
        yield { parts: { ...right, query: { ...right.query, no_such_filter: 1 } }, place: "query.no_such_filter" };
    }
    const body = schemaOf(about.requestBody);
    if (!body) return;
    for (const value of misfits(body)) yield { parts: { ...right, body: value }, place: "body" };
    if (about.requestBody?.required) yield { parts: { ...right, body: undefined }, place: "body is required" };
}

/** The query in the form style of OpenAPI: the key repeated for each item, or the items separated by commas. */
function queryOf(about: Described, { query = {} }: Parts): string {
    const pairs = parametersOf(about, "query").flatMap(({ name, explode }) => {
        const value = query[name];
        if (value === undefined) return [];
        const texts = (Array.isArray(value) ? value : [value]).map((one) => encodeURIComponent(String(one)));
        return explode === false ? [`${name}=${texts.join(",")}`] : texts.map((text) => `${name}=${text}`);
    });
    return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}
