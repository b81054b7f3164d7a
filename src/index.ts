/** Access governance as code: Pulumi resources that declare who owns, reviews, sees and gets access to what. */

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
export * from "./resources/functions/campaigns.js";
export * from "./resources/functions/group-reviewers.js";
export * from "./resources/functions/requests.js";
export * from "./resources/index.js";
export * from "./resources/lookups/apps.js";
export * from "./resources/lookups/bundles.js";
export * from "./resources/lookups/campaigns.js";
export * from "./resources/lookups/contacts.js";
export * from "./resources/lookups/events.js";
export * from "./resources/lookups/groups.js";
export type { Later, Lookup, LookupOutput, OpenLookup, OpenLookupOutput } from "./resources/lookups/lookup.js";
export * from "./resources/lookups/members.js";
export type { LookupOptions } from "./resources/lookups/organization.js";
export * from "./resources/lookups/owners.js";
export * from "./resources/lookups/requests.js";
export * from "./resources/lookups/resources.js";
export * from "./resources/lookups/scripts.js";
export * from "./resources/lookups/tags.js";
export * from "./resources/lookups/templates.js";
export * from "./resources/lookups/users.js";
export { type Defaults, Provider, type ProviderArgs } from "./resources/program/provider.js";
export type { ResourceOptions } from "./resources/program/resource.js";

limitUncaughtErrors();
skipPromiseStacks();
