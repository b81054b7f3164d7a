import { createHash } from "node:crypto";
import type { OperationName } from "../../api/generated/operations.gen.js";
import { type Extra, isKnownField, unknownsIn } from "../../api/schema-walk.js";
import { quoted } from "../../common/printable.js";
import { isObject } from "../../common/properties.js";
import { fieldName } from "../../common/wire-names.js";

/** A field of a live object that this version does not know. */
export interface UnknownField {
    /** Name in the API. */
    readonly name: string;
    /** Path in the response. Elements of a list are identified by their ids if they have any, so that a new order changes no path. */
    readonly path: string;
    /** Path for messages, with indexes; the names of known fields are those that programs use. */
    readonly text: string;
    /** Digest of the value. The value itself may be a secret. */
    readonly digest: string;
}

/** Digests of the values of unknown fields, by the name of the kind or part that has the field, a slash, and the path in the response. */
export type UnknownFieldRecord = Readonly<Record<string, string>>;

/** Whether a response was read as a whole, or is one item of the list in it. */
type AnswerPart = "whole" | "item";

/** What a response contains that this version does not know. */
interface CheckedAnswer {
    readonly operation: OperationName;
    readonly part: AnswerPart;
    readonly places: readonly string[];
    readonly fields: readonly UnknownField[];
}

/** The fields of live objects, and of their parts, that this version does not know. */
export class LiveUnknownFields {
    readonly #checked = new Map<string, CheckedAnswer>();
    readonly #seen = new Set<string>();

    /**
     * Looks for such fields in a response.
     * @param name name of the kind or of the part
     */
    check(name: string, id: string, operation: OperationName, answer: object, part: AnswerPart = "whole"): void {
        const extras = unknownsIn(operation, answer, part);
        const found = extras.filter(({ type }) => type === "field");
        const names = new Set(found.map(({ path }) => String(path.at(-1))));
        const fields = found.map((extra) => unknownField(answer, extra, names));
        this.#checked.set(`${name} ${id}`, { operation, part, places: extras.map(({ place }) => place), fields });
        if (fields.length > 0) this.#seen.add(name);
    }

    /** Discards the fields of an object or part after a write. */
    wrote(name: string, id: string): void {
        this.#checked.delete(`${name} ${id}`);
    }

    /**
     * Whether an object may have such fields: another one of this kind or part has, or some other object has and this one was not read since
     * it was written.
     */
    areLikely(name: string, id: string): boolean {
        return this.#seen.has(name) || (this.#seen.size > 0 && !this.#checked.has(`${name} ${id}`));
    }

    /** Returns the unknown fields and enum members of an object and of those of its parts that were read, without duplicates. */
    of(names: readonly string[], id: string): string[] {
        return [...new Set(names.flatMap((name) => this.#checked.get(`${name} ${id}`)?.places ?? []))];
    }

    /** Returns the unknown fields of an object or of a part. Undefined if it was not read. */
    fieldsOf(name: string, id: string): readonly UnknownField[] | undefined {
        return this.#checked.get(`${name} ${id}`)?.fields;
    }

    /** Whether the fields were found in a list, whose items may have fewer fields than the object itself. */
    isListed(name: string, id: string): boolean {
        return this.#checked.get(`${name} ${id}`)?.part === "item";
    }

    /** Whether this version knows a field that an earlier one did not know. */
    knows(name: string, id: string, path: string): boolean {
        const checked = this.#checked.get(`${name} ${id}`);
        return (
            checked !== undefined && isKnownField(checked.operation, path.replace(/\[[^\]]*\]/g, "[]"), checked.part)
        );
    }
}

function unknownField(answer: object, { path, token, value }: Extra, unknown: ReadonlySet<string>): UnknownField {
    let [within, text]: [unknown, string] = [answer, ""];
    const steps = path.slice(0, -1).map((step) => {
        const list: readonly unknown[] | undefined = Array.isArray(within) ? within : undefined;
        const id = list && elementId(list, Number(step), unknown);
        within = Reflect.get(Object(within), step);
        text += list ? `[${String(step)}]` : `${text && "."}${fieldName(String(step))}`;
        return list ? `[${id ?? String(step)}]` : `.${String(step)}`;
    });
    const name = String(path.at(-1));
    return {
        name,
        path: `${steps.join("")}.${recordedName(name)}`.slice(steps[0]?.startsWith("[") ? 0 : 1),
        text: `${text && `${text}.`}${token === name ? token : quoted(name.slice(0, LONGEST_NAME))}`,
        digest: digestOf(canonicalText(value)),
    };
}

/** Maximum length of a name in the state and in messages. */
const LONGEST_NAME = 64;

/** Returns a name as it is in a record: without the characters that separate the steps of a path. */
function recordedName(name: string): string {
    const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}~${digestOf(name)}` : name;
    return short.replace(/[.[\]/%]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
}

function digestOf(text: string): string {
    return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Returns the id of an element. Undefined if the elements of the list do not all have an id of their own that this version knows. */
function elementId(list: readonly unknown[], index: number, unknown: ReadonlySet<string>): string | undefined {
    const element = list[index];
    if (!isObject(element)) return undefined;
    const name = Object.keys(element).find((key) => /(^|_)id$/.test(key) && !unknown.has(key) && isOwnId(list, key));
    return name ? String(element[name]) : undefined;
}

function isOwnId(list: readonly unknown[], name: string): boolean {
    const ids = list.map((one) => Reflect.get(Object(one), name));
    return list.length > 1 && new Set(ids).size === ids.length && ids.every((id) => typeof id === "string");
}

/** Returns a text that is equal for values that differ only in the order of their properties, or of texts and numbers in their lists. */
function canonicalText(value: unknown): string {
    if (Array.isArray(value)) {
        const items = value.map(canonicalText);
        return `[${(value.some((one) => typeof one === "object") ? items : items.sort()).join()}]`;
    }
    if (!isObject(value)) return JSON.stringify(value) ?? "";
    const names = Object.keys(value).sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`).join()}}`;
}
