import type * as TypeScript from "typescript";
import { isObject } from "../../../provider/schema/comparison/equality.js";
import { type FieldSchema, insideOf } from "../../../provider/schema/fields.js";
import { referredBy } from "../../../provider/schema/references.js";
import { partsGiven } from "../../../provider/shapes/arguments.js";
import { type Expression, expressionText, NameReference, quote, STEP } from "../../export/program/source.js";
import type { References } from "./references.js";
import { indentAt, styleOf, type TextEdit } from "./text-edits.js";

/** The position at which a text is inserted. */
interface Spot {
    /** Indent of its line. Default: the indent of the line at `at`. */
    readonly indent: string | undefined;
    /** Number of characters before it in its line, without the indent. */
    readonly before: number;
    /** Offset in the file. */
    readonly at: number;
}

/** Formats values in the style of a file: its quotes, indent, newlines, and names of other objects. */
export class Literals {
    constructor(private readonly references: References) {}

    /** Returns the text of a value, and edits of the imports that it needs. */
    text(
        value: unknown,
        schema: FieldSchema,
        file: TypeScript.SourceFile,
        spot: Spot,
    ): { text: string; edits: TextEdit[] } {
        const { newline, indent, quote: quotes } = styleOf(file);
        const edits: TextEdit[] = [];
        const own = spot.indent ?? indentAt(file.text, spot.at);
        const wanted = partsGiven(schema, value);
        const written = isJson(file)
            ? JSON.stringify(wanted, undefined, STEP).replaceAll("\n", `\n${own}`)
            : expressionText(this.#expression(wanted, schema, file, spot.at, edits, quotes), own, spot.before);
        const [first = "", ...lines] = written.split("\n");
        // Prefixes each line with the indent of the first line, and converts its own indent to the style of the file.
        const indented = lines.map((line) => {
            const inner = line.slice(own.length);
            const levels = /^ */.exec(inner)?.[0].length ?? 0;
            return own + indent.repeat(levels / STEP.length) + inner.slice(levels);
        });
        return { text: [first, ...indented].join(newline), edits };
    }

    /** Returns the name of a property in the style of a file. */
    key(name: string, file: TypeScript.SourceFile): string {
        return isJson(file) ? JSON.stringify(name) : name;
    }

    /** Whether an expression refers to the id of another object. */
    isReference(node: TypeScript.Node): boolean {
        return this.references.isReference(node);
    }

    #expression(
        value: unknown,
        schema: FieldSchema,
        file: TypeScript.SourceFile,
        at: number,
        edits: TextEdit[],
        quotes: '"' | "'",
    ): Expression {
        const { element, shape } = insideOf(schema);
        if (typeof value === "string") {
            const kind = referredBy(schema);
            const reference = kind === undefined ? undefined : this.references.to(kind, value, file, at);
            if (reference) edits.push(...reference.edits);
            return new NameReference(reference?.text ?? quotedBy(value, quotes));
        }
        if (Array.isArray(value)) return value.map((one) => this.#expression(one, element, file, at, edits, quotes));
        if (isObject(value))
            return Object.fromEntries(
                Object.entries(value).map(([name, one]) => [
                    name,
                    this.#expression(one, shape?.[name], file, at, edits, quotes),
                ]),
            );
        return typeof value === "number" || typeof value === "boolean" ? value : null;
    }
}

function isJson({ fileName }: TypeScript.SourceFile): boolean {
    return fileName.endsWith(".json");
}

/** Quotes a text in the style of a file, unless the other type of quotes needs fewer escapes. */
function quotedBy(text: string, quotes: '"' | "'"): string {
    const quoted = quote(text);
    if (quotes === '"' || quoted.startsWith("'") || text.includes("'")) return quoted;
    return `'${quoted.slice(1, -1).replaceAll('\\"', '"')}'`;
}
