import type { z } from "zod";
import { same } from "../../common/properties.js";
import { isUnknown } from "../../common/unknown.js";
import { field, marksOf } from "./fields.js";
import type { FieldAccess, RiskOf } from "./risk.js";

declare const stated: unique symbol;

/** A schema that declares its effect on access. */
export type Stated<Schema> = Schema & { readonly [stated]: true };

/** Fields that all declare their effect on access, either directly or in each of their parts. The compiler rejects other fields. */
export type StatedFields<Shape> = {
    [Name in keyof Shape]: IsStated<Shape[Name]> extends true
        ? Shape[Name]
        : "declare its effect on access: irrelevant(…), evaluated(…) or unevaluated(…)";
};

type IsStated<Schema> = Schema extends { readonly [stated]: true }
    ? true
    : Schema extends z.ZodOptional<infer Inner> | z.ZodNullable<infer Inner> | z.ZodArray<infer Inner>
      ? IsStated<Inner>
      : Schema extends z.ZodObject<infer Shape>
        ? false extends { [Name in keyof Shape]: IsStated<Shape[Name]> }[keyof Shape]
            ? false
            : true
        : false;

/** Marks a field that does not affect access. */
export function irrelevant<Schema extends z.ZodType>(schema: Schema): Stated<Schema> {
    return withAccess(schema, { risk: () => "none", relevance: "irrelevant", isHarmlessWhenNew: true });
}

/**
 * Marks a field that the access model evaluates. `risk` is used if the data of the organization is not available. Default: any change may
 * widen access.
 */
export function evaluated<Schema extends z.ZodType>(schema: Schema, risk: RiskOf = mayWiden): Stated<Schema> {
    return withAccess(schema, { risk, relevance: "evaluated", isHarmlessWhenNew: false });
}

/**
 * Marks a field that affects access but is not evaluated by the access model, so the model cannot determine who gains access from a riskier
 * value. Default: any change may widen access.
 */
export function unevaluated<Schema extends z.ZodType>(schema: Schema, risk: RiskOf = mayWiden): Stated<Schema> {
    return withAccess(schema, { risk, relevance: "unevaluated", isHarmlessWhenNew: false });
}

/** Marks a field of which any value is safe in a new object, because other fields determine who can request and who approves. */
export function harmlessWhenNew<Schema extends z.ZodType>(schema: Stated<Schema>): Stated<Schema> {
    return withAccess(schema, { ...(marksOf(schema).access ?? UNKNOWN_ACCESS), isHarmlessWhenNew: true });
}

const mayWiden: RiskOf = () => "mayWiden";

/** The effect of a field that does not declare any: its changes may widen access in a way that nobody evaluates. */
export const UNKNOWN_ACCESS: FieldAccess = { risk: mayWiden, relevance: "unevaluated", isHarmlessWhenNew: false };

/** Access is wider with more members in a list, or with true instead of false. */
export const moreWidens: RiskOf = (from, to) => {
    const { isMore, isLess } = moves(from, to);
    return isMore ? "widens" : isLess ? "narrows" : "none";
};

/**
 * Access is wider with fewer members in a list, or with false instead of true. If members are replaced, access may widen, because a new one
 * may require less than the old one.
 */
export const fewerWidens: RiskOf = (from, to) => {
    const { isMore, isLess } = moves(from, to);
    return isLess ? (isMore ? "mayWiden" : "widens") : isMore ? "narrows" : "none";
};

/**
 * Access is wider with a later date, or with more minutes.
 * @param endless number of minutes that stands for unlimited access
 */
export function laterWidens(endless?: number): RiskOf {
    return (from, to) => {
        const [old, now] = [from, to].map((one) => lengthOf(one, endless));
        if (now === undefined) return "mayWiden";
        if (old === undefined) return now === Number.POSITIVE_INFINITY ? "widens" : now > 0 ? "mayWiden" : "none";
        return now > old ? "widens" : "narrows";
    };
}

export const earlierWidens: RiskOf = (from, to, siblings) => laterWidens()(to, from, siblings);

/** Access is widest with the last of these words. The other words are narrower; changes between them are not ranked. */
export function lastWidens(...words: readonly string[]): RiskOf {
    return (from, to) => {
        const [old, now] = [from, to].map((one) => words.indexOf(String(one)));
        if (now === words.length - 1) return "widens";
        if (old === words.length - 1 && now !== undefined && now >= 0) return "narrows";
        return "mayWiden";
    };
}

function withAccess<Schema extends z.ZodType>(schema: Schema, access: FieldAccess): Stated<Schema> {
    // The brand exists only in the type, for the compiler.
    return field(schema, { access }) as Stated<Schema>;
}

/**
 * Converts a value to a comparable number: minutes, or the time of a date in milliseconds. Undefined if there is no value or it is not
 * known yet.
 */
function lengthOf(value: unknown, endless: number | undefined): number | undefined {
    if (typeof value === "number") return value === endless ? Number.POSITIVE_INFINITY : value;
    const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time) ? undefined : time;
}

function moves(from: unknown, to: unknown): { readonly isMore: boolean; readonly isLess: boolean } {
    // `from` may be undefined, because the value before the field was declared is unknown.
    if (typeof to === "boolean" || typeof from === "boolean") return { isMore: to === true, isLess: to !== true };
    if (!isList(from) || !isList(to)) return { isMore: true, isLess: true };
    const [old, now] = [from ?? [], to ?? []];
    return {
        isMore: now.some((item) => isUnknown(item) || !old.some((one) => same(one, item))),
        isLess: old.some((item) => !now.some((one) => same(one, item))),
    };
}

function isList(value: unknown): value is readonly unknown[] | undefined | null {
    return Array.isArray(value) || value === undefined || value === null;
}
