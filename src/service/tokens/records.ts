import { z } from "zod";
import * as schemas from "../../api/generated/zod.gen.js";
import { records, recordsOf } from "../storage/layouts.js";

export const tokenLayouts = {
    tokens: records("token", ["token_id"], schemas.zToken()),
    /** What no answer shows of a token. */
    tokenSecrets: recordsOf("secret of token", ["token_id"], {
        /** SHA-256 of the value in hexadecimal; the value itself is kept nowhere. */
        hash: z.string().regex(/^[0-9a-f]{64}$/),
        /** What may be shown of the value. */
        preview: z.string(),
        role: z.enum(["ADMIN", "MEMBER"]),
        /** Comes from the options of the service, so that it ends with them. */
        given_at_start: z.boolean(),
    }),
};
