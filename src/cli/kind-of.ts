import { kinds } from "../kinds.js";
import type { Kind } from "../shapes/kind.js";

/** The kind of a Pulumi type; undefined if the type is not of this package. */
export function kindOf(type: string): Kind | undefined {
    const [, name] = /^pulumi-nodejs:dynamic\/access-governance:(\w+)$/.exec(type) ?? [];
    return kinds.find((kind) => kind.name === name);
}
