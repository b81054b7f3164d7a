import type { z } from "zod";
import type { Layout } from "./table.js";

/** Noun, key and shape of some kinds of records. */
export type Layouts<Records> = {
    readonly [Name in keyof Records]: (Records[Name] extends object ? Layout<Records[Name]> : never) & {
        readonly schema: z.ZodType;
    };
};
