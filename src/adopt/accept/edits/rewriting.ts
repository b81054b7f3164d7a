import type * as TypeScript from "typescript";
import { differences } from "../../../provider/schema/comparison/differences.js";
import { isObject, same } from "../../../provider/schema/comparison/equality.js";
import { counterparts } from "../../../provider/schema/comparison/pairing.js";
import { type FieldSchema, type Fields, insideOf, marksOf, type Properties } from "../../../provider/schema/fields.js";
import { argumentsWith, leavesOf } from "../source/component-arguments.js";
import { configurationOf } from "../source/configuration.js";
import { NotEditable } from "../source/not-editable.js";
import { literalProperty, Places, SharedValue } from "../source/places.js";
import { durationText } from "../source/plain-values.js";
import type { Registration } from "../source/registration.js";
import { calledName, functionOf } from "../source/syntax.js";
import type { ResolvedValue } from "../source/value.js";
import type { Literals } from "./literals.js";
import { type LiteralList, listEdits, type TextEdit } from "./text-edits.js";

/** A property whose live value differs from the program. */
export interface WantedValue {
    readonly property: string;
    readonly declared: unknown;
    readonly live: unknown;
}

/** Creates the edits that make a property of a declaration match the service. */
export class Rewriting {
    readonly #edits: TextEdit[] = [];
    readonly #places: Places;

    constructor(
        private readonly registration: Registration,
        private readonly fields: Fields,
        private readonly literals: Literals,
        /** Whether to give this resource its own copy of a shared value. */
        private readonly isSplit: boolean,
    ) {
        this.#places = new Places(registration);
    }

    /** @throws NotEditable if the source does not contain the value */
    edits({ property, declared, live }: WantedValue): readonly TextEdit[] {
        const { args, isDirect } = this.registration;
        if (!isDirect) this.#argument(declared, live);
        else this.#member({ value: args, through: [] }, property, declared, live, this.fields[property]);
        return this.#edits;
    }

