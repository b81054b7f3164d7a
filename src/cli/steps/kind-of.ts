import { kinds } from "../../kinds.js";
import { type Kind, kindNameOf } from "../../shapes/kind.js";

/** The kind of a Pulumi type; undefined if the type is not of this package. */
export function kindOf(type: string): Kind | undefined {
    const name = kindNameOf(type);
    return kinds.find((kind) => kind.name === name);
}
