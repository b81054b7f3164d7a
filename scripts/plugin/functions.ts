/** Derives the functions and components of the schema from their TypeScript types. */
import ts from "typescript";
import { z } from "zod";
import { capitalized } from "../../src/adopt/export/program/names.js";
import * as shapes from "../../src/api/generated/zod.gen.js";
import { componentType, pluginType } from "../../src/common/pulumi-type.js";
import { fieldName } from "../../src/common/wire-names.js";
import { functions } from "../../src/plugin/functions.js";
import { insideOf } from "../../src/provider/schema/fields.js";
import { type EnumType, namedEnum } from "../../src/provider/shapes/enum-types.js";
import { componentClasses } from "../../src/resources/components/component-classes.js";
import { type Compiled, compiled } from "../kinds/compiled.js";
import { enumSpec, type Spec } from "./specs.js";

/** The specs of all functions and of all components, by type. The types that they need are added to `types`. */
export function signatureSpecs(types: Map<string, Spec>): Record<"functions" | "components", Record<string, Spec>> {
    const source = compiled("src/index.ts");
    const whole = integerNames();
    const hints: Hints = { isWhole: (key) => whole.has(key), tokenOf: (_, way) => pluginType(way), enumOf };
    const called = new Signatures(source, types, hints);
    // The service may add a value to any set, and in Python a program ends if a result has a value that its enum does not have.
    const answered = new Signatures(source, types, { ...hints, enumOf: () => undefined });
    // In components, every number is a count of minutes or days, and every type has a name.
    const constructed = new Signatures(source, types, {
        isWhole: () => true,
        tokenOf: (type) => componentType(type.getSymbol()?.name ?? ""),
        enumOf,
    });
    const specs = (tokens: Iterable<string>, specOf: (name: string) => Spec) =>
        Object.fromEntries([...tokens].sort().map((token) => [token, specOf(nameOf(token))]));
    return {
        functions: specs(functions.keys(), (name) => called.spec(name, answered)),
        components: specs(componentClasses.keys(), (name) => constructed.component(name)),
    };
}

/** Information that a TypeScript type does not contain. */
interface Hints {
    readonly isWhole: (key: string) => boolean;
    /** The token of a type. `way` is the path that leads to it. */
    readonly tokenOf: (type: ts.Type, way: string) => string;
    /** The enum with these texts as values. */
    readonly enumOf: (texts: readonly ts.Type[]) => EnumType | undefined;
}

/** Reads the arguments and results of functions and components from their declarations. */
class Signatures {
    private readonly tokens = new Map<ts.Type, string>();

    constructor(
        private readonly source: Compiled,
        private readonly types: Map<string, Spec>,
        private readonly hints: Hints,
    ) {}

    /** @param answers reads the result */
    spec(name: string, answers: Signatures): Spec {
        const symbol = this.source.exports.get(name);
        const type = symbol && this.checker.getTypeOfSymbol(symbol);
        const [signature] = type?.getCallSignatures() ?? [];
        const [args] = signature?.getParameters() ?? [];
        const answer = signature && this.checker.getAwaitedType(signature.getReturnType());
        if (!symbol || !args || !answer) throw new Error(`${name} is not a function that src/index.ts exports.`);
        return {
            description: this.comment(symbol),
            ...this.deprecation(symbol),
            inputs: this.object(this.plain(this.checker.getTypeOfSymbol(args)), name),
            outputs: answers.result(answer, name),
        };
    }

    component(name: string): Spec {
        const symbol = this.source.exports.get(name);
        const type = symbol && this.checker.getTypeOfSymbol(symbol);
        const [signature] = type?.getConstructSignatures() ?? [];
        const args = signature?.getParameters()[1];
        const made = signature?.getReturnType();
        // The type argument of its base class lists the outputs that it registers.
        const [base] = made?.isClassOrInterface() ? this.checker.getBaseTypes(made) : [];
        const [ids] = base ? this.checker.getTypeArguments(base as ts.TypeReference) : [];
        if (!symbol || !args || !ids) throw new Error(`${name} is not a component that src/index.ts exports.`);
        const { properties, required } = this.object(this.checker.getTypeOfSymbol(args), name);
        const names = this.members(ids).map((one) => (one as ts.StringLiteralType).value);
        return {
            isComponent: true,
            description: this.comment(symbol),
            inputProperties: properties,
            ...(required ? { requiredInputs: required } : {}),
            properties: Object.fromEntries(names.map((one) => [one, { type: "string" }])),
            required: names,
        };
    }

    private result(answer: ts.Type, name: string): Spec {
        if (!this.checker.isArrayType(answer)) return this.object(this.plain(answer), `${name}Result`);
        return {
            type: "object",
            properties: { results: this.value(answer, name, "results") },
            required: ["results"],
        };
    }

    private get checker(): ts.TypeChecker {
        return this.source.checker;
    }

