import type { z } from "zod";
import type { Layout } from "./table.js";

/** The layout of the records of one kind, and their shape. */
export type RecordLayout<Schema extends z.ZodType<object>> = Layout<z.output<Schema>> & { readonly schema: Schema };

/** Records of this shape, called so in messages and told apart by these fields. */
export function records<Schema extends z.ZodType<object>>(
    noun: string,
    key: readonly (keyof z.output<Schema> & string)[],
    schema: Schema,
): RecordLayout<Schema> {
    return { noun, key, schema };
}
