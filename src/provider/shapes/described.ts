import { z } from "zod";
import type { Operation } from "../../api/calls.js";
import type { CallError } from "../../api/errors.js";
import type { OperationName } from "../../api/generated/operations.gen.js";
import type { Properties } from "../../common/properties.js";
import { type Fields, marksOf, rule } from "../schema/fields.js";
import type { KindAccess } from "../schema/risk.js";
import type { Expiration } from "./kind.js";

/** A rule over several fields: where a violation is reported, how to fix it, and a function that checks the rule. */
export type FieldRule = readonly [path: string, reason: string, holds: (given: Properties) => boolean];

/** The part that the specs of all shapes have in common. */
export interface Described {
    readonly noun: string;
    /** All fields that a program can declare. */
    readonly fields: Fields;
    readonly access: KindAccess;
    readonly rules?: readonly FieldRule[];
    /** Rules for the declarations that an export writes, besides `rules`. A program may break them. */
    readonly exportRules?: readonly FieldRule[];
    /** Output properties that only the service sets, such as `expirationDate`. */
    readonly results?: readonly string[];
    /** Set for objects that expire. */
    readonly ends?: Expiration;
    /** See `Kind`. */
    readonly undeclarable?: (live: Properties) => string | undefined;
    readonly explain?: (error: CallError) => string | undefined;
}

/** Returns the properties of a kind that follow directly from its spec. */
export function asDescribed({
    noun,
    fields,
    access,
    rules = [],
    exportRules = [],
    results = [],
    ends,
    undeclarable,
    explain,
}: Described) {
    // Accepts only these fields, and checks the rules.
    const schema = withRules(z.strictObject(fields), rules);
    return {
        noun,
        fields,
        access,
        schema,
        exportSchema: withRules(schema, exportRules),
        results,
        ...(ends ? { ends } : {}),
        ...(undeclarable ? { undeclarable } : {}),
        parts: {},
        fixed: () => refused(fields),
        explain: (error: CallError) => explain?.(error),
    };
}

function withRules(schema: z.ZodType, rules: readonly FieldRule[]): z.ZodType {
    return rules.reduce((before, one) => rule(before, ...one), schema);
}

/** Returns the names of the given operations, without duplicates. */
export function operationNames(
    ...used: readonly (
        | Pick<Operation<[], unknown>, "name">
        | { readonly operations: readonly OperationName[] }
        | undefined
    )[]
): OperationName[] {
    return [...new Set(used.flatMap((one = { operations: [] }) => ("name" in one ? one.name : one.operations)))];
}

/** Returns the fields whose change requires a replacement. */
export function replacingFields(fields: Fields): string[] {
    return Object.keys(fields).filter((name) => marksOf(fields[name]).onChange === "replace");
}

/** Returns the fields that can be set only on creation: all fields except those whose change does not affect the service. */
export function fixedAtCreation(fields: Fields): string[] {
    return Object.keys(fields).filter((name) => (marksOf(fields[name]).onChange ?? "replace") === "replace");
}

/** Returns the fields whose change is refused, each with the reason. */
export function refused(fields: Fields): Readonly<Record<string, string>> {
    const reasons = Object.keys(fields).map((name) => [name, marksOf(fields[name]).onChange] as const);
    return Object.fromEntries(
        reasons.flatMap(([name, mark]) => (typeof mark === "object" ? [[name, mark.refuse]] : [])),
    );
}