    private object(type: ts.Type, way: string): Spec {
        const members = this.checker.getPropertiesOfType(type);
        const required = members.filter((one) => !(one.flags & ts.SymbolFlags.Optional)).map(({ name }) => name);
        const properties = members.map((one) => {
            const description = this.comment(one);
            const value = this.value(this.checker.getTypeOfSymbol(one), way, one.name);
            return [one.name, { ...value, ...(description ? { description } : {}), ...this.deprecation(one) }] as const;
        });
        return {
            type: "object",
            properties: Object.fromEntries(properties),
            ...(required.length > 0 ? { required } : {}),
        };
    }

    private value(given: ts.Type, way: string, key: string): Spec {
        const members = this.members(this.plain(given));
        const [type] = members;
        if (!type) throw new Error(`${way}: ${key} has no type.`);
        // `string & {}` is a string of which only some values are known, and a brand makes a number another type.
        const isOf = (flags: ts.TypeFlags): boolean =>
            members.every((one) => (one.isIntersection() ? one.types : [one]).some((each) => each.flags & flags));
        if (isOf(ts.TypeFlags.StringLike)) {
            const set = this.hints.enumOf(members);
            return set ? enumSpec(set, this.types) : { type: "string" };
        }
        if (isOf(ts.TypeFlags.BooleanLike)) return { type: "boolean" };
        if (isOf(ts.TypeFlags.NumberLike)) return { type: this.hints.isWhole(key) ? "integer" : "number" };
        // SDKs have no type for "a list or a text".
        const list = members.find((one) => this.checker.isArrayType(one));
        const [element] = list ? this.checker.getTypeArguments(list as ts.TypeReference) : [];
        if (element) return { type: "array", items: this.value(element, way, key) };
        const index = type.getStringIndexType();
        if (index) return { type: "object", additionalProperties: this.value(index, way, key) };
        if (!(type.flags & ts.TypeFlags.Object) || this.checker.getPropertiesOfType(type).length === 0)
            return { $ref: "pulumi.json#/Any" };
        return this.named(type, way, key);
    }

    /** Adds a named type. Equal types share one name, that of the first path to it. */
    private named(type: ts.Type, way: string, key: string): Spec {
        const before = this.tokens.get(type);
        if (before) return { $ref: `#/types/${before}` };
        const name = `${capitalized(way)}${capitalized(key)}`;
        const own = this.hints.tokenOf(type, name);
        // A type may contain itself.
        this.tokens.set(type, own);
        const spec = this.object(type, name);
        const text = JSON.stringify(spec);
        const token = [...this.tokens.values()].find((one) => JSON.stringify(this.types.get(one)) === text) ?? own;
        this.tokens.set(type, token);
        this.types.set(token, spec);
        return { $ref: `#/types/${token}` };
    }

    /** The types that a value may have, without promises and outputs: in every language, each argument of a component may be known later. */
    private members(type: ts.Type): ts.Type[] {
        const all = type.isUnion() ? type.types : [type];
        return all.filter((one) => !LATER.has(one.getSymbol()?.name ?? ""));
    }

    /** The type without null and undefined. */
    private plain(type: ts.Type): ts.Type {
        return this.checker.getNonNullableType(type);
    }

    private comment(symbol: ts.Symbol): string {
        return ts.displayPartsToString(symbol.getDocumentationComment(this.checker));
    }

    private deprecation(symbol: ts.Symbol): Spec {
        const tag = symbol.getJsDocTags(this.checker).find(({ name }) => name === "deprecated");
        return tag ? { deprecationMessage: ts.displayPartsToString(tag.text) } : {};
    }
}

/** Undefined if a text can be anything. A union with `string & {}` also has values that are not known. */
function enumOf(texts: readonly ts.Type[]): EnumType | undefined {
    const values = texts.flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
    return values.length > 0 ? namedEnum(values, values.length < texts.length) : undefined;
}

const LATER: ReadonlySet<string> = new Set(["Promise", "OutputInstance"]);

/** Names of properties that are integers everywhere in the API. TypeScript types do not distinguish integers from other numbers. */
function integerNames(): ReadonlySet<string> {
    const whole = new Map<string, boolean>();
    const visit = (schema: unknown): void => {
        if (!(schema instanceof z.ZodType)) return;
        const { shape = {}, element } = insideOf(schema);
        visit(element);
        for (const [key, inner] of Object.entries(shape)) {
            const number = unwrapped(inner);
            if (number instanceof z.ZodNumber) {
                const name = fieldName(key);
                whole.set(name, (whole.get(name) ?? true) && (number.format?.includes("int") ?? false));
            } else visit(inner);
        }
    };
    for (const schema of Object.values(shapes)) visit(schema);
    return new Set([...whole].filter(([, isWhole]) => isWhole).map(([name]) => name));
}

function unwrapped(schema: unknown): unknown {
    return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrapped(schema.unwrap()) : schema;
}

function nameOf(type: string): string {
    return type.split(":").at(-1) ?? "";
}
