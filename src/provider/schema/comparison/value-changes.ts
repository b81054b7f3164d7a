import { isObject, type Properties, same } from "../../../common/properties.js";
import { isUnknown } from "../../../common/unknown.js";
import { UNKNOWN_ACCESS } from "../access.js";
import { type Fields, insideOf, marksOf } from "../fields.js";
import { type FieldAccess, type Risk, riskiest } from "../risk.js";

/** A change of a value that is compared as a whole. */
export interface ValueChange {
    readonly path: string;
    readonly from: unknown;
    readonly to: unknown;
    /** The other fields of the object, before the change. */
    readonly siblings: Properties;
}

/** Risk of changing the value at a path. `siblings` are the other fields of the object, before the change. */
export function riskOfChange(
    fields: Fields,
    path: string,
    from: unknown,
    to: unknown,
    siblings: Properties = {},
): Risk {
    const changes = changesIn({ path, from, to, siblings });
    return riskiest(changes.map((one) => accessAt(fields, one.path).risk(one.from, one.to, one.siblings)));
}

/**
 * Risk of a value in a new object: `widens` or `none`. A value that only may widen access is treated as `none`, because the object did not
 * grant access before. An adopted object did, with other values, so any risk of its value counts.
 */
export function riskOfSetting(fields: Fields, path: string, value: unknown, isAdopted = false): Risk {
    const risks = settingsIn(path, value).map(({ path, from, to, siblings }): Risk => {
        const { risk, isHarmlessWhenNew } = accessAt(fields, path);
        const found = risk(from, to, siblings);
        return isAdopted || (found === "widens" && !isHarmlessWhenNew) ? found : "none";
    });
    return riskiest(risks);
}

/** Risk of creating an object with these values. `created` is the effect of creating any object of the kind. */
export function riskOfCreation(fields: Fields, created: Risk, values: Properties): Risk {
    return riskiest([created, ...Object.entries(values).map(([name, value]) => riskOfSetting(fields, name, value))]);
}

/** Splits a change of an object into changes of individual values. A list is treated as a single value. */
export function changesIn(change: ValueChange): ValueChange[] {
    const { path, from, to } = change;
    if (same(from, to)) return [];
    if (!isObject(to) || isUnknown(to) || !(from === undefined || from === null || isObject(from))) return [change];
    const siblings = isObject(from) ? from : {};
    const names = new Set([...Object.keys(siblings), ...Object.keys(to)]);
    return [...names].flatMap((name) =>
        changesIn({ path: `${path}.${name}`, from: siblings[name], to: to[name], siblings }),
    );
}

/** Splits a new value into individual values, including those of objects in a list. */
export function settingsIn(path: string, value: unknown): ValueChange[] {
    if (Array.isArray(value) && value.some(isObject))
        return value.flatMap((one, index) => settingsIn(`${path}[${index}]`, one));
    if (isObject(value)) return Object.entries(value).flatMap(([name, one]) => settingsIn(`${path}.${name}`, one));
    return changesIn({ path, from: undefined, to: value, siblings: {} });
}

/**
 * Returns the effect on access that is declared for the value at a path. A field without a declared effect inherits that of the enclosing
 * object. If no field along the path declares an effect, it is unknown.
 */
export function accessAt(fields: Fields, path: string): FieldAccess {
    const stated = fieldsAlong(fields, path).flatMap((field) => marksOf(field).access ?? []);
    const innermost = stated.at(-1);
    if (!innermost) return UNKNOWN_ACCESS;
    // A value that is evaluated in one kind, such as a visibility, may be part of an unevaluated field of another kind.
    const relevance = (["irrelevant", "unevaluated"] as const).find((one) =>
        stated.some((each) => each.relevance === one),
    );
    return {
        ...innermost,
        relevance: relevance ?? "evaluated",
        isHarmlessWhenNew: stated.some(({ isHarmlessWhenNew }) => isHarmlessWhenNew),
    };
}

/** Returns the schemas along a path such as `requestConfigurations[0].priority`, the outermost first. */
function fieldsAlong(fields: Fields, path: string) {
    const [first = "", ...inner] = (path.match(/[^.[\]]+/g) ?? []).filter((step) => !/^\d+$/.test(step));
    const found = [fields[first]];
    for (const name of inner) {
        let { shape, element } = insideOf(found.at(-1));
        while (element) ({ shape, element } = insideOf(element));
        found.push(shape?.[name]);
    }
    return found;
}
