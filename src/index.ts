/** Access governance as code: Pulumi resources that declare owners, reviewers, visibility and access. */

import * as functions from "./resources/functions.js";
import { nameFunctions } from "./resources/lookups/callable.js";
import { skipPromiseStacks } from "./resources/program/promise-stacks.js";
import { limitUncaughtErrors } from "./resources/program/uncaught-errors.js";

export { AccessGovernanceClient } from "./api/access-governance-client.js";
export type { Answer, CallOptions, Params } from "./api/client.js";
export * from "./api/errors.js";
export type { OperationName } from "./api/generated/operations.gen.js";
export type { Item, List, ListName, Page } from "./api/list.js";
export type { ClientOptions } from "./api/options.js";
export { setDefaultTags } from "./resources/components/default-tags.js";
export * from "./resources/components/index.js";
export type { Action } from "./resources/functions/action.js";
export * from "./resources/functions.js";
export * from "./resources/index.js";
export type { Lookup, OpenLookup } from "./resources/lookups/callable.js";
export type { Later, LookupOutput, OpenLookupOutput } from "./resources/lookups/lookup.js";
export type { LookupOptions } from "./resources/lookups/organization.js";
export { type Defaults, Provider, type ProviderArgs } from "./resources/program/provider.js";
export type { ResourceOptions } from "./resources/program/resource.js";

nameFunctions(functions);
limitUncaughtErrors();
skipPromiseStacks();
