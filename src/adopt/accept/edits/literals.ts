import type * as TypeScript from "typescript";
import { isObject } from "../../../provider/schema/comparison/equality.js";
import { type FieldSchema, insideOf } from "../../../provider/schema/fields.js";
import { referredBy } from "../../../provider/schema/references.js";
import { partsGiven } from "../../../provider/shapes/arguments.js";
import { type Expression, NameReference, quote, STEP } from "../../export/program/expression.js";
import { expressionText } from "../../export/program/typescript-source.js";
import type { References } from "./references.js";
import { indentAt, styleOf, type TextEdit, type WrittenText } from "./text-edits.js";

/** The position at which a text is inserted. */
interface Spot {
    /** Indent of its line. Default: the indent of the line at `at`. */
    readonly indent?: string;
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
        { at, before, indent: own = indentAt(file.text, at) }: Spot,
    ): WrittenText {
        const { newline, indent, quote: quotes } = styleOf(file);
        const edits: TextEdit[] = [];
        const expression = (value: unknown, schema: FieldSchema): Expression => {
            const { element, shape } = insideOf(schema);
            if (typeof value === "string") {
                const kind = referredBy(schema);
                const reference = kind === undefined ? undefined : this.references.to(kind, value, file, at);
                if (reference) edits.push(...reference.edits);
                return new NameReference(reference?.text ?? quotedBy(value, quotes));
            }
            if (Array.isArray(value)) return value.map((one) => expression(one, element));
            if (isObject(value))
                return Object.fromEntries(
                    Object.entries(value).map(([name, one]) => [name, expression(one, shape?.[name])]),
                );
            return typeof value === "number" || typeof value === "boolean" ? value : null;
        };
        const wanted = partsGiven(schema, value);
        const written = isJson(file)
            ? JSON.stringify(wanted, undefined, STEP).replaceAll("\n", `\n${own}`)
            : expressionText(expression(wanted, schema), own, before);
        const [first = "", ...lines] = written.split("\n");
        // Prefixes each line with the indent of the first line, and converts its own indent to the style of the file.
        const indented = lines.map((line) => {
            const inner = line.slice(own.length);
            const levels = /^ */.exec(inner)?.[0].length ?? 0;
            return own + indent.repeat(levels / STEP.length) + inner.slice(levels);
        });
        return { text: [first, ...indented].join(newline), edits };
    }
}

/** Returns the name of a property in the style of a file. */
export function literalKey(name: string, file: TypeScript.SourceFile): string {
    return isJson(file) ? JSON.stringify(name) : name;
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
