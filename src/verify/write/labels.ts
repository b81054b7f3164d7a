import type { Properties } from "../../schema/fields.js";
import type { Kind } from "../../shapes/kind.js";

/** The text by which an object of a run is recognized, in a declaration or a live object: its name, for most kinds. */
export type LabelOf = (kind: Kind, properties: Properties) => string;

/** `specimens` has an entry for each kind. One without a label is recognized by the first property of its key. */
export function labelsOf(specimens: Readonly<Record<string, { readonly label?: string }>>): LabelOf {
    return (kind, properties) => String(properties[specimens[kind.name]?.label ?? kind.key[0] ?? ""] ?? "");
}
