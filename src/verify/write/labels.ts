import type { Properties } from "../../provider/schema/fields.js";
import type { Kind } from "../../provider/shapes/kind.js";

/** Returns the text that identifies an object of a run, in a declaration or a live object. For most kinds it is the name. */
export type LabelOf = (kind: Kind, properties: Properties) => string;

/** Returns a function that finds labels. `specimens` has an entry for each kind. Default label: the first property of the key. */
export function labelsOf(specimens: Readonly<Record<string, { readonly label?: string }>>): LabelOf {
    return (kind, properties) => String(properties[specimens[kind.name]?.label ?? kind.key[0] ?? ""] ?? "");
}
