import { propertyOf } from "../../common/paths.js";
import type { Properties } from "../../common/properties.js";
import {
    accessAt,
    counterparts,
    differences,
    insideOf,
    type Kind,
    marksOf,
    type Risk,
    schemaAt,
} from "../../kernel.js";

/** A property or a part of one whose values differ. */
export type Difference = ReturnType<typeof differences>[number];

/**
 * Returns the differences between `live` and `declared`, in more detail than `differences`. For a list with added or removed elements,
 * `differences` returns a single difference, because deployments write whole lists. This function instead compares the elements that exist
 * on both sides, and reports only the remaining elements as a difference of the list.
 */
export function detailed(fields: Kind["fields"], declared: Properties, live: Properties): Difference[] {
    return differences(fields, declared, live).flatMap((each) => pairedUp(fields, each));
}

function pairedUp(fields: Kind["fields"], difference: Difference): Difference[] {
    const { path, property, declared, live } = difference;
    const [, ...steps] = path.match(/[^.[\]]+/g) ?? [];
    const schema = schemaAt(fields[property], steps);
    const { element } = insideOf(schema);
    const { shape } = insideOf(element);
    if (marksOf(schema).list?.identity === undefined || !shape || !Array.isArray(declared) || !Array.isArray(live))
        return [difference];
    const matches = counterparts(declared, live, schema);
    const found = declared.map((item, index) => [item, matches[index]] as const);
    const pairs = found.filter(([, match]) => match !== undefined);
    const left = {
        declared: found.filter(([, match]) => match === undefined).map(([item]) => item),
        live: live.filter((item) => !pairs.some(([, match]) => match === item)),
    };
    const inside = pairs.flatMap(([item, match]) =>
        detailed(shape, item as Properties, match as Properties).map((inner) => ({
            ...inner,
            property,
            path: `${path}[${declared.indexOf(item)}].${inner.path}`,
        })),
    );
    if (left.declared.length > 0 || left.live.length > 0) return [...inside, { ...difference, ...left }];
    // If no element differs, only the order does.
    return inside.length > 0 ? inside : [difference];
}

/** Risk of a value that a preview does not show, such as a secret. */
export function riskOfHidden(fields: Kind["fields"], path: string): Risk {
    return accessAt(fields, propertyOf(path)).relevance === "irrelevant" ? "none" : "mayWiden";
}
