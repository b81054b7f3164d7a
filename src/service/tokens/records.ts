import { z } from "zod";
import type { Token } from "../../api/generated/types.gen.js";
import { zToken } from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

export interface TokenRecords {
    tokens: Token;
    /** What no answer shows of a token. */
    tokenSecrets: {
        token_id: string;
        /** SHA-256 of the value in hexadecimal; the value itself is kept nowhere. */
        hash: string;
        /** What may be shown of the value. */
        preview: string;
        role: "ADMIN" | "MEMBER";
        /** Comes from the options of the service, so that it ends with them. */
        given_at_start: boolean;
    };
}

export const tokenLayouts: Layouts<TokenRecords> = {
    tokens: { noun: "token", key: ["token_id"], schema: zToken },
    tokenSecrets: {
        noun: "secret of token",
        key: ["token_id"],
        schema: z.object({
            token_id: z.guid(),
            hash: z.string().regex(/^[0-9a-f]{64}$/),
            preview: z.string(),
            role: z.enum(["ADMIN", "MEMBER"]),
            given_at_start: z.boolean(),
        }),
    },
};
