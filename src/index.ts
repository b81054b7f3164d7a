/** Access governance as code: Pulumi resources that declare who owns, reviews, sees and gets access to what. */

export { AccessGovernanceClient } from "./api/access-governance-client.js";
export type { Answer, CallOptions, OperationName, Params } from "./api/client.js";
export * from "./api/errors.js";
export type { Item, List, ListName, Page } from "./api/list.js";
export type { ClientOptions } from "./api/options.js";
export { Provider, type ProviderArgs } from "./provider/provider.js";
export type { ResourceOptions } from "./provider/resource.js";
export * from "./resources/index.js";
export * from "./resources/lookups.js";
