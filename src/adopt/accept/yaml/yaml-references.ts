import { isMap, type ParsedNode, type YAMLMap } from "yaml";
import type { Expression } from "../../export/program/expression.js";
import { slugOf, UniqueNames, variableOf } from "../../export/program/names.js";
import { escapedText } from "../../export/program/yaml.js";
import type { LookedUp } from "../edits/lookups.js";
import type { StackObject } from "../edits/references.js";
import { addedEntry } from "./yaml-edits.js";
import {
    referenceText,
    scalarText,
    wholeReference,
    type YamlProgram,
    yamlKeyText,
    yamlMember,
} from "./yaml-program.js";
import type { YamlEdit, YamlText } from "./yaml-text.js";

/** Finds references to ids of objects: through resources and lookups of a program, and through new lookups. */
export class YamlReferences {
    readonly #objects: ReadonlyMap<string, StackObject>;
    readonly #names: UniqueNames;
    /** Names of the variables for new lookups. */
    readonly #variables = new Map<LookedUp, string>();
    readonly #kept = new Set<LookedUp>();

    constructor(
        private readonly program: YamlProgram,
        objects: readonly StackObject[],
        private readonly lookedUp: ReadonlyMap<string, LookedUp>,
    ) {
        this.#objects = new Map(objects.map((one) => [`${one.kind} ${one.id}`, one]));
        const { resources, variables, settings } = program;
        this.#names = new UniqueNames([
            "pulumi",
            ...resources.map(({ key }) => key),
            ...variables.keys(),
            ...settings.keys(),
        ]);
    }

    /**
     * Returns a reference to the id of an object, or a lookup that the program does not have yet; undefined if only the id itself can be used.
     * @param from key of the resource that would contain the reference
     */
    to(kind: string, id: string, from: string): string | LookedUp | undefined {
        const object = this.#objects.get(`${kind} ${id}`);
        if (object) {
            const resource = this.program.resources.find(
                ({ name, type }) =>
                    name === object.name && /^access-governance:(?:index:)?(\w+)$/.exec(type)?.[1] === kind,
            );
            // A reference to a resource that depends on this one would be a cycle.
            return resource && !this.program.dependsOn(resource.key, from)
                ? referenceText(resource.key, "id")
                : undefined;
        }
        const lookedUp = this.lookedUp.get(`${kind} ${id}`);
        if (!lookedUp) return undefined;
        return this.#existing(lookedUp, from) ?? lookedUp;
    }

    /** Returns a reference to the variable of a new lookup. */
    newReference(lookedUp: LookedUp): string {
        const { lookup, live } = lookedUp;
        const called = lookup.by.map((name) => String(live[name]).split("@")[0]).join(" ");
        const kind = lookup.call.replace(/^get/, "");
        const name =
            this.#variables.get(lookedUp) ?? this.#names.take(variableOf(slugOf(called) || slugOf(kind), `${kind}Id`));
        this.#variables.set(lookedUp, name);
        return referenceText(name);
    }

    /** Records that an edit uses new lookups. */
    keep(lookups: readonly LookedUp[]): void {
        for (const one of lookups) this.#kept.add(one);
    }

    /** Returns the edits that add the new lookups to the program. */
    edits(text: YamlText): YamlEdit[] {
        const added = [...this.#kept].map((one) => [this.#variables.get(one) ?? "", lookupCall(one)] as const);
        const { root } = this.program;
        if (added.length === 0 || !root) return [];
        const section = yamlMember(root, "variables");
        const map = section?.value;
        if (isMap(map) && map.items.length > 0)
            return [joined(added.map(([name, call]) => addedEntry(this.program, text, map, name, call)))];
        const resources = yamlMember(root, "resources");
        if (section || !resources || root.flow) return [];
        const at = resources.key.range[0];
        return [
            { start: at, end: at, text: text.pair("variables", Object.fromEntries(added), 0, false) + text.newline },
        ];
    }

    #existing({ lookup, live }: LookedUp, from: string): string | undefined {
        const found = [...this.program.variables].flatMap(([name, { value }]) => {
            const call = callIn(value);
            if (call?.called !== lookup.call || this.program.dependsOn(name, from)) return [];
            const given = new Map(call.args.items.map((one) => [yamlKeyText(one.key), one.value] as const));
            const isNamed = lookup.by.every((one) => given.has(one));
            // Another argument may be a reference. The preview of the edited program shows whether the lookup finds this object.
            const isFitting = [...given].every(
                ([one, argument]) =>
                    plainText(argument) === live[one] ||
                    (!lookup.by.includes(one) && wholeReference(argument) !== undefined),
            );
            if (!isNamed || !isFitting) return [];
            if (call.returned === undefined) return [referenceText(name, lookup.id)];
            return call.returned === lookup.id ? [referenceText(name)] : [];
        });
        return found[0];
    }
}

/** A call of a lookup in a program. */
interface YamlCall {
    readonly called: string;
    readonly args: YAMLMap.Parsed;
    /** The property of the result that it returns; undefined for the whole result. */
    readonly returned: string | undefined;
}

/** Returns the call of a lookup that a value consists of, in its long form or its short form. */
function callIn(value: ParsedNode | null): YamlCall | undefined {
    const [only] = isMap(value) ? value.items : [];
    if (!only || !isMap(only.value)) return undefined;
    const own = /^(?:fn::)?access-governance:(?:index:)?(\w+)$/;
    if (yamlKeyText(only.key) !== "fn::invoke") {
        const called = /^fn::/.test(yamlKeyText(only.key)) ? own.exec(yamlKeyText(only.key))?.[1] : undefined;
        return called === undefined ? undefined : { called, args: only.value, returned: undefined };
    }
    const called = own.exec(scalarText(yamlMember(only.value, "function")?.value) ?? "")?.[1];
    const args = yamlMember(only.value, "arguments")?.value;
    if (called === undefined || !isMap(args)) return undefined;
    return { called, args, returned: scalarText(yamlMember(only.value, "return")?.value) };
}

function lookupCall({ lookup, live }: LookedUp): Expression {
    const args = Object.fromEntries(lookup.by.map((name) => [name, escapedText(String(live[name]))]));
    return { "fn::invoke": { function: `access-governance:${lookup.call}`, arguments: args, return: lookup.id } };
}

/** Returns a text without references. */
function plainText(node: ParsedNode | null): string | undefined {
    return scalarText(node)?.replaceAll("$$", "$");
}

/** Joins edits that insert text at the same position. */
function joined(edits: readonly YamlEdit[]): YamlEdit {
    const [first = { start: 0, end: 0 }] = edits;
    return { start: first.start, end: first.end, text: edits.map(({ text }) => text).join("") };
}
