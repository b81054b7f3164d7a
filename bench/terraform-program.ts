/** Translates declarations of this package to attributes of the vendor's Terraform provider, based on the provider's schema. */
import { z } from "zod";
import { RENAMED_ATTRIBUTES } from "../src/adopt/export/terraform/terraform-types.js";
import { isObject, type Properties } from "../src/common/properties.js";

export interface Attribute {
    /** Such as `"string"` or `["set", "string"]`. */
    readonly type?: unknown;
    readonly nested_type?: { readonly attributes: Attributes } | undefined;
    readonly required?: boolean | undefined;
    readonly optional?: boolean | undefined;
    readonly description?: string | undefined;
}

export type Attributes = Readonly<Record<string, Attribute>>;

const attributeSchema: z.ZodType<Attribute> = z.lazy(() =>
    z.object({
        type: z.unknown().optional(),
        nested_type: z.object({ attributes: z.record(z.string(), attributeSchema).default({}) }).optional(),
        required: z.boolean().optional(),
        optional: z.boolean().optional(),
        description: z.string().optional(),
    }),
);

const schemasSchema = z.object({
    provider_schemas: z.record(
        z.string(),
        z.object({
            resource_schemas: z.record(
                z.string(),
                z.object({ block: z.object({ attributes: z.record(z.string(), attributeSchema) }) }),
            ),
        }),
    ),
});

/** Returns the attributes of each resource type. `printed` is the output of `providers schema -json`. */
export function attributesByType(printed: unknown): ReadonlyMap<string, Attributes> {
    const { provider_schemas } = schemasSchema.parse(printed);
    const schemas = Object.values(provider_schemas).flatMap(({ resource_schemas }) => Object.entries(resource_schemas));
    return new Map(schemas.map(([type, { block }]) => [type, block.attributes]));
}

/** Reports whether the provider can declare a property. */
export function isSupported(attributes: Attributes, property: string): boolean {
    return settable(attributes, property) !== undefined;
}

/** Returns the part of a declaration that the provider also supports. */
export function supportedPart(attributes: Attributes, declared: Properties): Properties {
    const entries = Object.entries(declared).map(([name, value]) => {
        const found = settable(attributes, name);
        if (!found) return [];
        const nested = found.attribute.nested_type?.attributes ?? attributes;
        return [[name, mapped(value, (inner) => supportedPart(nested, inner))]];
    });
    return Object.fromEntries(entries.flat());
}

/** Returns the attributes for a declaration of this package. */
export function terraformAttributes(attributes: Attributes, declared: Properties): Properties {
    const entries = Object.entries(declared).flatMap(([name, value]): [string, unknown][] => {
        const found = settable(attributes, name);
        if (!found || value === null || value === undefined) return [];
        const nested = found.attribute.nested_type?.attributes;
        // The provider flattens some objects, such as `visibility` and `visibility_group_ids`.
        if (!nested && isObject(value)) return Object.entries(terraformAttributes(attributes, value));
        return [[found.name, nested ? mapped(value, (inner) => complete(nested, inner)) : value]];
    });
    return Object.fromEntries(entries);
}

/** Adds the values of a nested object that the provider requires but this package has defaults for: false and empty lists. */
function complete(attributes: Attributes, declared: Properties): Properties {
    const required = Object.entries(attributes).filter(
        ([, { required, optional, description }]) => required || (optional && description?.includes("Not Null")),
    );
    const empty = required.flatMap(([name, { type }]): [string, unknown][] => {
        if (type === "bool") return [[name, false]];
        return Array.isArray(type) ? [[name, []]] : [];
    });
    return { ...Object.fromEntries(empty), ...terraformAttributes(attributes, declared) };
}

/** Finds the attribute that declares a property. */
function settable(attributes: Attributes, property: string): { name: string; attribute: Attribute } | undefined {
    const renamed = [...RENAMED_ATTRIBUTES].flatMap(([theirs, ours]) => (ours === property ? [theirs] : []));
    const names = [property, ...renamed].map(plain);
    const found = Object.entries(attributes).find(
        ([name, { required, optional }]) => (required || optional) && names.includes(plain(name)),
    );
    return found && { name: found[0], attribute: found[1] };
}

/** A name without its spelling: `memberOncallScheduleIds` is `member_on_call_schedule_ids`. */
function plain(name: string): string {
    return name.replaceAll("_", "").toLowerCase();
}

function mapped(value: unknown, each: (inner: Properties) => Properties): unknown {
    if (Array.isArray(value)) return value.map((one) => mapped(one, each));
    return isObject(value) ? each(value) : value;
}
