/** Default value of the current user's bearer token. */
export const DEFAULT_TOKEN = "local-token";
