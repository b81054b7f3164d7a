/** Generates the schema of the provider plugin, api/plugin.schema.json, from which SDKs in other languages are generated. */
import { z } from "zod";
import { capitalized } from "../../src/adopt/export/program/names.js";
import { argumentsType, pluginType } from "../../src/common/pulumi-type.js";
import { acceptsNull, insideOf, marksOf, standInForNull } from "../../src/provider/schema/fields.js";
import { enumTypeOf } from "../../src/provider/shapes/enum-types.js";
import { type Kind, listSource } from "../../src/provider/shapes/kind.js";
import { kinds } from "../../src/resources/kinds.js";
import { type Described, Source } from "../kinds/comments.js";
import { isOptional } from "../kinds/pages.js";
import { neutralSchema } from "./docstrings.js";
import { exampleSection } from "./examples.js";
import { signatureSpecs } from "./functions.js";
import { providerArguments, settingVariables } from "./settings.js";
import { enumSpec, type Spec } from "./specs.js";

const GO_PACKAGE = "example.com/pulumi-access-governance/sdk/go/accessgovernance";

/** The text of the schema. */
export function pluginSchema(): string {
    const types = new Map<string, Spec>();
    const variables = settingVariables(types);
    const source = new Source();
    const { functions, components } = signatureSpecs(types);
    const sorted = [...kinds].sort((one, other) => one.name.localeCompare(other.name));
    const schema = neutralSchema({
        name: "access-governance",
        displayName: "Access Governance",
        description: "Access as code: who owns, reviews, sees and gets access to what.",
        keywords: ["pulumi", "access-governance", "category/utility", "kind/native"],
        license: "Apache-2.0",
        attribution: "This package runs the same code as pulumi-access-governance for TypeScript.",
        language: {
            nodejs: { packageName: "pulumi-access-governance-plugin", respectSchemaVersion: true },
            python: {
                packageName: "pulumi_access_governance",
                respectSchemaVersion: true,
                pyproject: { enabled: true },
            },
            go: {
                respectSchemaVersion: true,
                generateResourceContainerTypes: true,
                // Where `pulumi package add` puts it anyway; generated programs import it from here.
                importBasePath: GO_PACKAGE,
                // The components refer to enums of the main package. Without this the generated code (CLI 3.260) names that package with a
                // hyphen, which Go refuses.
                packageImportAliases: { [`${GO_PACKAGE}/access-governance`]: "accessgovernance" },
            },
            csharp: { respectSchemaVersion: true, rootNamespace: "Pulumi" },
            java: { buildFiles: "gradle" },
        },
        config: { variables },
        provider: {
            description: "The address of the service and the token, for resources that need others than the stack has.",
            inputProperties: providerArguments(variables),
        },
        resources: {
            ...Object.fromEntries(sorted.map((kind) => [pluginType(kind.name), resourceOf(kind, source, types)])),
            ...components,
        },
        functions,
        types: Object.fromEntries([...types].sort(([one], [other]) => one.localeCompare(other))),
    });
    return `${lines(schema, 2)}\n`;
}

/** Formats JSON with one line per resource, type and function, which keeps diffs readable and the package small. */
function lines(value: object, depth: number): string {
    const members = Object.entries(value).map(([name, inner]) => {
        const isOpen = depth > 1 && typeof inner === "object" && !Array.isArray(inner);
        return `${JSON.stringify(name)}: ${isOpen ? lines(inner, depth - 1) : JSON.stringify(inner)}`;
    });
    return `{\n${members.join(",\n")}\n}`;
}

function resourceOf(kind: Kind, source: Source, types: Map<string, Spec>): Spec {
    const inputs = Object.entries(kind.fields).map(([name, schema]) => {
        const described = source.field(kind.name, name);
        const spec = propertyOf(schema, described, `${kind.name}${capitalized(name)}`, types);
        return [name, { ...spec, ...(kind.replacing.includes(name) ? { willReplaceOnChanges: true } : {}) }] as const;
    });
    const results = kind.results.map((name) => {
        const comment = source.result(kind.name, name);
        return [
            name,
            {
                type: "string",
                ...(comment ? { description: comment } : {}),
                ...(kind.issues?.includes(name) ? { secret: true } : {}),
            },
        ] as const;
    });
    const required = Object.keys(kind.fields).filter((name) => !isOptional(kind.fields[name]));
    return {
        description: `${source.class(kind.name)}\n\n${exampleSection(kind.name)}`,
        inputProperties: Object.fromEntries(inputs),
        ...(required.length > 0 ? { requiredInputs: required } : {}),
        properties: Object.fromEntries([
            ...inputs.map(([name, spec]) => [name, outputSpec(spec, kind.fields[name])]),
            ...results,
        ]),
        ...(listSource(kind) ? { listInputs: {} } : {}),
        // A property with a default always has a value.
        required: [
            ...Object.keys(kind.fields).filter(
                (name) => required.includes(name) || marksOf(kind.fields[name]).default !== undefined,
            ),
            ...kind.results,
        ],
    };
}

