import { isCollection, isMap, isScalar, type ParsedNode, type YAMLMap, type YAMLSeq } from "yaml";
import type { Expression } from "../../export/program/expression.js";
import { NotEditableYaml, type YamlPair, type YamlProgram, yamlMember } from "./yaml-program.js";
import type { YamlEdit, YamlText } from "./yaml-text.js";

/** The place of a value: an entry of a mapping, or an element of a list. */
export type ValuePlace = EntryPlace | ItemPlace;

interface EntryPlace {
    readonly map: YAMLMap.Parsed;
    readonly pair: YamlPair;
}

interface ItemPlace {
    readonly list: YAMLSeq.Parsed;
    readonly index: number;
}

/** Returns the edit that replaces the value of an entry. */
export function entryEdit(
    program: YamlProgram,
    text: YamlText,
    { map, pair }: EntryPlace,
    value: Expression,
): YamlEdit {
    const { value: old, key } = pair;
    const isFlow = map.flow === true ? true : styleOf(old);
    const literal = literalEdit(program, text, old, value);
    if (literal) return literal;
    if (old && isOnOneLine(old) && text.isInline(value, isFlow))
        return { ...spanOf(program, old), text: text.scalarLike(value, old, map.flow === true) };
    const start = program.text.indexOf(":", key.range[1]) + 1;
    const end = old && old.range[0] > start ? contentEnd(program, old) : start;
    return { start, end, text: text.afterColon(value, program.columnOf(key.range[0]), isFlow) };
}

/** Returns the edit that replaces an element of a list. */
export function itemEdit(
    program: YamlProgram,
    text: YamlText,
    { list, index }: ItemPlace,
    value: Expression,
): YamlEdit {
    const old = list.items[index];
    if (!old) throw new NotEditableYaml("one of its elements is missing in the source", list);
    const isFlow = list.flow === true ? true : styleOf(old);
    const literal = literalEdit(program, text, old, value);
    if (literal) return literal;
    const span = spanOf(program, old);
    if (isOnOneLine(old) && text.isInline(value, isFlow))
        return { ...span, text: text.scalarLike(value, old, list.flow === true) };
    return { ...span, text: text.item(value, program.columnOf(old.range[0]), isFlow) };
}

/** Returns the edit that adds an entry to a mapping. */
export function addedEntry(
    program: YamlProgram,
    text: YamlText,
    map: YAMLMap.Parsed,
    name: string,
    value: Expression,
): YamlEdit {
    const last = map.items.at(-1);
    if (!last) return { ...spanOf(program, map), text: `{ ${text.pair(name, value, 0, true)} }` };
    const column = program.columnOf(last.key.range[0]);
    const end = entryEnd(program, last);
    if (map.flow)
        return { start: end, end, text: `${separator(program, text, map)}${text.pair(name, value, 0, true)}` };
    const at = endOfLine(program, end);
    return {
        start: at,
        end: at,
        text: `${text.newline}${" ".repeat(column)}${text.pair(name, value, column, undefined)}`,
    };
}

/** Returns the edits that add elements behind the last one that stays. */
export function addedItems(
    program: YamlProgram,
    text: YamlText,
    list: YAMLSeq.Parsed,
    gone: ReadonlySet<ParsedNode>,
    added: readonly Expression[],
): YamlEdit[] {
    const last = list.items.findLast((one) => !gone.has(one));
    if (!last || added.length === 0) return [];
    if (list.flow) {
        const start = contentEnd(program, last);
        const more = added.map((one) => `${separator(program, text, list)}${text.item(one, 0, true)}`);
        return [{ start, end: start, text: more.join("") }];
    }
    const start = endOfLine(program, contentEnd(program, last));
    const column = program.columnOf(list.range[0]);
    const lines = added.map((one) => `${text.newline}${" ".repeat(column)}- ${text.item(one, column + 2, undefined)}`);
    return [{ start, end: start, text: lines.join("") }];
}

/** Returns the edits that remove elements of a list of which others stay; undefined if the list must be written again. */
export function removedItems(
    program: YamlProgram,
    list: YAMLSeq.Parsed,
    gone: ReadonlySet<ParsedNode>,
): YamlEdit[] | undefined {
    const { items } = list;
    if (list.flow)
        return removedFromFlow(
            program,
            items.map((one) => [one.range[0], contentEnd(program, one)] as const),
            (at) => gone.has(items[at] as ParsedNode),
        ); // The index is one of the list.
    const edits = items.map((one, index) => {
        if (!gone.has(one)) return undefined;
        const dash = dashOf(list, index);
        return dash === undefined || !beginsLine(program, dash)
            ? null
            : linesOf(program, dash, contentEnd(program, one));
    });
    return edits.includes(null) ? undefined : edits.flatMap((one) => one ?? []);
}

