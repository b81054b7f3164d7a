import type * as TypeScript from "typescript";
import { isObject } from "../../../common/properties.js";
import { type FieldSchema, insideOf, type Kind } from "../../../kernel.js";
import { argumentsWith, leavesOf } from "../source/component-arguments.js";
import { configurationOf } from "../source/configuration.js";
import { NotEditable } from "../source/not-editable.js";
import { durationText } from "../source/plain-values.js";
import type { Registration } from "../source/registration.js";
import { assertUnshared, SharedValue, unsharedHolder } from "../source/sharing.js";
import { calledName, functionOf, isIdReference, literalProperty } from "../source/syntax.js";
import type { ExpressionValue, ProgramValue } from "../source/value.js";
import type { Written } from "../source/written.js";
import { type Literals, literalKey } from "./literals.js";
import { listEdits, type TextEdit, type WrittenText } from "./text-edits.js";
import { clearedValue, isDifferent, listChange, type ValueChange, type WantedValue } from "./value-change.js";

/** Creates the edits that make a property of a declaration match the service. */
export class Rewriting {
    /** Whether an edit removed a property or a part of it, because a program cannot declare that it has no value. */
    isReleasing = false;
    readonly #written: Written;

    constructor(
        private readonly registration: Registration,
        private readonly fields: Kind["fields"],
        private readonly literals: Literals,
        /** Whether to give this resource its own copy of a shared value. */
        private readonly isSplit: boolean,
    ) {
        this.#written = registration.written;
    }

    /** @throws NotEditable if the source does not contain the value */
    edits({ property, declared, live }: WantedValue): readonly TextEdit[] {
        const { args, isDirect } = this.registration;
        if (!isDirect) return this.#argument(declared, live);
        return this.#member(args, property, { declared, live, schema: this.fields[property] });
    }

