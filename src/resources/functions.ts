// Made by scripts/kinds/lists.ts; do not edit.
// biome-ignore-all assist/source/organizeImports: one line for each module
// biome-ignore-all format: one line for each module
export * from "./functions/campaigns.js";
export * from "./functions/group-reviewers.js";
export * from "./functions/requests.js";
export * from "./lookups/apps.js";
export * from "./lookups/bundles.js";
export * from "./lookups/campaigns.js";
export * from "./lookups/contacts.js";
export * from "./lookups/events.js";
export * from "./lookups/groups.js";
export * from "./lookups/members.js";
export * from "./lookups/owners.js";
export * from "./lookups/requests.js";
export * from "./lookups/resources.js";
export * from "./lookups/scripts.js";
export * from "./lookups/tags.js";
export * from "./lookups/templates.js";
export * from "./lookups/users.js";
