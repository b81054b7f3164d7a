import { isMap, isScalar, isSeq, type ParsedNode, visit } from "yaml";
import { type Expression, NameReference } from "../../export/program/expression.js";
import type { YamlProgram } from "./yaml-program.js";

/** Replaces a part of the text. */
export interface YamlEdit {
    readonly start: number;
    readonly end: number;
    readonly text: string;
}

type Quote = "plain" | "single" | "double";
/** Kinds of collections, each of which a program writes in its own style. */
type CollectionForm = "map" | "list of scalars" | "list";

/** Maximum length of a collection on one line. */
const LONGEST_FLOW = 80;

/** Formats values in the style of a program: its indents, quotes, and whether collections are on one line. */
export class YamlText {
    readonly newline: string;
    readonly #isJson: boolean;
    readonly #step: number;
    /** Indent of a list below its key. */
    readonly #listIndent: number;
    readonly #quote: Quote;
    readonly #isFlow: Readonly<Record<CollectionForm, boolean>>;

    constructor(program: YamlProgram) {
        const { root, text } = program;
        this.newline = text.includes("\r\n") ? "\r\n" : "\n";
        this.#isJson = program.path.endsWith(".json");
        const quotes: Record<string, number> = {};
        const forms = { map: 0, "list of scalars": 0, list: 0 };
        let [step, listIndent]: (number | undefined)[] = [];
        visit(root ?? null, {
            Pair: (_, { key, value }) => {
                if (!isScalar(key) || !key.range || !(isMap(value) || isSeq(value)) || value.flow || !value.range)
                    return;
                const indent = program.columnOf(value.range[0]) - program.columnOf(key.range[0]);
                if (isSeq(value)) listIndent ??= indent;
                else step ??= indent;
            },
            Scalar: (at, node) => {
                const type = String(node.type);
                if (at !== "key" && typeof node.value === "string" && isPlainText(node.value))
                    quotes[type] = (quotes[type] ?? 0) + 1;
            },
            Collection: (_, node) => {
                if (node.items.length > 0) forms[formOf(isSeq(node), node.items)] += node.flow ? 1 : -1;
            },
        });
        this.#step = step ?? 2;
        this.#listIndent = listIndent ?? this.#step;
        const { PLAIN: plain = 0, QUOTE_DOUBLE: double = 0, QUOTE_SINGLE: single = 0 } = quotes;
        this.#quote =
            this.#isJson || (double > plain && double > single) ? "double" : single > plain ? "single" : "plain";
        this.#isFlow = {
            map: forms.map > 0,
            "list of scalars": forms["list of scalars"] > 0,
            list: forms.list > 0,
        };
    }

    /** Returns a property on one line, as in a message. */
    shownPair(name: string, value: Expression): string {
        return `${name}: ${this.flow(value)}`;
    }

    /** Returns an entry of a mapping whose keys begin in a column. */
    pair(name: string, value: Expression, column: number, isFlow: boolean | undefined): string {
        return `${this.#key(name)}:${this.afterColon(value, column, isFlow)}`;
    }

    /**
     * Returns what follows the colon behind a key.
     * @param column column of the key
     * @param isFlow whether the value must be on one line; undefined to decide by the style of the program
     */
    afterColon(value: Expression, column: number, isFlow: boolean | undefined): string {
        if (this.#isOnOneLine(value, isFlow)) return ` ${this.flow(value, isFlow === true)}`;
        const indent = " ".repeat(column + (Array.isArray(value) ? this.#listIndent : this.#step));
        return this.#block(value)
            .map((line) => `${this.newline}${indent}${line}`)
            .join("");
    }

    /** Returns an element of a list whose content begins in a column. */
    item(value: Expression, column: number, isFlow: boolean | undefined): string {
        if (this.#isOnOneLine(value, isFlow)) return this.flow(value, isFlow === true);
        return this.#block(value).join(`${this.newline}${" ".repeat(column)}`);
    }

    /** Whether a value has no lines of its own. */
    isInline(value: Expression, isFlow: boolean | undefined): boolean {
        return this.#isOnOneLine(value, isFlow);
    }

    /** Returns a text for the place of a scalar, in its quotes. */
    scalarLike(value: Expression, old: ParsedNode | null, isFlow: boolean): string {
        if (typeof value !== "string" || !isScalar(old)) return this.flow(value, isFlow);
        if (old.type === "QUOTE_DOUBLE") return quoted(value);
        if (old.type === "QUOTE_SINGLE") return withQuote(value, "single", isFlow);
        return withQuote(value, this.#isJson ? "double" : "plain", isFlow);
    }

    /**
     * Returns a text as a literal block (`|`).
     * @param indent indent of its lines
     * @returns undefined if the text cannot be written in this form
     */
    literalBlock(value: Expression, indent: number): string | undefined {
        if (
            typeof value !== "string" ||
            !/\S/.test(value) ||
            /^\s|[^\n\t\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\ufffd\u{10000}-\u{10ffff}]/u.test(value)
        )
            return undefined;
        const body = value.replace(/\n+$/, "");
        const end = value.slice(body.length);
        const chomping = end === "" ? "-" : end === "\n" ? "" : "+";
        const lines = `${body}${end.slice(1)}`.split("\n");
        return `|${chomping}${lines.map((line) => this.newline + (line === "" ? "" : " ".repeat(indent) + line)).join("")}`;
    }

    /** Returns a value on one line. */
    flow(value: Expression, isInFlow = false): string {
        if (value instanceof NameReference) return this.#reference(value.text, isInFlow);
        if (typeof value === "string") return withQuote(value, this.#quote, isInFlow);
        if (typeof value !== "object" || value === null) return String(value);
        if (isList(value)) return `[${value.map((one) => this.flow(one, true)).join(", ")}]`;
        const members = Object.entries(value).map(([name, one]) => `${this.#key(name)}: ${this.flow(one, true)}`);
        return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
    }

    #block(value: Expression): string[] {
        if (!isCollection(value)) return [this.flow(value)];
        if (isList(value))
            return value.flatMap((one) =>
                this.item(one, 2, undefined)
                    .split(this.newline)
                    .map((line, at) => `${at === 0 ? "- " : ""}${line}`),
            );
        return Object.entries(value).flatMap(([name, one]) => {
            const [first = "", ...lines] = this.afterColon(one, 0, undefined).split(this.newline);
            return [`${this.#key(name)}:${first}`, ...lines];
        });
    }

    #isOnOneLine(value: Expression, isFlow: boolean | undefined): boolean {
        if (!isCollection(value) || Object.keys(value).length === 0) return true;
        if (isFlow !== undefined) return isFlow;
        const form = formOf(isList(value), Object.values(value));
        return this.#isJson || (this.#isFlow[form] && this.flow(value).length <= LONGEST_FLOW);
    }

    #key(name: string): string {
        return /^[\w-]+$|^fn::\w+$/.test(name) && !this.#isJson
            ? name
            : withQuote(name, this.#isJson ? "double" : "plain", true);
    }

    #reference(text: string, isInFlow: boolean): string {
        if (this.#quote === "single") return withQuote(text, "single", isInFlow);
        // Braces end a value in a flow collection.
        return this.#quote === "plain" && !isInFlow && /^\$\{[\w.-]+\}$/.test(text) ? text : quoted(text);
    }
}

/** Returns the text after edits that do not overlap. Identical edits count once. */
export function withYamlEdits(text: string, edits: readonly YamlEdit[]): string {
    const sorted = [...new Map(edits.map((one) => [JSON.stringify(one), one])).values()].sort(
        (one, other) => one.start - other.start || one.end - other.end,
    );
    let [result, place] = ["", 0];
    for (const { start, end, text: inserted } of sorted) {
        if (start < place) throw new RangeError(`Two edits overlap at ${start}.`);
        result += text.slice(place, start) + inserted;
        place = end;
    }
    return result + text.slice(place);
}

/** Whether a text is the same in all versions of YAML without quotes. */
function isPlainText(text: string): boolean {
    return (
        /^[\p{L}_](?:(?:[\p{L}\p{N} _./@-]|:(?=[\w/]))*[\p{L}\p{N}_./@-])?$/u.test(text) &&
        !/^(y|n|yes|no|on|off|true|false|null)$/i.test(text)
    );
}

function withQuote(text: string, quote: Quote, isInFlow: boolean): string {
    if (quote === "plain" && (isPlainText(text) || (!isInFlow && /^\$\{[\w.-]+\}$/.test(text)))) return text;
    const isSimple = !/[^\x20-\x7e\xa0-\u{2027}\u{202a}-\u{d7ff}\u{e000}-\u{fefe}\u{10000}-\u{10ffff}]/u.test(text);
    return quote === "single" && isSimple ? `'${text.replaceAll("'", "''")}'` : quoted(text);
}

/** Returns a text in double quotes, with escapes for characters that YAML does not allow. */
function quoted(text: string): string {
    return JSON.stringify(text).replace(
        /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
        (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

function formOf(isList: boolean, items: readonly unknown[]): CollectionForm {
    if (!isList) return "map";
    return items.every((one) => isScalar(one) || one instanceof NameReference || typeof one !== "object")
        ? "list of scalars"
        : "list";
}

function isCollection(
    value: Expression,
): value is Exclude<Expression, string | number | boolean | null | NameReference> {
    return typeof value === "object" && value !== null && !(value instanceof NameReference);
}

function isList(value: Expression): value is readonly Expression[] {
    return Array.isArray(value);
}