    /** Changes the arguments of a component of a package. */
    #argument(declared: unknown, live: unknown): void {
        const { call } = this.registration;
        const leaves = leavesOf(declared, live);
        if (!leaves) throw new NotEditable("a component computes it from its arguments", call);
        for (const leaf of leaves) {
            const [only, ...others] = argumentsWith(this.registration, leaf.declared);
            const place = only && this.#places.resolved({ value: only, through: [] });
            const node = place && this.#places.node(place);
            if (!node || others.length > 0)
                throw new NotEditable(
                    `a component computes it from its arguments; ${node ? "several arguments have" : "no argument has"} its value`,
                    call,
                );
            this.#replace(place, node, leaf.live, undefined);
        }
    }

    /** Changes a property of an object literal. */
    #member(of: ResolvedValue, name: string, declared: unknown, live: unknown, schema: FieldSchema): void {
        const { written } = this.registration;
        const member = written.member(of.value, name);
        const object = this.#places.resolved(of);
        if (member === "unknown")
            throw new NotEditable(
                "its declaration is not an object literal with a property of this name",
                this.#places.node(object),
            );
        if (member === "absent") {
            this.#insert(object, name, live, schema);
            return;
        }
        const found = { value: member.value, through: [...of.through, ...member.through] };
        const { length } = this.#edits;
        try {
            this.#change(found, declared, live, schema, object, name);
        } catch (error) {
            const own = error instanceof SharedValue && this.isSplit ? this.#places.own(object, name) : undefined;
            if (!own) throw error;
            this.#edits.length = length;
            this.#put(own, name, live, schema);
        }
    }

    #change(
        found: ResolvedValue,
        declared: unknown,
        live: unknown,
        schema: FieldSchema,
        holder: ResolvedValue,
        name: string,
    ): void {
        if (!isDifferent(schema, declared, live)) return;
        const { ts } = this.registration.written.files;
        const place = this.#places.resolved(found);
        const node = this.#places.node(place);
        if (!node) throw new NotEditable("the value is the key of an object, or a part of a name");
        if (live === null || live === undefined) {
            this.#clear(place, node, declared, schema, holder, name);
            return;
        }
        if (Array.isArray(declared) && Array.isArray(live) && this.registration.written.items(place.value)) {
            this.#list(place, node, declared, live, schema);
            return;
        }
        if (isObject(declared) && isObject(live) && ts.isObjectLiteralExpression(node)) {
            const { shape } = insideOf(schema);
            // Compares only declared properties; the others stay undeclared.
            for (const key of Object.keys(declared))
                if (isDifferent(shape?.[key], declared[key], live[key]))
                    this.#member(place, key, declared[key], live[key], shape?.[key]);
            return;
        }
        this.#replace(place, node, live, schema);
    }

    #list(
        place: ResolvedValue,
        node: TypeScript.Node,
        declared: unknown[],
        live: readonly unknown[],
        schema: FieldSchema,
    ): void {
        const { length } = this.#edits;
        const { written } = this.registration;
        const { ts } = written.files;
        const items = (written.items(place.value) ?? []).map(({ value, through }) => ({
            value,
            through: [...place.through, ...through],
        }));
        if (items.length !== declared.length)
            throw new NotEditable(
                `the source has ${items.length} elements, but the program created ${declared.length}`,
                node,
            );
        const { element } = insideOf(schema);
        const isListOfObjects = declared.some(isObject) || live.some(isObject);
        const matches = isListOfObjects
            ? counterparts(declared, live, schema)
            : declared.map((one) => live.find((other) => !isDifferent(element, one, other)));
        const removed: ResolvedValue[] = [];
        for (const [index, one] of declared.entries()) {
            const item = items[index];
            if (!item) continue;
            if (matches[index] === undefined) removed.push(item);
            else this.#change(item, one, matches[index], element, place, String(index));
        }
        const added = live.filter((one) => !matches.includes(one));
        const isOrderKept =
            added.length === 0 ||
            marksOf(schema).list?.unordered === true ||
            live.slice(-added.length).every((one) => added.includes(one));
        const left = live.filter((one) => !added.includes(one));
        const isMoved =
            marksOf(schema).list?.unordered === undefined &&
            !same(
                left,
                matches.filter((one) => one !== undefined),
            );
        if (isMoved || !isOrderKept) {
            this.#edits.length = length;
            this.#replace(place, node, live, schema);
            return;
        }
        const lists = new Map<TypeScript.Node, Set<TypeScript.Node>>();
        for (const item of removed) {
            const [inner] = item.value.is === "expression" ? [item.value.node] : [];
            if (!inner) throw new NotEditable("one of its elements is not an expression in the source", node);
            this.#places.assertOwn(item, inner);
            const list = inner.parent;
            lists.set(list, (lists.get(list) ?? new Set()).add(inner));
        }
        if (added.length > 0) {
            this.#places.assertOwn(place, node);
            lists.set(node, lists.get(node) ?? new Set());
        }
        for (const [list, gone] of lists) {
            if (!ts.isArrayLiteralExpression(list))
                throw new NotEditable("one of its elements is not in an array literal", list);
            const file = list.getSourceFile();
            const more = list === node ? added : [];
            this.#listEdits({ file, node: list, elements: list.elements }, gone, (indent) =>
                more.map((one) => this.#text(one, element, file, indent, 0, list.getStart(file))),
            );
        }
    }

    /** Replaces a literal value. */
    #replace(place: ResolvedValue, node: TypeScript.Node, live: unknown, schema: FieldSchema): void {
        const { written } = this.registration;
        const { ts } = written.files;
        this.#places.assertOwn(place, node);
        const file = node.getSourceFile();
        const duration = durationText(node, live, ts);
        if (duration !== undefined) {
            this.#edit(file, node.getStart(file), node.end, duration);
            return;
        }
        if (!written.isWrittenOut(place.value) && !this.literals.isReference(node)) {
            if (ts.isCallExpression(node) && functionOf(node.expression, written.files))
                throw new SharedValue(`the function ${calledName(node, ts)} of the program returns it`, node);
            const command = configurationOf(node, written.files, live);
            throw new NotEditable(command ? `it comes from the configuration: ${command}` : "it is computed", node);
        }
        const start = node.getStart(file);
        const before = start - (file.text.lastIndexOf("\n", start - 1) + 1);
        this.#edit(file, start, node.end, this.#text(live, schema, file, undefined, before, start));
    }

    /** Clears a value: writes null or an empty list if the field accepts it, otherwise removes the property. */
    #clear(
        place: ResolvedValue,
        node: TypeScript.Node,
        declared: unknown,
        schema: FieldSchema,
        holder: ResolvedValue,
        name: string,
    ): void {
        const empty = Array.isArray(declared) ? [] : null;
        const { cleared } = marksOf(schema).wire ?? {};
        const value = schema?.safeParse(empty).success ? empty : cleared;
        if (value !== undefined) {
            this.#replace(place, node, value, schema);
            return;
        }
        const literal = this.#places.literal(holder);
        const property = literal && literalProperty(literal, name);
        if (!property)
            throw new NotEditable(
                "the service does not have a value for it, and the program sets it in another place",
                node,
            );
        this.#places.assertOwn(holder, literal);
        const file = literal.getSourceFile();
        this.#listEdits({ file, node: literal, elements: literal.properties }, new Set([property]), () => []);
    }

    #insert(holder: ResolvedValue, name: string, live: unknown, schema: FieldSchema): void {
        if (live === null || live === undefined) return;
        const literal = this.#places.literal(holder);
        if (!literal) throw new NotEditable("no object literal to add this property to", this.#places.node(holder));
        this.#places.assertOwn(holder, literal);
        const file = literal.getSourceFile();
        this.#listEdits({ file, node: literal, elements: literal.properties }, new Set(), (indent) => [
            `${this.literals.key(name, file)}: ${this.#text(live, schema, file, indent, name.length + 2, literal.getStart(file))}`,
        ]);
    }

    /** Changes or adds a property of an object literal. */
    #put(holder: ResolvedValue, name: string, live: unknown, schema: FieldSchema): void {
        const literal = this.#places.literal(holder);
        const property = literal && literalProperty(literal, name);
        if (!property) {
            this.#insert(holder, name, live, schema);
            return;
        }
        const file = property.getSourceFile();
        const start = property.getStart(file);
        const text = this.#text(live, schema, file, undefined, name.length + 2, start);
        this.#edit(file, start, property.end, `${this.literals.key(name, file)}: ${text}`);
    }

    #text(
        value: unknown,
        schema: FieldSchema,
        file: TypeScript.SourceFile,
        indent: string | undefined,
        before: number,
        at: number,
    ): string {
        const { text, edits } = this.literals.text(value, schema, file, { indent, before, at });
        this.#edits.push(...edits);
        return text;
    }

    #listEdits(
        list: LiteralList,
        removed: ReadonlySet<TypeScript.Node>,
        added: (indent: string) => readonly string[],
    ): void {
        this.#edits.push(...listEdits(list, removed, added));
    }

    #edit(file: TypeScript.SourceFile, start: number, end: number, text: string): void {
        this.#edits.push({ file, start, end, text });
    }
}

function isDifferent(schema: FieldSchema, declared: unknown, live: unknown): boolean {
    if (schema === undefined) return !same(declared, live);
    const at = (value: unknown): Properties => ({ value });
    return differences({ value: schema }, at(declared ?? null), at(live)).length > 0;
}
