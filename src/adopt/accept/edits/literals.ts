import type * as TypeScript from "typescript";
import { type FieldSchema, nullStandIn } from "../../../kernel.js";
import { type Expression, NameReference, quote, STEP } from "../../export/program/expression.js";
import { expressionText } from "../../export/program/typescript-source.js";
import { NotEditable } from "../source/not-editable.js";
import type { References } from "./references.js";
import { indentAt, styleOf, type TextEdit, type WrittenText } from "./text-edits.js";
import { declaredPart, valueExpression } from "./value-expression.js";

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
    constructor(
        private readonly references: References,
        /** Whether the value is for a resource of the plugin, whose programs cannot declare null. */
        private readonly isForPlugin: boolean,
    ) {}

    /** Returns the text of a value, and edits of the imports that it needs. */
    text(
        value: unknown,
        schema: FieldSchema,
        file: TypeScript.SourceFile,
        { at, before, indent: own = indentAt(file.text, at) }: Spot,
    ): WrittenText {
        const { newline, indent, quote: quotes } = styleOf(file);
        const edits: TextEdit[] = [];
        const reference = (kind: string, id: string): Expression | undefined => {
            const found = this.references.to(kind, id, file, at);
            if (found) edits.push(...found.edits);
            return found && new NameReference(found.text);
        };
        const text = (one: string): Expression => new NameReference(quotedBy(one, quotes));
        const none = (inner: FieldSchema): Expression => (this.isForPlugin ? (nullStandIn(inner) ?? null) : null);
        const declared = declaredPart(value, schema);
        if (!declared) throw new NotEditable("it contains a secret, which the service does not return");
        const written = isJson(file)
            ? JSON.stringify(declared.part, undefined, STEP).replaceAll("\n", `\n${own}`)
            : expressionText(valueExpression(declared.part, schema, { reference, text, none }), own, before);
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