    /** Changes the arguments of a component of a package. */
    #argument(declared: unknown, live: unknown): readonly TextEdit[] {
        const { call } = this.registration;
        const leaves = leavesOf(declared, live);
        if (!leaves) throw new NotEditable("a component computes it from its arguments", call);
        return leaves.flatMap((leaf) => {
            const [only, ...others] = argumentsWith(this.registration, leaf.declared);
            const place = only && this.#written.resolve(only);
            if (place?.is !== "expression" || others.length > 0)
                throw new NotEditable(
                    `a component computes it from its arguments; ${place ? "several arguments have" : "no argument has"} its value`,
                    call,
                );
            return this.#replace(place, leaf.live, undefined);
        });
    }

    /** Changes a property of an object literal. */
    #member(of: ProgramValue, name: string, wanted: ValueChange): readonly TextEdit[] {
        const member = this.#written.member(of, name);
        const holder = this.#written.resolve(of);
        if (member === "unknown")
            throw new NotEditable(
                "its declaration is not an object literal with a property of this name",
                nodeOf(holder),
            );
        if (member.is === "absent") return this.#insert(holder, name, wanted);
        try {
            return this.#change(member, wanted, holder, name);
        } catch (error) {
            const isShared = error instanceof SharedValue && this.isSplit;
            const own = isShared ? unsharedHolder(this.#written, holder, name) : undefined;
            if (!own) throw error;
            return this.#put(own, name, wanted);
        }
    }

    #change(found: ProgramValue, wanted: ValueChange, holder: ProgramValue, name: string): readonly TextEdit[] {
        const { declared, live, schema } = wanted;
        if (!isDifferent(schema, declared, live)) return [];
        const place = this.#written.resolve(found);
        if (place.is !== "expression") throw new NotEditable("the value is the key of an object, or a part of a name");
        if (live === null || live === undefined) return this.#clear(place, wanted, holder, name);
        const items = this.#written.items(place);
        if (Array.isArray(declared) && Array.isArray(live) && items)
            return this.#list(place, items, declared, live, schema);
        if (isObject(declared) && isObject(live) && this.#written.literal(place)) {
            const { shape } = insideOf(schema);
            // Compares only declared properties; the others stay undeclared.
            return Object.keys(declared).flatMap((key) => {
                const inner = { declared: declared[key], live: live[key], schema: shape?.[key] };
                return isDifferent(inner.schema, inner.declared, inner.live) ? this.#member(place, key, inner) : [];
            });
        }
        return this.#replace(place, live, schema);
    }

    #list(
        place: ExpressionValue,
        items: readonly ProgramValue[],
        declared: unknown[],
        live: readonly unknown[],
        schema: FieldSchema,
    ): readonly TextEdit[] {
        const { ts } = this.#written.files;
        const { node } = place;
        if (items.length !== declared.length)
            throw new NotEditable(
                `the source has ${items.length} elements, but the program created ${declared.length}`,
                node,
            );
        const { element } = insideOf(schema);
        const { matches, added, isReordered } = listChange(declared, live, schema);
        if (isReordered) return this.#replace(place, live, schema);
        const changes = items.flatMap((item, index) => {
            const wanted = { declared: declared[index], live: matches[index], schema: element };
            return wanted.live === undefined ? [] : this.#change(item, wanted, place, String(index));
        });
        const lists = new Map<TypeScript.Node, Set<TypeScript.Node>>();
        for (const item of items.filter((_, index) => matches[index] === undefined)) {
            if (item.is !== "expression")
                throw new NotEditable("one of its elements is not an expression in the source", node);
            assertUnshared(this.#written, item, item.node);
            const list = item.node.parent;
            lists.set(list, (lists.get(list) ?? new Set()).add(item.node));
        }
        if (added.length > 0) {
            assertUnshared(this.#written, place, node);
            lists.set(node, lists.get(node) ?? new Set());
        }
        const moves = [...lists].flatMap(([list, gone]) => {
            if (!ts.isArrayLiteralExpression(list))
                throw new NotEditable("one of its elements is not in an array literal", list);
            const file = list.getSourceFile();
            return listEdits(list, gone, (indent) =>
                (list === node ? added : []).map((one) =>
                    this.literals.text(one, element, file, { indent, before: 0, at: list.getStart(file) }),
                ),
            );
        });
        return [...changes, ...moves];
    }

    /** Replaces a literal value. */
    #replace(place: ExpressionValue, live: unknown, schema: FieldSchema): readonly TextEdit[] {
        const { files } = this.#written;
        const { node } = place;
        assertUnshared(this.#written, place, node);
        const file = node.getSourceFile();
        const start = node.getStart(file);
        const duration = durationText(node, live, files.ts);
        if (duration !== undefined) return [{ file, start, end: node.end, text: duration }];
        if (!this.#written.isWrittenOut(place) && !isIdReference(node, files.ts)) {
            if (files.ts.isCallExpression(node) && functionOf(node.expression, files))
                throw new SharedValue(`the function ${calledName(node, files.ts)} of the program returns it`, node);
            const command = configurationOf(node, files, live);
            throw new NotEditable(command ? `it comes from the configuration: ${command}` : "it is computed", node);
        }
        const before = start - (file.text.lastIndexOf("\n", start - 1) + 1);
        const { text, edits } = this.literals.text(live, schema, file, { before, at: start });
        return [...edits, { file, start, end: node.end, text }];
    }

    /** Clears a value: writes null or an empty list if the field accepts it, otherwise removes the property. */
    #clear(
        place: ExpressionValue,
        { declared, schema }: ValueChange,
        holder: ProgramValue,
        name: string,
    ): readonly TextEdit[] {
        const value = clearedValue(declared, schema);
        if (value !== undefined) return this.#replace(place, value, schema);
        const literal = this.#written.literal(holder);
        const property = literal && literalProperty(literal, name);
        if (!property)
            throw new NotEditable(
                "the service does not have a value for it, and the program sets it in another place",
                place.node,
            );
        assertUnshared(this.#written, holder, literal);
        this.isReleasing = true;
        return listEdits(literal, new Set([property]));
    }

    #insert(holder: ProgramValue, name: string, { live, schema }: ValueChange): readonly TextEdit[] {
        if (live === null || live === undefined) return [];
        const literal = this.#written.literal(holder);
        if (!literal) throw new NotEditable("no object literal to add this property to", nodeOf(holder));
        assertUnshared(this.#written, holder, literal);
        const at = literal.getStart();
        return listEdits(literal, new Set(), (indent) => [
            this.#property(name, live, schema, literal.getSourceFile(), { indent, at }),
        ]);
    }

    /** Changes or adds a property of an object literal. */
    #put(holder: ProgramValue, name: string, wanted: ValueChange): readonly TextEdit[] {
        const literal = this.#written.literal(holder);
        const property = literal && literalProperty(literal, name);
        if (!property) return this.#insert(holder, name, wanted);
        const file = property.getSourceFile();
        const start = property.getStart(file);
        const { text, edits } = this.#property(name, wanted.live, wanted.schema, file, { at: start });
        return [...edits, { file, start, end: property.end, text }];
    }

    #property(
        name: string,
        live: unknown,
        schema: FieldSchema,
        file: TypeScript.SourceFile,
        spot: { readonly indent?: string; readonly at: number },
    ): WrittenText {
        const { text, edits } = this.literals.text(live, schema, file, { ...spot, before: name.length + 2 });
        return { text: `${literalKey(name, file)}: ${text}`, edits };
    }
}

function nodeOf(value: ProgramValue): TypeScript.Node | undefined {
    return value.is === "expression" ? value.node : undefined;
}
