import { pluginType } from "../../src/common/pulumi-type.js";
import { type EnumType, enumMember } from "../../src/provider/shapes/enum-types.js";

/** Any part of a schema in Pulumi's format. */
export type Spec = Readonly<Record<string, unknown>>;

/** Returns the spec of a value of an enum, and adds the enum to `types`. A value of an open enum can be any text. */
export function enumSpec({ name, values, isOpen }: EnumType, types: Map<string, Spec>): Spec {
    const token = pluginType(name);
    types.set(token, { type: "string", enum: values.map((value) => ({ name: enumMember(value), value })) });
    const reference = { $ref: `#/types/${token}` };
    return isOpen ? { type: "string", oneOf: [{ type: "string" }, reference] } : reference;
}
