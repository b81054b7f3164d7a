import type * as TypeScript from "typescript";

/** Replaces a part of a file. */
export interface TextEdit {
    readonly file: TypeScript.SourceFile;
    readonly start: number;
    readonly end: number;
    readonly text: string;
}

/** Text for a file, and the edits of the imports that it needs. */
export interface WrittenText {
    readonly text: string;
    readonly edits: readonly TextEdit[];
}

/** The formatting of a file, used for new lines. */
export interface Style {
    readonly newline: string;
    readonly indent: string;
    readonly quote: '"' | "'";
}

export function styleOf({ text }: TypeScript.SourceFile): Style {
    const indents = [...text.matchAll(/^([ \t]+)\S/gm)].map(([, indent = ""]) => indent);
    const shortest = indents.filter((one) => one !== " ").sort((one, other) => one.length - other.length)[0];
    const count = (quote: RegExp): number => text.match(quote)?.length ?? 0;
    return {
        newline: text.includes("\r\n") ? "\r\n" : "\n",
        indent: shortest?.startsWith("\t") ? "\t" : (shortest ?? "    "),
        quote: count(/'/g) > count(/"/g) ? "'" : '"',
    };
}

/** Returns the text of a file after its edits. Applies identical edits only once. */
export function edited(file: TypeScript.SourceFile, edits: readonly TextEdit[]): string {
    const own = edits.filter((one) => one.file === file);
    const sorted = [...new Map(own.map((one) => [JSON.stringify([one.start, one.end, one.text]), one])).values()].sort(
        (one, other) => one.start - other.start || one.end - other.end,
    );
    let [result, place] = ["", 0];
    for (const { start, end, text } of sorted) {
        if (start < place) throw new RangeError(`Two edits of ${file.fileName} overlap at ${start}.`);
        result += file.text.slice(place, start) + text;
        place = end;
    }
    return result + file.text.slice(place);
}

/** A literal with elements. */
export type ListLiteral = TypeScript.ArrayLiteralExpression | TypeScript.ObjectLiteralExpression;

/** Returns edits that remove elements of a literal and append others. The comments and layout of the rest do not change. */
export function listEdits(
    list: ListLiteral,
    removed: ReadonlySet<TypeScript.Node>,
    /** Returns the new elements for a given indent. Default: none. */
    added: (indent: string) => readonly WrittenText[] = () => [],
): TextEdit[] {
    const file = list.getSourceFile();
    const { text } = file;
    const { newline, indent } = styleOf(file);
    const elements: readonly TypeScript.Node[] = "elements" in list ? list.elements : list.properties;
    const [open, first] = [list.getStart(file), elements[0]?.getStart(file)];
    const isMultiline = first !== undefined && lineNumber(text, open) !== lineNumber(text, first);
    const own = isMultiline ? indentAt(text, first) : indentAt(text, open) + indent;
    const texts = added(own);
    const more = texts.map((one) => one.text);
    const imports = texts.flatMap((one) => one.edits);
    const kept = elements.filter((one) => !removed.has(one));
    const last = kept.at(-1);
    if (!last) {
        const end = elements.at(-1)?.end;
        const content = isMultiline ? more.join(`,${newline}${own}`) : more.join(", ");
        if (first === undefined || end === undefined) {
            const [before, after] = text[open] === "{" ? ["{ ", " }"] : ["[", "]"];
            const edit = { file, start: open, end: list.end, text: before + content + after };
            return more.length === 0 ? [] : [...imports, edit];
        }
        if (more.length > 0) return [...imports, { file, start: first, end, text: content }];
        // Also removes comments in the literal, because they probably describe the removed elements.
        return [{ file, start: open + 1, end: list.end - 1, text: "" }];
    }
    const edits = [...imports, ...[...removed].map((one) => removal(file, elements, one, last))];
    const comma = commaBehind(text, last.end);
    if (more.length === 0) {
        // If the last element had no trailing comma, the new last element must not have one either, because JSON does not allow it.
        const isBare = last !== elements.at(-1) && commaBehind(text, elements.at(-1)?.end ?? 0) === undefined;
        const isGone = comma === undefined || edits.some(({ start, end }) => start < comma && comma <= end);
        return isBare && !isGone ? [...edits, { file, start: comma - 1, end: comma, text: "" }] : edits;
    }
    if (!isMultiline)
        return [...edits, { file, start: last.end, end: last.end, text: more.map((one) => `, ${one}`).join("") }];
    const behind = endOfLine(text, Math.max(comma ?? 0, last.end));
    const lines = more.map((one, index) => {
        const isLast = index === more.length - 1;
        return `${newline}${own}${one}${isLast && comma === undefined ? "" : ","}`;
    });
    return [
        ...edits,
        ...(comma === undefined ? [{ file, start: last.end, end: last.end, text: "," }] : []),
        { file, start: behind, end: behind, text: lines.join("") },
    ];
}

function removal(
    file: TypeScript.SourceFile,
    elements: readonly TypeScript.Node[],
    removed: TypeScript.Node,
    last: TypeScript.Node,
): TextEdit {
    const { text } = file;
    const start = removed.getStart(file);
    const comma = commaBehind(text, removed.end);
    const end = comma ?? removed.end;
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    const lineEnd = endOfLine(text, end);
    if (text.slice(lineStart, start).trim() === "" && text.slice(end, lineEnd).trim() === "") {
        const next = text.indexOf("\n", lineEnd);
        return { file, start: lineStart, end: next < 0 ? lineEnd : next + 1, text: "" };
    }
    if (elements.indexOf(removed) > elements.indexOf(last)) {
        // For an element after the last remaining one, also removes the comma before the element.
        const before = elements[elements.indexOf(removed) - 1];
        return { file, start: before?.end ?? start, end: removed.end, text: "" };
    }
    const space = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
    return { file, start, end: end + space, text: "" };
}

/** Returns the position after the next comma; undefined if anything but whitespace and comments comes before it. */
function commaBehind(text: string, place: number): number | undefined {
    const match = /^(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*\n)*,/.exec(text.slice(place));
    return match ? place + match[0].length : undefined;
}

function endOfLine(text: string, place: number): number {
    const newline = text.indexOf("\n", place);
    const end = newline < 0 ? text.length : newline;
    return text[end - 1] === "\r" ? end - 1 : end;
}

function lineNumber(text: string, place: number): number {
    return text.slice(0, place).split("\n").length;
}

/** Returns the indent of the line that contains a position. */
export function indentAt(text: string, place: number): string {
    const start = text.lastIndexOf("\n", place - 1) + 1;
    return /^[ \t]*/.exec(text.slice(start))?.[0] ?? "";
}
