import { faultOf, jsonOf, mismatches } from "../api/answer.js";
import { type OperationName, operations } from "../api/generated/operations.gen.js";
import type { OperationEntry, Paging } from "../api/operation.js";
import { isKnown } from "../live/cache/event-types.js";
import type { Findings } from "./finding.js";
import { extrasIn, memberToken, placeOf } from "./schema-walk.js";

/** Usual names of paging fields. An unknown field with such a name means that paging differs. */
const PAGING_FIELDS =
    /^(next|previous|cursor|page|pages|page_?info|has_?more|.*_(cursor|page|token)|(next|previous).*)$/i;

/** Number of types in each spelling. */
export interface Spelling {
    svc: number;
    opal: number;
}

/** Checks a successful answer against its schema. Returns its value without items that do not fit; undefined if it is not JSON. */
export function checkAnswer(
    operation: OperationName,
    status: number,
    text: string,
    findings: Findings,
    spelling: Spelling,
): unknown {
    const entry: OperationEntry = operations[operation];
    const schema = entry.answers[status] ?? null;
    const json = jsonOf(text);
    const fault = faultOf(text, json, schema, entry.paging?.items);
    if (schema === null) {
        if (fault !== undefined) findings.add("shape", operation, fault, "the answer");
        return undefined;
    }
    const issues = json ? mismatches(schema, json.value) : [];
    for (const { path, message } of issues)
        findings.add(
            "shape",
            operation,
            message.replace(/^Invalid input: /, ""),
            placeOf(schema, path) || "the answer",
        );
    if (fault !== undefined && issues.length === 0) findings.add("shape", operation, fault, "the answer");
    if (!json) return undefined;
    const { value } = json;
    for (const { type, place, token } of extrasIn(schema, value)) {
        if (type === "member") findings.add("members", operation, token, place);
        else if (!place.includes(".") && !place.includes("[") && PAGING_FIELDS.test(token))
            findings.add("paging", operation, `the answer has the field ${token}`, place);
        else findings.add("fields", operation, token, place);
    }
    if (operation === "getEvents") checkEvents(value, findings);
    count(value, spelling);
    const items = entry.paging?.items;
    const wrong = new Set(issues.filter(({ path }) => path[0] === items).map(({ path }) => path[1]));
    return withoutItems(value, entry.paging, wrong);
}

/** The API has no list of event types. The cache of earlier reads relies on those listed in `event-types.ts`. */
function checkEvents(value: unknown, findings: Findings): void {
    const results: unknown = Reflect.get(Object(value), "results");
    for (const event of Array.isArray(results) ? results : []) {
        const type: unknown = Reflect.get(Object(event), "event_type");
        if (typeof type === "string" && !isKnown(type))
            findings.add("members", "getEvents", memberToken(type), "results[].event_type");
    }
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

/** Only types have two spellings. Names may begin with the same letters. */
function count(value: unknown, spelling: Spelling): void {
    if (Array.isArray(value)) for (const item of value) count(item, spelling);
    else if (typeof value === "object" && value !== null)
        for (const [name, inner] of Object.entries(value)) {
            if (typeof inner === "string" && /_?type$/i.test(name)) {
                if (inner.startsWith("SVC_")) spelling.svc += 1;
                if (inner.startsWith("OPAL_")) spelling.opal += 1;
            } else count(inner, spelling);
        }
}
