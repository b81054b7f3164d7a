/** The API client, which can be used without Pulumi: `pulumi-access-governance/client`. */
export { AccessGovernanceClient } from "./access-governance-client.js";
export type { Answer, CallOptions, Params } from "./client.js";
export * from "./errors.js";
export type { OperationName, OperationTypes } from "./generated/operations.gen.js";
export type * from "./generated/types.gen.js";
export type { Item, List, ListName, Page } from "./list.js";
export type { ClientOptions } from "./options.js";
