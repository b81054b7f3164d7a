import { z } from "zod";
import type { Layout } from "./table.js";

/** The layout of the records of one kind, and their shape. */
export type RecordLayout<Schema extends z.ZodType<object>> = Layout<z.output<Schema>> & { readonly schema: Schema };

export const id = z.guid();
export const ids = z.array(id);
export const moment = z.iso.datetime({ offset: true });

/** Records of this shape, called so in messages and told apart by these fields. */
export function records<Schema extends z.ZodType<object>>(
    noun: string,
    key: readonly (keyof z.output<Schema> & string)[],
    schema: Schema,
): RecordLayout<Schema> {
    return { noun, key, schema };
}

/** Records of what these ids name, with these fields beside them: one each; at each access level, where the fields have one. */
export function recordsOf<const Id extends string, Fields extends z.ZodRawShape>(
    noun: string,
    names: readonly Id[],
    fields: Fields,
) {
    const schema = z.object({ ...fields, ...Object.fromEntries(names.map((name) => [name, id])) });
    const key = "access_level_remote_id" in fields ? [...names, "access_level_remote_id"] : names;
    // The compiler cannot follow names through fromEntries.
    return { noun, key, schema } as object as RecordLayout<z.ZodObject<Omit<Fields, Id> & Record<Id, typeof id>>>;
}
