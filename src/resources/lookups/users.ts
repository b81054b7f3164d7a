import type { RemoteUser, ThirdPartyProviderEnum, User } from "../../api/generated/types.gen.js";
import { anyCase } from "../../provider/schema/fields.js";
import type { InCamelCase } from "../fields/values.js";
import { users } from "../sources.js";
import { by, later, objectLookup, openLookup } from "./lookup.js";

/** A user, with its properties in camelCase. */
export type UserResult = InCamelCase<User>;
/** A user's account in another system, with its properties in camelCase. */
export type RemoteUserResult = InCamelCase<RemoteUser>;

/** By id, or by email address. */
export interface GetUserArgs {
    /** Id of the user. */
    userId?: string;
    /** Email address of the user. */
    email?: string;
}

/** All users when nothing is given. */
export interface GetUsersArgs {
    /** Only users with any of these tags. */
    tagIds?: string[];
}

/** All accounts when nothing is given. */
export interface GetRemoteUsersArgs {
    /** Only accounts in these systems. */
    thirdPartyProviders?: ThirdPartyProviderEnum[];
    /** Only accounts of these users. */
    userIds?: string[];
    /** Only accounts with these ids in their systems. */
    remoteIds?: string[];
}

/**
 * Finds a user; the case of the email does not matter. Operations: GET /user, GET /users.
 * @throws if not found.
 */
export const getUser = objectLookup<GetUserArgs, UserResult>(
    users,
    "user",
    { userId: true, email: true },
    { by: ["email"], form: anyCase },
);

/** The users of the organization. Operation: GET /users. */
export const getUsers = by<GetUsersArgs>().open("getUsers");

/** The user of the token. Operation: GET /users/whoami. */
export const getCurrentUser = openLookup(
    ["getCurrentUser"],
    {},
    ({ one }, _: Record<string, never>): Promise<UserResult> => one("getCurrentUser", {}),
);

/** The accounts that users have in other systems. Operation: GET /users/remote_users. */
export const getRemoteUsers = by<GetRemoteUsersArgs>().open("getRemoteUsers", {
    thirdPartyProviders: "third_party_provider",
    userIds: "user_id",
    remoteIds: "remote_id",
});

/** All tokens when nothing is given. */
export interface GetTokensArgs {
    /** Only these tokens. */
    tokenIds?: string[];
    /** Only tokens of this user. */
    userId?: string;
}

/** API tokens, without their values. Operation: GET /tokens. */
export const getTokens = by<GetTokensArgs>().open("getTokens");

/** As `getUser`, for arguments that may be outputs of other resources. */
export const getUserOutput = later(getUser);
/** As `getUsers`, for arguments that may be outputs of other resources. */
export const getUsersOutput = later(getUsers);
/** As `getCurrentUser`, as an output. */
export const getCurrentUserOutput = later(getCurrentUser);
/** As `getRemoteUsers`, for arguments that may be outputs of other resources. */
export const getRemoteUsersOutput = later(getRemoteUsers);
/** As `getTokens`, for arguments that may be outputs of other resources. */
export const getTokensOutput = later(getTokens);
