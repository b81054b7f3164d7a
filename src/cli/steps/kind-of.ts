import { kinds } from "../../kinds.js";
import { kindNameOf } from "../../schema/pulumi-type.js";
import type { Kind } from "../../shapes/kind.js";

/** The kind of a Pulumi type; undefined if the type is not of this package. */
export function kindOf(type: string): Kind | undefined {
    const name = kindNameOf(type);
    return kinds.find((kind) => kind.name === name);
}
