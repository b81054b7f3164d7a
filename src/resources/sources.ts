import type { Source } from "../provider/live.js";
import { listing, operation } from "../provider/operation.js";

/** Where the objects are read that several kinds and lookups speak of. */
export const owners: Source = {
    name: "Owner",
    id: "ownerId",
    read: operation("getOwner", (id: string) => ({ path: { owner_id: id } })),
    list: listing("getOwners", () => ({})),
    find: listing("getOwners", (key: { name?: unknown }) => ({ query: { name: String(key.name) } })),
};

export const groups: Source = {
    name: "Group",
    id: "groupId",
    read: operation("getGroup", (id: string) => ({ path: { group_id: id } })),
    list: listing("getGroups", () => ({})),
    find: listing("getGroups", (key: { name?: unknown }) => ({ query: { group_name: String(key.name) } })),
};

export const bundles: Source = {
    name: "Bundle",
    id: "bundleId",
    read: operation("getBundle", (id: string) => ({ path: { bundle_id: id } })),
    list: listing("getBundles", () => ({})),
    find: listing("getBundles", (key: { name?: unknown }) => ({ query: { contains: String(key.name) } })),
};

export const apps: Source = {
    name: "App",
    id: "appId",
    read: operation("getApp", (id: string) => ({ path: { app_id: id } })),
    list: listing("getApps", () => ({})),
};
