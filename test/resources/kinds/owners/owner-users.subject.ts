import { OwnerUsers } from "../../../../src/resources/kinds/owners/owner-users.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const ownerUsers: Subject = {
    kind: OwnerUsers.kind,
    waived: { 3: "the document is one list, and all of it is declared" },
    stage: async (world) => {
        const [ada, bruno, chiyo, dana] = world.userIds;
        const ownerId = await world.newOwner("Platform");
        const other = await world.newOwner("Other");
        const put = (id: string, users: unknown[]) => world.api("PUT", `/owners/${id}/users`, { user_ids: users });
        const read = async (id: string) => {
            const { users } = await world.api<{ users: { user_id: string }[] }>("GET", `/owners/${id}/users`);
            return { ownerId: id, userIds: users.map((user) => user.user_id) };
        };
        const args = { ownerId, userIds: [ada, bruno, chiyo] };
        return {
            args,
            least: args,
            edits: { userIds: [dana], ownerId: other },
            read,
            outside: { userIds: (id) => put(id, [ada]) },
            shuffle: (id) => put(id, [bruno, chiyo, ada]),
            vanish: (id) => world.api("DELETE", `/owners/${id}`),
            exists: (id) => world.has(`/owners/${id}`),
            count: async () => ((await world.has(`/owners/${ownerId}`)) ? 1 : 0),
            afterDestroy: async (id) => {
                const { userIds } = await read(id);
                if (userIds.length > 0) throw new Error(`the owner still has ${userIds.length} users`);
            },
            bad: { ownerId: { userIds: [ada] }, "userIds[0]": { ownerId, userIds: ["ada"] } },
            sibling: async (number) => ({ ...args, ownerId: await world.newOwner(`Owner ${number}`) }),
        };
    },
};
