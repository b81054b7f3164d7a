/** Access governance as code: Pulumi resources that declare who owns, reviews, sees and gets access to what. */

import { leaveOutPromiseStacks } from "./program/promise-stacks.js";
import { limitUncaughtErrors } from "./program/uncaught-errors.js";

export { AccessGovernanceClient } from "./api/access-governance-client.js";
export type { Answer, CallOptions, Params } from "./api/client.js";
export * from "./api/errors.js";
export type { OperationName } from "./api/generated/operations.gen.js";
export type { Item, List, ListName, Page } from "./api/list.js";
export type { ClientOptions } from "./api/options.js";
export * from "./components/index.js";
export type { Action } from "./functions/action.js";
export * from "./functions/campaigns.js";
export * from "./functions/group-reviewers.js";
export * from "./functions/requests.js";
export * from "./lookups/apps.js";
export * from "./lookups/bundles.js";
export * from "./lookups/campaigns.js";
export * from "./lookups/contacts.js";
export * from "./lookups/events.js";
export * from "./lookups/groups.js";
export type { Later, Lookup, LookupOutput, OpenLookup, OpenLookupOutput } from "./lookups/lookup.js";
export * from "./lookups/members.js";
export type { LookupOptions } from "./lookups/organization.js";
export * from "./lookups/owners.js";
export * from "./lookups/requests.js";
export * from "./lookups/resources.js";
export * from "./lookups/scripts.js";
export * from "./lookups/tags.js";
export * from "./lookups/templates.js";
export * from "./lookups/users.js";
export { Provider, type ProviderArgs } from "./program/provider.js";
export type { ResourceOptions } from "./program/resource.js";
export * from "./resources/index.js";

limitUncaughtErrors();
leaveOutPromiseStacks();
