import { z } from "zod";
import type { CallError } from "../../api/errors.js";
import type { OperationName } from "../../api/generated/operations.gen.js";
import type { Operation } from "../live/operation.js";
import { type Fields, marksOf, type Properties, rule } from "../schema/fields.js";
import type { KindAccess } from "../schema/risk.js";
import type { Ends } from "./kind.js";

/** A rule over several fields: where its breach is shown, what is to be done then, and whether it holds. */
export type Rule = readonly [path: string, reason: string, holds: (given: Properties) => boolean];

/** What the description of a kind of any shape says. */
export interface Described {
    readonly noun: string;
    /** Everything a program can give. */
    readonly fields: Fields;
    readonly access: KindAccess;
    readonly rules?: readonly Rule[];
    /** Output properties that only the service sets, such as `expirationDate`. */
    readonly results?: readonly string[];
    /** For an object that ends by itself. */
    readonly ends?: Ends;
    /** As `Kind` has it. */
    readonly passing?: (live: Properties) => string | undefined;
    readonly explain?: (error: CallError) => string | undefined;
}

/** What a kind has of its description as it stands there. */
export function asDescribed({ noun, fields, access, rules = [], results = [], ends, passing, explain }: Described) {
    // Its fields, nothing else, and its rules.
    const schema = rules.reduce<z.ZodType>((schema, one) => rule(schema, ...one), z.strictObject(fields));
    return {
        noun,
        fields,
        access,
        schema,
        results,
        ...(ends ? { ends } : {}),
        ...(passing ? { passing } : {}),
        parts: {},
        fixed: () => refused(fields),
        explain: (error: CallError) => explain?.(error),
    };
}

/** The names of the operations that there are, each once. */
export function operationNames(
    ...used: readonly (Pick<Operation<[], unknown>, "name"> | undefined)[]
): OperationName[] {
    return [...new Set(used.flatMap((operation) => operation?.name ?? []))];
}

/** Names of the fields whose change makes a new object. */
export function replacingFields(fields: Fields): string[] {
    return Object.keys(fields).filter((name) => marksOf(fields[name]).onChange === "replace");
}

/** Names of the fields that an object is made with: all but those whose change does not touch it. */
export function fixedAtCreation(fields: Fields): string[] {
    return Object.keys(fields).filter((name) => (marksOf(fields[name]).onChange ?? "replace") === "replace");
}

/** Names of the fields that are never changed, with the reason. */
export function refused(fields: Fields): Readonly<Record<string, string>> {
    const reasons = Object.keys(fields).map((name) => [name, marksOf(fields[name]).onChange] as const);
    return Object.fromEntries(
        reasons.flatMap(([name, mark]) => (typeof mark === "object" ? [[name, mark.refuse]] : [])),
    );
}
