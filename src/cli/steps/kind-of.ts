import { kindNameOf } from "../../common/pulumi-type.js";
import type { Kind } from "../../kernel.js";
import { kinds } from "../../resources/kinds.js";

/** Returns the kind of a Pulumi type; undefined if the type belongs to another package. */
export function kindOfType(type: string): Kind | undefined {
    const name = kindNameOf(type);
    return kinds.find((kind) => kind.name === name);
}
