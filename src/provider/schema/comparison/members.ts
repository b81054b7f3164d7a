import { isObject } from "../../../common/properties.js";
import { type FieldSchema, insideOf, marksOf } from "../fields.js";
import { type Difference, differences } from "./differences.js";
import { counterparts } from "./pairing.js";

/** Differences between two sets of members. */
export interface SetDifference {
    /** Members that are only in `live`. */
    readonly extra: readonly unknown[];
    /** Members that are only in `declared`. */
    readonly missing: readonly unknown[];
    /** Differences inside members that are on both sides. Indexes in the paths refer to `declared`. */
    readonly inside: readonly Difference[];
}

/** Compares the live and the declared members of a set. `schema` is its field. */
export function setDifference(
    schema: FieldSchema,
    { live, declared }: Pick<Difference, "live" | "declared">,
): SetDifference {
    const [present, wanted] = [asList(live), asList(declared)];
    if (marksOf(schema).list?.identity === undefined) {
        return { extra: withoutElements(present, wanted), missing: withoutElements(wanted, present), inside: [] };
    }
    const { element } = insideOf(schema);
    const matches = counterparts(wanted, present, schema);
    const inside = wanted.flatMap((member, at) =>
        element === undefined || matches[at] === undefined
            ? []
            : differences({ member: element }, { member }, { member: matches[at] }).map((difference) => {
                  return { ...difference, path: difference.path.replace("member", `[${at}]`) };
              }),
    );
    return {
        extra: present.filter((member) => !matches.includes(member)),
        missing: wanted.filter((_, at) => matches[at] === undefined),
        inside,
    };
}

/** Returns the values that identify a member: the member itself, or those of its identifying properties that are not empty. */
export function memberNames(schema: FieldSchema, member: unknown): readonly unknown[] {
    const { identity } = marksOf(schema).list ?? {};
    if (!isObject(member) || identity === undefined || typeof identity === "function") return [member];
    const values = [identity].flat().map((name) => member[name]);
    return values.filter((value) => value !== undefined && value !== null && value !== "");
}

function withoutElements(some: readonly unknown[], others: readonly unknown[]): unknown[] {
    return [...new Set(some)].filter((one) => !others.includes(one));
}

function asList(value: unknown): readonly unknown[] {
    return Array.isArray(value) ? value : [];
}
