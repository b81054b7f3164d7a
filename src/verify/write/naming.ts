import { randomBytes } from "node:crypto";
import { UsageError } from "../../common/errors.js";
import type { Properties } from "../../common/properties.js";
import type { Kind } from "../../kernel.js";
import type * as resources from "../../resources/index.js";

/** Description of every object that a run creates. */
export const ORIGIN = "Created by `access-governance verify --write`. You can delete it.";

/** Names of the objects of one run: `<prefix>-<run>-<what>`. */
export class Naming {
    /** @param run identifies the run among all runs with this prefix; random by default */
    constructor(
        readonly prefix: string,
        readonly run = randomBytes(4).toString("hex"),
    ) {}

    name(what: string): string {
        return `${this.prefix}-${this.run}-${what.toLowerCase()}`;
    }
}

/** Whether a name starts with the prefix. Ignores case, as some services do. */
export function hasPrefix(name: string, prefix: string): boolean {
    return name.toLowerCase().startsWith(prefix);
}

/**
 * Checks a prefix, which becomes part of names, email addresses and tags. A short one would match objects of other people.
 * @throws UsageError
 */
export function checkPrefix(prefix: string): void {
    if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(prefix) && prefix.length >= 4 && prefix.length <= 30) return;
    throw new UsageError(
        `--prefix ${JSON.stringify(prefix)} is not valid. Use 4 to 30 lowercase letters and digits, separated by single hyphens, starting with a letter, such as zz-verify.`,
    );
}

/** Name of a kind of this package. */
export type KindName = keyof typeof resources;

/** Returns the text that identifies an object of a run, in a declaration or a live object. For most kinds it is the name. */
export type LabelOf = (kind: Kind, properties: Properties) => string;

/** Returns a function that finds labels. `fixtures` has an entry for each kind. Default label: the first property of the key. */
export function labelsOf(fixtures: Readonly<Record<string, { readonly label?: string }>>): LabelOf {
    return (kind, properties) => String(properties[fixtures[kind.name]?.label ?? kind.key[0] ?? ""] ?? "");
}
