import { fromWire } from "../../../provider/schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Specimens } from "../specimen.js";
import { listScene } from "./scenes.js";

export const ownerSpecimens = {
    Owner: {
        creates: "an owner whose only user is yours",
        needs: [],
        arrange: async (stage) => {
            const { client, naming } = stage;
            return {
                args: await stage.args("Owner", naming.name("owner")),
                edit: { description: `${ORIGIN} Updated.` },
                outside: {
                    path: "userIds",
                    make: (owner_id) => client.call("setOwnerUsers", { path: { owner_id }, body: { user_ids: [] } }),
                },
                read: async (owner_id) => {
                    const body = await client.call("getOwner", { path: { owner_id } });
                    const { users } = await client.call("getOwnerUsers", { path: { owner_id } });
                    return { ...fromWire(body), userIds: users.map((user) => user.user_id) };
                },
            };
        },
    },
    OwnerUsers: {
        creates: "a list of users for an owner, containing only your own user",
        needs: ["Owner"],
        arrange: async (stage) => {
            const { client, surroundings } = stage;
            return listScene(
                ["ownerId", await stage.id("Owner", 3)],
                "userIds",
                { declared: [surroundings.userId], updated: [], edited: [], left: [] },
                (owner_id, user_ids) => client.call("setOwnerUsers", { path: { owner_id }, body: { user_ids } }),
                async (owner_id) => {
                    const { users } = await client.call("getOwnerUsers", { path: { owner_id } });
                    return users.map((user) => user.user_id);
                },
            );
        },
    },
} satisfies Specimens;
