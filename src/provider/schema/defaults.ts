import { quoted } from "../../common/printable.js";
import { isObject, same } from "./equality.js";
import {
    type Fields,
    fieldAt,
    hasUnknown,
    insideOf,
    marksOf,
    type Problem,
    type Properties,
    pathText,
} from "./fields.js";
import { counterparts } from "./pairing.js";
import { accessAt } from "./value-changes.js";

type Schema = Fields[string] | undefined;
type Path = readonly PropertyKey[];

/** What a program declares: what it gives, and the default of each field that has one and is left out. */
export function withDefaults(fields: Fields, given: Properties): Properties {
    return completed(fields, given, [], 0);
}

/** What a program must give to declare the same: nothing that is the default of its field. */
export function withoutDefaults(fields: Fields, declared: Properties): Properties {
    return shortened(fields, declared, [], 0);
}

/**
 * Fields that the program gave before and leaves out now, although their defaults may let somebody do more than what it gave: taking out a
 * line must not widen access.
 */
export function wideningOmissions(fields: Fields, before: Properties, given: Properties): Problem[] {
    return omissionsIn(fields, fields, { before, given, declared: withDefaults(fields, given) }, []);
}

function completed(fields: Fields, given: Properties, list: readonly unknown[], place: number): Properties {
    const missing = Object.keys(fields).flatMap((name) => {
        const { default: standard } = marksOf(fields[name]);
        if (standard === undefined || (given[name] !== undefined && given[name] !== null)) return [];
        const value = typeof standard === "function" ? standard(given, list, place) : standard;
        return value === undefined ? [] : [[name, value] as const];
    });
    const inner = Object.entries(given).map(([name, value]) => [name, inside(fields[name], value, completed)] as const);
    return Object.fromEntries([...inner, ...missing]);
}

function shortened(fields: Fields, declared: Properties, list: readonly unknown[], place: number): Properties {
    const needed = Object.entries(declared).filter(([name, value]) => {
        const { default: standard, canonical } = marksOf(fields[name]);
        if (standard === undefined) return true;
        const { [name]: _, ...others } = declared;
        const left = typeof standard === "function" ? standard(others, list, place) : standard;
        return left === undefined || !isSame(left, value, canonical);
    });
    return Object.fromEntries(needed.map(([name, value]) => [name, inside(fields[name], value, shortened)] as const));
}

/** The value of a field, with what is made of each object in it. */
function inside(
    schema: Schema,
    value: unknown,
    made: (fields: Fields, value: Properties, list: readonly unknown[], place: number) => Properties,
): unknown {
    const { element, shape } = insideOf(schema);
    if (shape && isObject(value)) return made(shape, value, [], 0);
    const { shape: each } = insideOf(element);
    if (!each || !Array.isArray(value)) return value;
    return value.map((one, place) => (isObject(one) ? made(each, one, value, place) : one));
}

/** One object as the program gave it before, as it gives it now, and as it declares it now. */
interface Given {
    readonly before: Properties;
    readonly given: Properties;
    readonly declared: Properties;
}

function omissionsIn(fields: Fields, shape: Fields, sides: Given, path: Path): Problem[] {
    return Object.keys(sides.declared).flatMap((name) => {
        const [before, given, declared] = [sides.before[name], sides.given[name], sides.declared[name]];
        const here = [...path, name];
        const isLeftOut = given === undefined || given === null;
        if (isLeftOut) return omission(fields, here, before, declared, sides.before);
        const { element, shape: inner } = insideOf(shape[name]);
        const isList = [before, given, declared].every(Array.isArray);
        const [formers, news, all] = isList
            ? [counterparts(listOf(declared), listOf(before), shape[name]), listOf(given), listOf(declared)]
            : [[before], [given], [declared]];
        const members = isList ? insideOf(element).shape : inner;
        return formers.flatMap((former, place) => {
            const [latest, one] = [news[place], all[place]];
            if (!members || !isObject(former) || !isObject(latest) || !isObject(one)) return [];
            const at = isList ? [...here, place] : here;
            return omissionsIn(fields, members, { before: former, given: latest, declared: one }, at);
        });
    });
}

function omission(fields: Fields, path: Path, was: unknown, is: unknown, siblings: Properties): Problem[] {
    const where = pathText(path);
    const { default: standard, canonical } = marksOf(fieldAt(fields, where));
    if (standard === undefined || was === undefined || was === null || hasUnknown(was) || hasUnknown(is)) return [];
    if (isSame(was, is, canonical)) return [];
    const risk = accessAt(fields, where).risk(was, is, siblings);
    if (risk !== "widens" && risk !== "mayWiden") return [];
    const effect = risk === "widens" ? "widens" : "may widen";
    const [old, now] = [quoted(was), quoted(is)];
    const reason = `was ${old} and is left out now, which declares ${now} and ${effect} access: give ${now} if that is meant, or keep ${old}`;
    return [{ path: where, reason }];
}

function listOf(value: unknown): readonly unknown[] {
    return Array.isArray(value) ? value : [];
}

function isSame(one: unknown, other: unknown, canonical: (value: unknown) => unknown = (value) => value): boolean {
    return same(canonical(one), canonical(other));
}
