import { fromWire } from "../../../schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Specimen } from "../specimen.js";

export const owner: Specimen = {
    creates: "an owner whose only user is yours",
    needs: [],
    arrange: async ({ client, naming, surroundings: { userId } }) => ({
        args: { name: naming.name("owner"), description: ORIGIN, userIds: [userId] },
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
    }),
};

export const ownerUsers: Specimen = {
    creates: "your user as the user of an owner",
    needs: ["Owner"],
    arrange: async (stage) => {
        const { client } = stage;
        const { userId } = stage.surroundings;
        const put = (owner_id: string, user_ids: string[]) =>
            client.call("setOwnerUsers", { path: { owner_id }, body: { user_ids } });
        const ownerId = await stage.owner(3);
        return {
            args: { ownerId, userIds: [userId] },
            edit: { userIds: [] },
            outside: { path: "userIds", make: (id) => put(id, []) },
            read: async (owner_id) => {
                const body = await client.call("getOwnerUsers", { path: { owner_id } });
                return { ownerId: owner_id, userIds: body.users.map((user) => user.user_id) };
            },
            left: { userIds: [] },
        };
    },
};
