import { ResourceUser } from "../../../../src/resources/kinds/resources/resource-user.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Grant {
    user_id: string;
    expiration_date: string | null;
}

export const resourceUser: Subject = {
    kind: ResourceUser.kind,
    stage: async (world) => {
        const resourceId = await world.newResource("Ledger");
        const otherResource = await world.newResource("Archive");
        const [, , userId, otherUser] = world.userIds;
        const pathOf = (id: string) => `/resources/${id.split("/")[0]}/users/${id.split("/")[1]}`;
        const found = async (id: string) => {
            const { data } = await world.api<{ data: Grant[] }>("GET", pathOf(id)).catch(() => ({ data: [] }));
            return data;
        };
        const last = (id: string, minutes: number) => world.api("PUT", pathOf(id), { duration_minutes: minutes });
        const args = { resourceId, userId, durationMinutes: 0 };
        return {
            args,
            least: { resourceId, userId },
            edits: { resourceId: otherResource, userId: otherUser, durationMinutes: 600 },
            read: async (id) => {
                const [grant] = await found(id);
                const end = grant?.expiration_date;
                // Rounded, because some time passes between the write and the read.
                const minutes = end ? Math.round((Date.parse(end) - world.now()) / 60_000) : 0;
                return {
                    resourceId: id.split("/")[0],
                    userId: grant?.user_id,
                    // 600 minutes is the duration in `edits`; other ends were set outside.
                    durationMinutes: minutes === 0 || minutes === 600 ? minutes : `until ${end}`,
                };
            },
            outside: { durationMinutes: (id) => last(id, 60) },
            unmanaged: { property: "durationMinutes", edit: (id) => last(id, 60) },
            vanish: (id) => world.api("DELETE", pathOf(id)),
            exists: async (id) => (await found(id)).length > 0,
            count: async () => (await found(`${resourceId}/${userId}`)).length,
            afterDestroy: "nothing",
            bad: {
                resourceId: { userId },
                userId: { resourceId, userId: "ada" },
                durationMinutes: { resourceId, userId, durationMinutes: -1 },
                renew: { resourceId, userId, renew: "always" },
            },
            sibling: async (number) => ({ resourceId: await world.newResource(`Resource ${number}`), userId }),
        };
    },
};
