/** The bearer token of the current user, unless the service is given another one. */
export const DEFAULT_TOKEN = "local-token";
