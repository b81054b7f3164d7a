import { type OperationName, operations } from "../../api/generated/operations.gen.js";
import type { OperationEntry, Paging } from "../../api/operation.js";
import { extrasIn, memberToken, schemaPlace } from "../../api/schema-walk.js";
import { faultOf, mismatches } from "../../api/transport/answer.js";
import { foreignJson } from "../../api/transport/json.js";
import type { Findings } from "../finding.js";

/** Usual names of paging fields. An unknown field with such a name suggests that paging differs from the API description. */
const PAGING_FIELDS =
    /^(next|previous|cursor|page|pages|page_?info|has_?more|.*_(cursor|page|token)|(next|previous).*)$/i;

/** Facts about responses that the API description does not specify. */
export interface Observed {
    /** Number of types with each prefix. */
    svc: number;
    opal: number;
    /** Types of audit events, which the API does not list. */
    readonly eventTypes: Set<string>;
}

/** Checks a successful response against its schema. Returns its value without invalid items; undefined if it is not JSON. */
export function checkAnswer(
    operation: OperationName,
    status: number,
    text: string,
    findings: Findings,
    observed: Observed,
): unknown {
    const entry: OperationEntry = operations[operation];
    const schema = entry.answers[status] ?? null;
    const json = foreignJson(text);
    const fault = faultOf(text, json, schema, entry.paging?.items);
    if (schema === null) {
        if (fault !== undefined) findings.add("shape", operation, fault, "the response");
        return undefined;
    }
    const issues = json ? mismatches(schema, json.value) : [];
    for (const { path, message } of issues)
        findings.add(
            "shape",
            operation,
            message.replace(/^Invalid input: /, ""),
            schemaPlace(schema, path) || "the response",
        );
    if (fault !== undefined && issues.length === 0) findings.add("shape", operation, fault, "the response");
    if (!json) return undefined;
    const { value } = json;
    for (const { type, place, token } of extrasIn(schema, value)) {
        if (type === "member") findings.add("members", operation, token, place);
        else if (!place.includes(".") && !place.includes("[") && PAGING_FIELDS.test(token))
            findings.add("paging", operation, `the response has an undocumented field ${token}`, place);
        else findings.add("fields", operation, token, place);
    }
    if (operation === "getEvents") for (const type of eventTypesIn(value)) observed.eventTypes.add(memberToken(type));
    count(value, observed);
    const items = entry.paging?.items;
    const wrong = new Set(issues.filter(({ path }) => path[0] === items).map(({ path }) => path[1]));
    return withoutItems(value, entry.paging, wrong);
}

function eventTypesIn(value: unknown): string[] {
    const results: unknown = Reflect.get(Object(value), "results");
    const types = (Array.isArray(results) ? results : []).map((event) => Reflect.get(Object(event), "event_type"));
    return types.filter((type) => typeof type === "string");
}

function withoutItems(
    value: unknown,
    paging: Paging | undefined,
    wrong: ReadonlySet<PropertyKey | undefined>,
): unknown {
    const name = paging?.items;
    const items: unknown = name === undefined ? undefined : Reflect.get(Object(value), name);
    if (name === undefined || !Array.isArray(items) || wrong.size === 0) return value;
    return { ...Object(value), [name]: items.filter((_, index) => !wrong.has(index)) };
}

/** Counts the prefixes of types. Ignores other fields, because their values, such as names, may begin with the same letters. */
function count(value: unknown, observed: Observed): void {
    if (Array.isArray(value)) for (const item of value) count(item, observed);
    else if (typeof value === "object" && value !== null)
        for (const [name, inner] of Object.entries(value)) {
            if (typeof inner === "string" && /_?type$/i.test(name)) {
                if (inner.startsWith("SVC_")) observed.svc += 1;
                if (inner.startsWith("OPAL_")) observed.opal += 1;
            } else count(inner, observed);
        }
}
