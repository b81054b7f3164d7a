import type { World } from "../world.js";
import type { Calls } from "./table.js";

/** Tags, and the objects that have them. */
export const tags = {
    findTag: () => ({ query: { tag_key: "region", tag_value: "eu" } }),
    createTag: () => ({ body: { tag_key: "shift", tag_value: "night" } }),
    getTags: () => ({ query: { page_size: 1 } }),
    addUserTag: (w) => ({ path: { tag_id: w.tag("team"), user_id: w.user("Hugo") }, body: {} }),
    removeUserTag: (w) => tagged(w, "addUserTag", { user_id: w.user("Hugo") }),
    addGroupTag: async (w) => ({ path: { tag_id: w.tag("region"), group_id: await w.group() } }),
    removeGroupTag: async (w) => tagged(w, "addGroupTag", { group_id: await w.group() }),
    addResourceTag: async (w) => ({ path: { tag_id: w.tag("region"), resource_id: await w.resource() } }),
    removeResourceTag: async (w) => tagged(w, "addResourceTag", { resource_id: await w.resource() }),
} satisfies Calls;

/** Adds the tag to an object. Returns the parameters of the call that removes it. */
async function tagged<Id extends object>(
    w: World,
    add: "addUserTag" | "addGroupTag" | "addResourceTag",
    carrier: Id,
): Promise<{ path: { tag_id: string } & Id }> {
    const path = { tag_id: w.tag("region"), ...carrier };
    await w.client.call(add, { path } as never); // the id has the name that this operation expects
    return { path };
}