/** Returns the edits that remove entries of a mapping, or of a section of the program. */
export function removedEntry(
    program: YamlProgram,
    from: YAMLMap.Parsed | string,
    gone: readonly YamlPair[],
): YamlEdit[] {
    const section = typeof from === "string" && program.root ? yamlMember(program.root, from) : undefined;
    const map = typeof from === "string" ? section?.value : from;
    if (!isMap(map) || gone.length === 0) return [];
    const { items } = map;
    const start = section ? program.text.indexOf(":", section.key.range[1]) + 1 : map.range[0];
    if (gone.length === items.length) {
        const end = Math.max(...items.map((one) => entryEnd(program, one)));
        return [{ start, end: map.flow ? map.range[1] : end, text: section ? " {}" : "{}" }];
    }
    if (map.flow)
        return removedFromFlow(
            program,
            items.map((one) => [one.key.range[0], entryEnd(program, one)] as const),
            (at) => gone.includes(items[at] as YamlPair),
        ); // The index is one of the mapping.
    return gone.map((pair) => {
        const [begin, end] = [pair.key.range[0], entryEnd(program, pair)];
        if (beginsLine(program, begin)) return linesOf(program, begin, end);
        // The first entry is behind the dash of a list. What follows takes its place.
        const next = endOfLine(program, end);
        const space = /^\s*/.exec(program.text.slice(next))?.[0].length ?? 0;
        return { start: begin, end: next + space, text: "" };
    });
}

/** Returns the edits that remove elements of a collection on one line, with their commas. */
function removedFromFlow(
    program: YamlProgram,
    spans: readonly (readonly [number, number])[],
    isGone: (index: number) => boolean,
): YamlEdit[] {
    const last = spans.findLastIndex((_, at) => !isGone(at));
    return spans.flatMap(([start, end], at) => {
        if (!isGone(at)) return [];
        const [, before] = spans[at - 1] ?? [0, 0];
        const [after] = spans[at + 1] ?? [program.text.length];
        return [at < last ? { start, end: after, text: "" } : { start: before, end, text: "" }];
    });
}

/** Returns the edit of a literal block; undefined if the old or new value is not one. */
function literalEdit(
    program: YamlProgram,
    text: YamlText,
    old: ParsedNode | null,
    value: Expression,
): YamlEdit | undefined {
    if (!isScalar(old) || old.type !== "BLOCK_LITERAL") return undefined;
    const [, indent] = /^.*\n(?:[ \t]*\n)*( +)/.exec(program.text.slice(old.range[0])) ?? [];
    const block = indent === undefined ? undefined : text.literalBlock(value, indent.length);
    return block === undefined ? undefined : { ...spanOf(program, old), text: block };
}

/** Whether a collection is on one line; undefined if its value does not show it. */
function styleOf(node: ParsedNode | null): boolean | undefined {
    return isCollection(node) && node.items.length > 0 ? node.flow === true : undefined;
}

function isOnOneLine(node: ParsedNode): boolean {
    if (isCollection(node)) return node.flow === true;
    return isScalar(node) && node.range[1] > node.range[0] && !String(node.type).startsWith("BLOCK");
}

function spanOf(program: YamlProgram, node: ParsedNode): { readonly start: number; readonly end: number } {
    return { start: node.range[0], end: contentEnd(program, node) };
}

/** Returns the end of a value, without a line break or comment behind it. */
function contentEnd(program: YamlProgram, node: ParsedNode): number {
    if (isCollection(node) && !node.flow) {
        const last = node.items.at(-1);
        if (last && "key" in last) return entryEnd(program, last as YamlPair); // The entries of a parsed mapping are parsed.
        if (last) return contentEnd(program, last as ParsedNode); // So are the elements of a list.
    }
    const [start, end] = node.range;
    return start + program.text.slice(start, end).trimEnd().length;
}

function entryEnd(program: YamlProgram, { key, value }: YamlPair): number {
    const colon = program.text.indexOf(":", key.range[1]) + 1;
    return value ? Math.max(colon, contentEnd(program, value)) : colon;
}

/** Returns the position of the dash before an element. */
function dashOf({ srcToken }: YAMLSeq.Parsed, index: number): number | undefined {
    if (srcToken?.type !== "block-seq") return undefined;
    const token = srcToken.items[index]?.start.find(({ type }) => type === "seq-item-ind");
    return token && "offset" in token ? token.offset : undefined;
}

function beginsLine(program: YamlProgram, offset: number): boolean {
    return program.text.slice(offset - program.columnOf(offset), offset).trim() === "";
}

/** Returns the edit that removes the lines of a part. */
function linesOf(program: YamlProgram, start: number, end: number): YamlEdit {
    const next = program.text.indexOf("\n", end);
    return { start: start - program.columnOf(start), end: next < 0 ? program.text.length : next + 1, text: "" };
}

function endOfLine({ text }: YamlProgram, place: number): number {
    const newline = text.indexOf("\n", place);
    const end = newline < 0 ? text.length : newline;
    return text[end - 1] === "\r" ? end - 1 : end;
}

/** Returns what separates a new element from the one before it. */
function separator(program: YamlProgram, { newline }: YamlText, collection: YAMLMap.Parsed | YAMLSeq.Parsed): string {
    const [first] = collection.items;
    const at = first && ("key" in first ? (first.key as ParsedNode) : (first as ParsedNode)).range[0]; // Parts of a parsed collection are parsed.
    const isMultiline = at !== undefined && program.text.slice(collection.range[0], at).includes("\n");
    return isMultiline ? `,${newline}${" ".repeat(program.columnOf(at))}` : ", ";
}
