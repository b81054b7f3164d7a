/** Access governance as code: Pulumi resources that declare who owns, reviews, sees and gets access to what. */

export type { Answer, OperationName, Params } from "./api/client.js";
export { Client, type ClientOptions } from "./api/client.js";
export * from "./api/errors.js";
export { items, pages } from "./api/pages.js";
export { Provider, type ProviderArgs } from "./provider/provider.js";
export type { ResourceOptions } from "./provider/resource.js";
export * from "./resources/index.js";
export * from "./resources/lookups.js";
