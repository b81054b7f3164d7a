import { isMap, isScalar, isSeq, type ParsedNode, type YAMLMap, type YAMLSeq } from "yaml";
import { propertyOf } from "../../../common/paths.js";
import { isObject } from "../../../common/properties.js";
import { type FieldSchema, insideOf } from "../../../kernel.js";
import type { Expression } from "../../export/program/expression.js";
import type { Drifted, DriftedProperty } from "../drift.js";
import type { LookedUp } from "../edits/lookups.js";
import type { StackObject } from "../edits/references.js";
import { clearedValue, isDifferent, listChange, type ValueChange } from "../edits/value-change.js";
import { type ChangedFile, type EditAttempt, type ProgramEditor, shownExpression } from "../program-editor.js";
import { leavesOf } from "../source/component-arguments.js";
import { configurationCommand } from "../source/configuration.js";
import {
    addedEntry,
    addedItems,
    entryEdit,
    itemEdit,
    removedEntry,
    removedItems,
    type ValuePlace,
} from "./yaml-edits.js";
import {
    isFunctionCall,
    isWrittenOut,
    NotEditableYaml,
    scalarText,
    wholeReference,
    YamlProgram,
    type YamlResource,
    yamlMember,
} from "./yaml-program.js";
import { YamlReferences } from "./yaml-references.js";
import { withYamlEdits, type YamlEdit, YamlText } from "./yaml-text.js";
import { type YamlValues, yamlValues } from "./yaml-values.js";

/** What the edits of a program depend on, besides the values. */
interface YamlEditorOptions {
    /** The folder that contains the program's Pulumi.yaml. */
    readonly folder: string;
    readonly isSplit: boolean;
    readonly lookedUp: ReadonlyMap<string, LookedUp>;
}

/** Edits programs in Pulumi YAML. */
export class YamlEditor implements ProgramEditor {
    readonly #program: YamlProgram;
    readonly #text: YamlText;
    readonly #references: YamlReferences;
    readonly #isSplit: boolean;
    #edits: readonly YamlEdit[] = [];
    /** Resources whose declarations are removed. Their edits are made together, because the last ones leave an empty section. */
    #removed: readonly YamlResource[] = [];

    constructor(objects: readonly StackObject[], { folder, isSplit, lookedUp }: YamlEditorOptions) {
        this.#program = new YamlProgram(folder);
        this.#text = new YamlText(this.#program);
        this.#references = new YamlReferences(this.#program, objects, lookedUp);
        this.#isSplit = isSplit;
    }

