import type { Output } from "@pulumi/pulumi";
import { z } from "zod";
import { listing, operation } from "../../../api/calls.js";
import { ConflictError, ForbiddenError } from "../../../api/errors.js";
import { zApiAccessLevelEnum } from "../../../api/generated/zod.gen.js";
import { irrelevant, lastWidens, laterWidens, unevaluated } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { token } from "../../../provider/shapes/token.js";
import { id, moment, textField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { userSource } from "../../sources.js";

/** At most ten years. */
const days = (least: number) =>
    field(z.number().int("it must be a whole number of days").min(least).max(3650), { onChange: "local" });

const fields = {
    /**
     * Service user that the token belongs to, such as a Paladin. A preview checks only that the user exists, because the API does not
     * return which users are service users; the service refuses a token for another person. A change replaces the token.
     */
    userId: unevaluated(id(userSource)),
    /** Label of the token. On the service, it is followed by a mark of this resource. A change replaces the token. */
    tokenLabel: irrelevant(textField()),
    /** What the token may do. A change creates a new token; the former one keeps its access level until the overlap ends. */
    accessLevel: unevaluated(zApiAccessLevelEnum(), lastWidens("READ_ONLY", "FULL_ACCESS")),
    /**
     * End of the token, as an ISO date-time with a UTC offset; null for none. A change creates a new token. An ended token is not replaced
     * until the program declares a later end.
     */
    expiresAt: unevaluated(moment().nullable(), laterWidens()).optional(),
    /** Age in days at which the next `pulumi up` replaces the token by a new one. Default: never. */
    rotateEveryDays: irrelevant(days(1)).optional(),
    /**
     * How many days the former token stays valid after a rotation. It is deleted by the first `pulumi up` after that. Must be less than
     * `rotateEveryDays`. Default: 7, but at most half of `rotateEveryDays`.
     */
    overlapDays: unevaluated(days(0), laterWidens()).optional(),
};

/**
 * An API token of a service user. Its secret is the output `signedToken`, encrypted in the state. A rotation creates a second token, passes
 * it on in the same run, and keeps the first one until the overlap has ended; a preview announces both. Both tokens are deleted with the
 * declaration, unless the run itself uses one of them. A service user has at most two tokens, so declare one rotated token per service user.
 * A token deleted outside Pulumi is created again. The service shows a secret only once, so an imported token has none until it is rotated,
 * and tokens are not exported. Pulumi id and import id: `<user id>/<label>`. Operations: GET and POST /tokens, DELETE /tokens/{token_id}.
 */
export class ServiceUserToken extends AccessResource<ServiceUserTokenArgs> {
    static readonly kind = token({
        name: "ServiceUserToken",
        noun: "token of a service user",
        parent: userSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        rules: [
            [
                "overlapDays",
                "it must be less than rotateEveryDays",
                ({ overlapDays, rotateEveryDays }) =>
                    typeof overlapDays !== "number" ||
                    typeof rotateEveryDays !== "number" ||
                    overlapDays < rotateEveryDays,
            ],
        ],
        key: ["userId", "tokenLabel"],
        list: listing("getTokens", (userId: string) => ({ query: { user_id: userId } })),
        create: operation("createToken"),
        remove: operation("deleteToken"),
        explain: (error) => {
            if (error.failure.operation !== "createToken") return undefined;
            if (error instanceof ConflictError)
                return "The service user has two active tokens, which is the most: delete one that nobody uses, or run again after the overlap of the last rotation.";
            if (error instanceof ForbiddenError)
                return "The service refused to create a token for this user: userId must be a service user, and the run needs the token of an administrator.";
            return undefined;
        },
    });

    /** Id of the current token. */
    declare readonly tokenId: Output<string>;
    /** Creation date of the current token in ISO format. */
    declare readonly createdAt: Output<string>;
    /** The secret of the current token; null for an imported token that was not rotated yet. */
    declare readonly signedToken: Output<string | null>;
    /** Id of the former token during the overlap of a rotation; null if there is none. */
    declare readonly formerTokenId: Output<string | null>;
    /** SHA-256 digest of the former token, by which a run recognizes that it uses this token; null if it is not known. */
    declare readonly formerTokenDigest: Output<string | null>;
}

export interface ServiceUserToken extends OutputsOf<typeof fields> {}
export interface ServiceUserTokenArgs extends ArgsOf<typeof fields> {}