/**
 * Returns the spec of an output. It is a text instead of an enum: in Python a program would end if the service returned a value that the SDK
 * does not know, and YAML (CLI 3.260) refuses an output of an enum as an argument of the same enum. A number is never a text there.
 */
function outputSpec({ $ref, oneOf: _, ...others }: Spec, schema: z.ZodType | undefined): Spec {
    if ($ref === undefined) return others;
    return enumTypeOf(schema) ? { ...others, type: "string" } : { $ref, ...others };
}

/**
 * Returns the spec of a property. It has no default, because a generated SDK would send it: the value would then count as declared by the
 * program, and take precedence over the defaults of the organization.
 */
function propertyOf(
    schema: z.ZodType | undefined,
    { comment, inside }: Described,
    name: string,
    types: Map<string, Spec>,
): Spec {
    const { secret, default: own, standard = own, writeOnly } = marksOf(schema);
    const usual = typeof standard === "function" ? undefined : standard;
    const stand = standInForNull(schema);
    const notes = [
        comment,
        ...(usual === undefined || typeof usual === "object" ? [] : [`Default: \`${JSON.stringify(usual)}\`.`]),
        ...(writeOnly ? ["The service never returns it, so the program's last value is compared."] : []),
        ...(acceptsNull(schema) && stand !== undefined ? [`\`${stand}\` stands for null.`] : []),
    ];
    const description = notes.filter(Boolean).join(" ");
    const type = typeOf(schema, inside, name, types);
    const isNumber = type.type === "integer" || type.type === "number";
    return {
        ...type,
        // The type must allow the text that stands for null.
        ...(isNumber && acceptsNull(schema) ? { oneOf: [type, { type: "string" }] } : {}),
        ...(description ? { description } : {}),
        ...(secret ? { secret: true } : {}),
    };
}

function typeOf(
    schema: z.ZodType | undefined,
    inside: Described["inside"],
    name: string,
    types: Map<string, Spec>,
): Spec {
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
        return typeOf(schema.unwrap() as z.ZodType, inside, name, types);
    const { shape, element } = insideOf(schema);
    if (shape) return objectOf(shape, inside, name, types);
    if (element) return { type: "array", items: typeOf(element, inside, name, types) };
    const set = enumTypeOf(schema);
    if (set) return enumSpec(set, types);
    if (schema instanceof z.ZodLiteral) return { type: typeof [...schema.values][0] };
    if (schema instanceof z.ZodUnion) return typeOf(schema.options[0] as z.ZodType, inside, name, types);
    if (schema instanceof z.ZodRecord)
        return { type: "object", additionalProperties: typeOf(schema.valueType as z.ZodType, inside, name, types) };
    if (schema instanceof z.ZodBoolean) return { type: "boolean" };
    if (schema instanceof z.ZodNumber) return { type: schema.format?.includes("int") ? "integer" : "number" };
    if (schema instanceof z.ZodAny || schema instanceof z.ZodUnknown || schema instanceof z.ZodLazy)
        return { $ref: "pulumi.json#/Any" };
    return { type: "string" };
}

/** Adds a type that is named after the path to it. */
function objectOf(shape: Kind["fields"], inside: Described["inside"], name: string, types: Map<string, Spec>): Spec {
    const token = pluginType(argumentsType(name, kinds));
    const reference = { $ref: `#/types/${token}` };
    if (types.has(token)) return reference;
    types.set(token, {});
    const properties = Object.entries(shape).map(([key, schema]) => [
        key,
        propertyOf(schema, inside(key), `${name}${capitalized(key)}`, types),
    ]);
    const required = Object.keys(shape).filter((key) => !isOptional(shape[key]));
    types.set(token, {
        type: "object",
        properties: Object.fromEntries(properties),
        ...(required.length > 0 ? { required } : {}),
    });
    return reference;
}
