import { listing } from "../../../provider/live/operation.js";
import { fromWire } from "../../../provider/schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Specimens } from "../specimen.js";
import { textEdits } from "./scenes.js";

export const people = {
    User: {
        creates: "a user whose email address is under example.com",
        needs: [],
        effect: "sends an invitation to that address, which no mailbox receives, and may take a license while it exists",
        skipped: "it invites a user",
        arrange: async ({ client, naming }) => ({
            args: {
                email: `${naming.name("user")}@example.com`,
                firstName: "Verify",
                lastName: "Write",
                role: "MEMBER",
                position: ORIGIN,
            },
            ...textEdits("position", (user_id, position) =>
                client.call("updateUser", { path: { user_id }, body: { position } }),
            ),
            read: async (user_id) => fromWire(await client.call("getUser", { query: { user_id } })),
        }),
    },
    Delegation: {
        creates: "a delegation from your user to another user, for one day in 2099",
        needs: [],
        effect: "may notify both users",
        skipped: "it involves another user of the organization",
        label: "reason",
        arrange: async ({ client, naming, surroundings: { userId } }) => {
            const users = await listing("getUsers").all(client);
            const other = users.find(({ user_id, email }) => user_id !== userId && email);
            if (!other) return { because: "the organization has only one user" };
            return {
                args: {
                    delegatorUserId: userId,
                    delegateUserId: other.user_id,
                    startTime: "2099-07-01T00:00:00Z",
                    endTime: "2099-07-02T00:00:00Z",
                    reason: `${naming.name("delegation")}: ${ORIGIN}`,
                },
                edit: { endTime: "2099-07-03T00:00:00Z" },
                outside: { because: "the API cannot change a delegation" },
                read: async (delegation_id) =>
                    fromWire(await client.call("getDelegation", { path: { delegation_id } })),
            };
        },
    },
} satisfies Specimens;
