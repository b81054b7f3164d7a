/** Default of the bearer token of the current user. */
export const DEFAULT_TOKEN = "local-token";
