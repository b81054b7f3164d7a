import { Owner } from "../../../../src/resources/kinds/owners/owner.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface OwnerBody {
    name: string;
    description?: string;
    access_request_escalation_period?: number;
    reviewer_message_channel_id?: string | null;
}

export const owner: Subject = {
    kind: Owner.kind,
    stage: async (world) => {
        const [ada, bruno, chiyo, dana] = world.userIds;
        const [channel, otherChannel] = world.channelIds;
        const put = (id: string, change: object) =>
            world.api("PUT", "/owners", { owners: [{ owner_id: id, ...change }] });
        const args = {
            name: "Platform",
            description: "Runs production",
            userIds: [ada, bruno, chiyo],
            reviewerMessageChannelId: channel,
        };
        return {
            args,
            least: { name: "Platform" },
            edits: {
                name: "Platform team",
                description: "Runs everything",
                userIds: [bruno, dana],
                accessRequestEscalationPeriod: 30,
                reviewerMessageChannelId: otherChannel,
            },
            read: async (id) => {
                const body = await world.api<OwnerBody>("GET", `/owners/${id}`);
                const { users } = await world.api<{ users: { user_id: string }[] }>("GET", `/owners/${id}/users`);
                return {
                    name: body.name,
                    description: body.description,
                    userIds: users.map((user) => user.user_id),
                    accessRequestEscalationPeriod: body.access_request_escalation_period,
                    reviewerMessageChannelId: body.reviewer_message_channel_id,
                };
            },
            outside: {
                name: (id) => put(id, { name: "Renamed" }),
                description: (id) => put(id, { description: "edited" }),
                userIds: (id) => world.api("PUT", `/owners/${id}/users`, { user_ids: [ada, chiyo] }),
                reviewerMessageChannelId: (id) => put(id, { reviewer_message_channel_id: "" }),
            },
            shuffle: (id) => world.api("PUT", `/owners/${id}/users`, { user_ids: [chiyo, ada, bruno] }),
            unmanaged: { property: "description", edit: (id) => put(id, { description: "by hand" }) },
            vanish: (id) => world.api("DELETE", `/owners/${id}`),
            exists: (id) => world.has(`/owners/${id}`),
            count: async () => {
                const { results } = await world.api<{ results: OwnerBody[] }>("GET", "/owners");
                return results.filter(({ name }) => name === args.name).length;
            },
            afterDestroy: "nothing",
            bad: {
                name: { ...args, name: "   " },
                accessRequestEscalationPeriod: { ...args, accessRequestEscalationPeriod: -5 },
                "userIds[1]": { ...args, userIds: [ada, "bruno@tidewater.example"] },
                nmae: { ...args, nmae: "Platform" },
                userIds: { ...args, sourceGroupId: world.groupIds[0] },
            },
            sibling: async (number) => ({ ...args, name: `Platform ${number}` }),
            importName: "Platform",
        };
    },
};