    attempt(one: Drifted, change: DriftedProperty | undefined, objection: string | undefined): EditAttempt {
        const { fault, path } = this.#program;
        let declaration: ParsedNode | undefined;
        try {
            if (fault !== undefined) throw new NotEditableYaml(fault);
            const { resource, isDirect } = this.#declarationOf(one);
            declaration = resource.pair.key;
            if (objection !== undefined) throw new NotEditableYaml(objection, declaration);
            if (!change) this.#remove(resource, isDirect);
            const isReleased = change && this.#change(resource, isDirect, one, change);
            return { place: this.#program.placeOf(declaration), ...(isReleased && { isReleased }) };
        } catch (error) {
            if (!(error instanceof NotEditableYaml)) throw error;
            const node = error.node ?? declaration;
            const where = node
                ? { place: this.#program.placeOf(node), expression: shownExpression(this.#sourceOf(node)) }
                : { place: path };
            return { because: error.message, ...where };
        }
    }

    changedFiles(): ChangedFile[] {
        const { path, text: before, fault } = this.#program;
        if (fault !== undefined) return [];
        const removal = removedEntry(
            this.#program,
            "resources",
            this.#removed.map(({ pair }) => pair),
        );
        const after = withYamlEdits(before, [...this.#edits, ...removal, ...this.#references.edits(this.#text)]);
        return before === after ? [] : [{ path, before, after }];
    }

    /** @throws NotEditableYaml if the program does not contain the declaration */
    #declarationOf({ kind, name, component }: Drifted): {
        readonly resource: YamlResource;
        readonly isDirect: boolean;
    } {
        const { resources, path } = this.#program;
        const own = resources.filter(
            (one) => one.name === name && /^access-governance:(?:index:)?(\w+)$/.exec(one.type)?.[1] === kind,
        );
        const [direct] = own;
        if (direct) return { resource: direct, isDirect: true };
        const [around] = resources.filter(
            (one) => one.name === component && one.type.startsWith("access-governance:components:"),
        );
        if (around) return { resource: around, isDirect: false };
        throw new NotEditableYaml(`its declaration was not found in ${path}`);
    }

    #change(
        resource: YamlResource,
        isDirect: boolean,
        one: Drifted,
        { property, declared, live }: DriftedProperty,
    ): boolean {
        const schema = one.of.fields[property];
        const values = yamlValues(this.#references, resource.key);
        const change = { declared, live, schema };
        try {
            const rewriting = new YamlRewriting(this.#program, this.#text, values, this.#isSplit);
            const edits = isDirect
                ? rewriting.property(resource, property, change)
                : rewriting.argument(resource, change);
            this.#edits = [...this.#edits, ...edits];
            this.#references.keep(values.lookups);
            return rewriting.isReleasing;
        } catch (error) {
            if (!(error instanceof NotEditableYaml)) throw error;
            throw new NotEditableYaml(
                `${error.message}${this.#advice(property, change, resource, isDirect)}`,
                error.node,
            );
        }
    }

    /** Returns what to write instead, in the syntax of the program. */
    #advice(property: string, { live, schema }: ValueChange, resource: YamlResource, isDirect: boolean): string {
        try {
            const value = yamlValues(this.#references, resource.key, false).expression(live ?? null, schema);
            const shown = shownExpression(this.#text.shownPair(property, value));
            return isDirect
                ? `. To accept it, write \`${shown}\` in "${resource.key}"`
                : `. The service has \`${shown}\``;
        } catch (error) {
            if (error instanceof NotEditableYaml) return "";
            throw error;
        }
    }

    #remove(resource: YamlResource, isDirect: boolean): void {
        if (!isDirect) throw new NotEditableYaml("it is created by a component", resource.pair.key);
        const isGone = (node: ParsedNode): boolean =>
            this.#edits.some(({ start, end }) => start <= node.range[0] && node.range[1] <= end);
        const removed = new Set([...this.#removed, resource].map(({ key }) => key));
        const uses = this.#program
            .usesOf(resource.key)
            .filter(({ node, holder }) => !(holder !== undefined && removed.has(holder)) && !isGone(node));
        if (uses.length > 0)
            throw new NotEditableYaml(
                `other parts of the program refer to it: ${uses.map(({ node }) => this.#program.placeOf(node)).join(", ")}`,
                resource.pair.key,
            );
        this.#removed = [...this.#removed, resource];
    }

    #sourceOf({ range: [start, end] }: ParsedNode): string {
        return this.#program.text.slice(start, end);
    }
}

/** Creates the edits that make a property of a declaration match the service. */
class YamlRewriting {
    /** Whether an edit removed a property or a part of it, because a program cannot declare that it has no value. */
    isReleasing = false;

    constructor(
        private readonly program: YamlProgram,
        private readonly text: YamlText,
        private readonly values: YamlValues,
        /** Whether to give this resource its own copy of a shared value. */
        private readonly isSplit: boolean,
    ) {}

    /** @throws NotEditableYaml if the text of the program does not contain the value */
    property({ body }: YamlResource, name: string, change: ValueChange): readonly YamlEdit[] {
        this.#assertNotIgnored(body, name);
        const properties = yamlMember(body, "properties");
        const value = properties?.value;
        if (properties && isMap(value)) return this.#member(value, name, change);
        if (properties && value && scalarText(value) !== undefined) throw new NotEditableYaml("it is computed", value);
        if (change.live === null || change.live === undefined) return [];
        const added = { [name]: this.values.expression(change.live, change.schema) };
        return properties
            ? [entryEdit(this.program, this.text, { map: body, pair: properties }, added)]
            : [addedEntry(this.program, this.text, body, "properties", added)];
    }

    /**
     * Changes the arguments of a component. The program does not show how a component uses its arguments. If only one argument has the value,
     * the component probably uses that one; the preview of the edited program verifies it.
     */
    argument({ body, pair, type }: YamlResource, { declared, live }: ValueChange): readonly YamlEdit[] {
        const computes = `the component ${type} computes it from its arguments`;
        const leaves = leavesOf(declared, live);
        if (!leaves) throw new NotEditableYaml(computes, pair.key);
        return leaves.flatMap((leaf) => {
            const [only, ...others] = placesWith(yamlMember(body, "properties")?.value ?? null, leaf.declared);
            if (!only || others.length > 0)
                throw new NotEditableYaml(
                    `${computes}; ${only ? "several arguments have" : "no argument has"} its value`,
                    pair.key,
                );
            return this.#replace(only, leaf.live, undefined);
        });
    }

    #member(map: YAMLMap.Parsed, name: string, change: ValueChange): readonly YamlEdit[] {
        if (isFunctionCall(map)) throw new NotEditableYaml("a function computes it", map);
        const pair = yamlMember(map, name);
        if (pair) return this.#changed({ map, pair }, change);
        if (yamlMember(map, "<<")) throw new NotEditableYaml("the mapping is merged from another one", map);
        if (change.live === null || change.live === undefined) return [];
        const value = this.values.expression(change.live, change.schema);
        return [addedEntry(this.program, this.text, map, name, value)];
    }

    #changed(place: ValuePlace, change: ValueChange): readonly YamlEdit[] {
        if (!isDifferent(change.schema, change.declared, change.live)) return [];
        try {
            const own = this.#followed(place);
            const node = nodeAt(own);
            if (change.live === null || change.live === undefined) return this.#clear(own, change);
            if (Array.isArray(change.declared) && Array.isArray(change.live) && isSeq(node))
                return this.#list(own, node, change.declared, change.live, change.schema);
            if (isObject(change.declared) && isObject(change.live) && isMap(node) && !isFunctionCall(node)) {
                const { declared, live } = change;
                const { shape } = insideOf(change.schema);
                // Compares only declared properties; the others stay undeclared.
                return Object.keys(declared).flatMap((key) => {
                    const inner = { declared: declared[key], live: live[key], schema: shape?.[key] };
                    return isDifferent(inner.schema, inner.declared, inner.live) ? this.#member(node, key, inner) : [];
                });
            }
            return this.#replace(own, change.live, change.schema);
        } catch (error) {
            if (!(error instanceof NotEditableYaml) || !error.isShared || !this.isSplit) throw error;
            return [this.#written(place, this.values.expression(change.live, change.schema))];
        }
    }

    #list(
        place: ValuePlace,
        list: YAMLSeq.Parsed,
        declared: readonly unknown[],
        live: readonly unknown[],
        schema: FieldSchema,
    ): readonly YamlEdit[] {
        if (list.items.length !== declared.length)
            throw new NotEditableYaml(
                `the source has ${list.items.length} elements, but the program created ${declared.length}`,
                list,
            );
        const { element } = insideOf(schema);
        const { matches, added, isReordered } = listChange(declared, live, schema);
        if (isReordered) return this.#replace(place, live, schema);
        const gone = new Set(list.items.filter((_, index) => matches[index] === undefined));
        // A list without any of its elements is written again.
        if (gone.size === list.items.length) return [this.#written(place, this.values.expression(live, schema))];
        const changes = list.items.flatMap((_, index) => {
            const change = { declared: declared[index], live: matches[index], schema: element };
            return change.live === undefined ? [] : this.#changed({ list, index }, change);
        });
        const more = added.map((one) => this.values.expression(one, element));
        const removed = removedItems(this.program, list, gone);
        if (!removed) return this.#replace(place, live, schema);
        return [...changes, ...removed, ...addedItems(this.program, this.text, list, gone, more)];
    }

    /** Replaces a value that is written out. */
    #replace(place: ValuePlace, live: unknown, schema: FieldSchema): readonly YamlEdit[] {
        const node = nodeAt(place);
        if (!isWrittenOut(node, this.program)) throw this.#computed(node, live);
        return [this.#written(place, this.values.expression(live, schema))];
    }

    /** Clears a value: writes what stands for null, or an empty list, if the field accepts it; otherwise removes the property. */
    #clear(place: ValuePlace, { declared, schema }: ValueChange): readonly YamlEdit[] {
        const value = clearedValue(declared, schema);
        if (value !== undefined) return this.#replace(place, value, schema);
        const node = nodeAt(place);
        if (!("pair" in place) || place.map.items.length === 1)
            throw new NotEditableYaml("the service does not have a value for it", node ?? undefined);
        this.isReleasing = true;
        return removedEntry(this.program, place.map, [place.pair]);
    }

    #written(place: ValuePlace, value: Expression): YamlEdit {
        return "pair" in place
            ? entryEdit(this.program, this.text, place, value)
            : itemEdit(this.program, this.text, place, value);
    }

    /** Follows a reference to a variable with a written value. */
    #followed(place: ValuePlace): ValuePlace {
        const reference = wholeReference(nodeAt(place));
        if (!reference || reference.path.length > 0) return place;
        const pair = this.program.variables.get(reference.root);
        const map = this.program.root && yamlMember(this.program.root, "variables")?.value;
        if (!pair || !isMap(map) || isFunctionCall(pair.value)) return place;
        const uses = this.program.usesOf(reference.root);
        if (uses.length > 1)
            throw new NotEditableYaml(
                `"${reference.root}" is used in ${uses.length} places: ${uses.map(({ node }) => this.program.placeOf(node)).join(", ")}`,
                pair.key,
                true,
            );
        return this.#followed({ map, pair });
    }

    #computed(node: ParsedNode | null, live: unknown): NotEditableYaml {
        const reference = wholeReference(node);
        const isSecret = reference && this.program.settings.get(reference.root);
        if (reference && isSecret !== undefined) {
            const command = configurationCommand(reference.root, live, isSecret);
            return new NotEditableYaml(`it comes from the configuration: ${command}`, node ?? undefined);
        }
        return new NotEditableYaml(
            isFunctionCall(node) ? "a function computes it" : "it is computed",
            node ?? undefined,
        );
    }

    #assertNotIgnored(body: YAMLMap.Parsed, name: string): void {
        const options = yamlMember(body, "options")?.value;
        const ignored = isMap(options) ? yamlMember(options, "ignoreChanges")?.value : undefined;
        if (isSeq(ignored) && ignored.items.some((one) => propertyOf(scalarText(one) ?? "") === name))
            throw new NotEditableYaml("`ignoreChanges` contains it or a part of it", ignored);
    }
}

/** Returns the places inside a value that have this text, number or boolean. */
function placesWith(node: ParsedNode | null, wanted: unknown): ValuePlace[] {
    if (isSeq(node))
        return node.items.flatMap((item, index) =>
            isScalar(item) && item.value === wanted ? [{ list: node, index }] : placesWith(item, wanted),
        );
    if (!isMap(node) || isFunctionCall(node)) return [];
    return node.items.flatMap((pair) =>
        isScalar(pair.value) && pair.value.value === wanted ? [{ map: node, pair }] : placesWith(pair.value, wanted),
    );
}

function nodeAt(place: ValuePlace): ParsedNode | null {
    return "pair" in place ? place.pair.value : (place.list.items[place.index] ?? null);
}
