import { GroupUsers } from "../../../../src/resources/kinds/groups/group-users.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const groupUsers: Subject = {
    kind: GroupUsers.kind,
    waived: { 3: "the document is one set, and all of it is declared" },
    stage: async (world) => {
        const [ada, bruno, chiyo, dana] = world.userIds;
        const groupId = await world.newGroup("Engineers");
        const other = await world.newGroup("Analysts");
        const read = async (id: string) => {
            const { results } = await world.api<{ results: { user_id: string }[] }>("GET", `/groups/${id}/users`);
            return { groupId: id, users: results.map((member) => ({ userId: member.user_id })) };
        };
        const args = { groupId, users: [{ userId: ada }, { userId: bruno, accessLevelRemoteId: "" }] };
        return {
            args,
            least: args,
            edits: { users: [{ userId: bruno }, { userId: dana }], groupId: other },
            read,
            outside: { users: (id) => world.api("POST", `/groups/${id}/users/${chiyo}`, { duration_minutes: 0 }) },
            shuffle: async (id) => {
                await world.api("DELETE", `/groups/${id}/users/${ada}`);
                await world.api("POST", `/groups/${id}/users/${ada}`, { duration_minutes: 0 });
            },
            vanish: (id) => world.api("DELETE", `/groups/${id}`),
            exists: (id) => world.has(`/groups/${id}`),
            count: async () => ((await world.has(`/groups/${groupId}`)) ? 1 : 0),
            afterDestroy: async (id) => {
                const { users } = await read(id);
                if (users.length > 0) throw new Error(`the group still has ${users.length} members`);
            },
            bad: {
                groupId: { users: [] },
                "users[0].userId": { groupId, users: [{ userId: "ada" }] },
                "users[1]": { groupId, users: [{ userId: ada }, { userId: ada, accessLevelRemoteId: "" }] },
            },
            sibling: async (number) => ({ ...args, groupId: await world.newGroup(`Sibling ${number}`) }),
        };
    },
};
