import { z } from "zod";
import * as apiSchemas from "../../api/generated/zod.gen.js";
import { once } from "../../api/once.js";
import { type FieldSchema, marksOf } from "../schema/fields.js";

/** A named set of values, which is an enum in the SDKs of the plugin. */
export interface EnumType {
    /** The API's name of the set, such as `VisibilityType`. */
    readonly name: string;
    readonly values: readonly string[];
    /** Whether a field also accepts values that are not known yet. */
    readonly isOpen: boolean;
}

/**
 * Returns the type of a field whose values are a set, or of the elements of such a list. Fields with the same values have the same type.
 * Undefined for other fields.
 * @throws Error if the set has no name
 */
export function enumTypeOf(schema: FieldSchema): EnumType | undefined {
    const { known } = marksOf(schema);
    if (known) return namedEnum(known, true);
    for (let inner = schema; inner; inner = innerSchema(inner))
        if (inner instanceof z.ZodEnum) return namedEnum(inner.options.map(String), false);
    return undefined;
}

/**
 * Returns the type for a set of values.
 * @throws Error if the set has no name
 */
export function namedEnum(values: readonly string[], isOpen: boolean): EnumType {
    const found = namesByValues().get(setKey(values));
    if (found) return { ...found, isOpen };
    throw new Error(`The set of values ${values.join(", ")} has no name: add one to ${OWN_ENUMS_PLACE}.`);
}

/** Returns the name of a value in an enum of TypeScript; Go puts the name of the enum before it. `READ_ONLY` becomes `ReadOnly`. */
export function enumMember(value: string): string {
    return value.toLowerCase().replace(/(?:^|_)([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}

const OWN_ENUMS_PLACE = "ownEnums in src/provider/shapes/enum-types.ts";

/** Sets to which the API gives no name, or of which a program can use only a part. */
const ownEnums = {
    AccessDurationType: ["EXPIRING_ONLY", "PERMANENT_ONLY"],
    AccessRuleStatus: ["ACTIVE", "PAUSED"],
    CalloutSeverity: ["INFO", "WARNING", "ERROR"],
    CustomAppType: ["CUSTOM", "CUSTOM_CONNECTOR"],
    NativeGroupType: ["SVC_GROUP", "OPAL_GROUP"],
    RecurringReviewerAssignmentPolicy: [
        "BY_OWNING_TEAM_ADMIN",
        "BY_OWNING_TEAM_ADMIN_ALL",
        "BY_MANAGER",
        "BY_APPROVERS",
        "BY_APPROVERS_ALL",
    ],
    UserAttribute: ["HR_IDP_STATUS"],
};

const namesByValues = once(() => {
    const ofApi = Object.entries(apiSchemas).flatMap(([name, create]) => {
        const values = optionsOf(create());
        return values ? [[name.slice(1).replace(/Enum$/, ""), values] as const] : [];
    });
    return new Map(
        [...Object.entries(ownEnums), ...ofApi].map(([name, values]) => [setKey(values), { name, values }] as const),
    );
});

function optionsOf(schema: unknown): string[] | undefined {
    const [closed] = schema instanceof z.ZodUnion ? schema.options : [schema];
    return closed instanceof z.ZodEnum ? closed.options.map(String) : undefined;
}

/** The schema inside an optional or nullable one, or of the elements of a list. Every schema of this package is created with `z`. */
function innerSchema(schema: z.ZodType): z.ZodType | undefined {
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schema.unwrap() as z.ZodType;
    return schema instanceof z.ZodArray ? (schema.element as z.ZodType) : undefined;
}

function setKey(values: readonly string[]): string {
    return [...values].sort().join();
}
