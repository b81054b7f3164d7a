import type { RemoteUser, ThirdPartyProviderEnum, User } from "../../api/generated/types.gen.js";
import { anyCase } from "../../provider/schema/fields.js";
import type { InCamelCase } from "../fields/values.js";
import { userSource } from "../sources.js";
import { callable } from "./callable.js";
import { by, lookupOutput, objectLookup } from "./lookup.js";

/** A user, with its properties in camelCase. */
export type UserResult = InCamelCase<User>;
/** A user's account in another system, with its properties in camelCase. */
export type RemoteUserResult = InCamelCase<RemoteUser>;

/** Specify the id or the email address. */
export interface GetUserArgs {
    /** Id of the user. */
    userId?: string;
    /** Email address of the user. */
    email?: string;
}

/** Filters for users. Default: all users. */
export interface GetUsersArgs {
    /** Only users with any of these tags. */
    tagIds?: string[];
}

/** Filters for accounts. Default: all accounts. */
export interface GetRemoteUsersArgs {
    /** Only accounts in these systems. */
    thirdPartyProviders?: ThirdPartyProviderEnum[];
    /** Only accounts of these users. */
    userIds?: string[];
    /** Only accounts with these ids in the other system. */
    remoteIds?: string[];
}

/**
 * Finds a user. The case of the email is ignored. Operations: GET /user, GET /users.
 * @throws if the user does not exist.
 */
export const getUser = objectLookup<GetUserArgs, UserResult>(userSource, "user", ["email"], {
    by: ["email"],
    form: anyCase,
});

/** Lists the users of the organization. Operation: GET /users. */
export const getUsers = by<GetUsersArgs>().open("getUsers");

/** Returns the user of the API token. Operation: GET /users/whoami. */
export const getCurrentUser = callable(
    ["getCurrentUser"],
    [],
    ({ one }, _: Record<string, never>): Promise<UserResult> => one("getCurrentUser", {}),
);

/** Lists the accounts of users in other systems. Operation: GET /users/remote_users. */
export const getRemoteUsers = by<GetRemoteUsersArgs>().open("getRemoteUsers", {
    thirdPartyProviders: "third_party_provider",
    userIds: "user_id",
    remoteIds: "remote_id",
});

/** Filters for tokens. Default: all tokens. */
export interface GetTokensArgs {
    /** Only tokens with these ids. */
    tokenIds?: string[];
    /** Only tokens of this user. */
    userId?: string;
}

/** Lists API tokens, without their values. Operation: GET /tokens. */
export const getTokens = by<GetTokensArgs>().open("getTokens");

/** Like `getUser`, but accepts outputs of other resources as arguments. */
export const getUserOutput = lookupOutput(getUser);
/** Like `getUsers`, but accepts outputs of other resources as arguments. */
export const getUsersOutput = lookupOutput(getUsers);
/** Like `getCurrentUser`, but returns an output. */
export const getCurrentUserOutput = lookupOutput(getCurrentUser);
/** Like `getRemoteUsers`, but accepts outputs of other resources as arguments. */
export const getRemoteUsersOutput = lookupOutput(getRemoteUsers);
/** Like `getTokens`, but accepts outputs of other resources as arguments. */
export const getTokensOutput = lookupOutput(getTokens);
