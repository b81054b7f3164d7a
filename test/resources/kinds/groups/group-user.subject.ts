import { GroupUser } from "../../../../src/resources/kinds/groups/group-user.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Member {
    user_id: string;
    expiration_date: string | null;
}

export const groupUser: Subject = {
    kind: GroupUser.kind,
    stage: async (world) => {
        const groupId = await world.newGroup("Engineers");
        const otherGroup = await world.newGroup("Analysts");
        const [, , userId, otherUser] = world.userIds;
        const pathOf = (id: string) => `/groups/${id.split("/")[0]}/users/${id.split("/")[1]}`;
        const found = async (id: string) => {
            const [group, user] = id.split("/");
            const { results } = await world
                .api<{ results: Member[] }>("GET", `/groups/${group}/users`)
                .catch(() => ({ results: [] }));
            return results.filter((member) => member.user_id === user);
        };
        const last = (id: string, minutes: number) => world.api("PUT", pathOf(id), { duration_minutes: minutes });
        const args = { groupId, userId, durationMinutes: 0 };
        return {
            args,
            least: { groupId, userId },
            edits: { groupId: otherGroup, userId: otherUser, durationMinutes: 600 },
            read: async (id) => {
                const [member] = await found(id);
                const end = member?.expiration_date;
                // Rounded, because some time passes between the write and the read.
                const minutes = end ? Math.round((Date.parse(end) - world.now()) / 60_000) : 0;
                return {
                    groupId: id.split("/")[0],
                    userId: member?.user_id,
                    // 600 minutes is the duration in `edits`; other ends were set outside.
                    durationMinutes: minutes === 0 || minutes === 600 ? minutes : `until ${end}`,
                };
            },
            outside: { durationMinutes: (id) => last(id, 60) },
            unmanaged: { property: "durationMinutes", edit: (id) => last(id, 60) },
            vanish: (id) => world.api("DELETE", pathOf(id)),
            exists: async (id) => (await found(id)).length > 0,
            count: async () => (await found(`${groupId}/${userId}`)).length,
            afterDestroy: "nothing",
            bad: {
                groupId: { userId },
                userId: { groupId, userId: "ada" },
                durationMinutes: { groupId, userId, durationMinutes: -1 },
                renew: { groupId, userId, renew: "always" },
            },
            sibling: async (number) => ({ groupId: await world.newGroup(`Group ${number}`), userId }),
        };
    },
};
