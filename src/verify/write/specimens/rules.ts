import { fromWire } from "../../../schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Specimen } from "../specimen.js";

export const accessRule: Specimen = {
    creates: "a paused access rule for a tag that no one has",
    needs: ["Owner"],
    arrange: async (stage) => {
        const { client, naming, surroundings } = stage;
        const name = naming.name("access-rule");
        const adminOwnerId = await stage.owner();
        const tag = { key: naming.name("unused-tag"), value: "none" };
        const clauses = [{ selectors: [{ ...tag, connectionId: surroundings.appId }] }];
        return {
            args: { name, description: ORIGIN, adminOwnerId, status: "PAUSED", ruleClauses: { when: { clauses } } },
            edit: { description: `${ORIGIN} Updated.` },
            outside: {
                path: "description",
                make: (access_rule_id) =>
                    client.call("updateAccessRule", {
                        path: { access_rule_id },
                        body: {
                            name,
                            description: `${ORIGIN} Edited.`,
                            admin_owner_id: adminOwnerId,
                            status: "PAUSED",
                            ruleClauses: {
                                when: { clauses: [{ selectors: [{ ...tag, connection_id: surroundings.appId }] }] },
                            },
                        },
                    }),
            },
            read: async (access_rule_id) => fromWire(await client.call("getAccessRule", { path: { access_rule_id } })),
        };
    },
};
