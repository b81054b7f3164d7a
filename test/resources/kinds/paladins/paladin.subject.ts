import { Paladin } from "../../../../src/resources/kinds/paladins/paladin.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface PaladinBody {
    name: string;
    owner_id: string;
    monitor_mode: boolean;
    admin_view_only: boolean;
    enabled_connectors: string[];
    instructions: string;
}

export const paladin: Subject = {
    kind: Paladin.kind,
    stage: async (world) => {
        const { ownerId } = world;
        const otherOwner = await world.newOwner("Platform");
        const put = async (id: string, change: object) => {
            const { name } = await world.api<PaladinBody>("GET", `/paladin/${id}`);
            return world.api("PUT", `/paladin/${id}`, { name, ...change });
        };
        const args = {
            name: "Gatekeeper",
            ownerId,
            monitorMode: false,
            enabledConnectors: ["SLACK", "JIRA"],
            instructions: "Ask for a ticket",
        };
        return {
            args,
            least: { name: "Gatekeeper", ownerId },
            edits: {
                name: "Doorkeeper",
                ownerId: otherOwner,
                monitorMode: true,
                enabledConnectors: ["LINEAR"],
                instructions: "Ask twice",
            },
            read: async (id) => {
                const body = await world.api<PaladinBody>("GET", `/paladin/${id}`);
                return {
                    name: body.name,
                    ownerId: body.owner_id,
                    monitorMode: body.monitor_mode,
                    adminViewOnly: body.admin_view_only,
                    enabledConnectors: body.enabled_connectors,
                    instructions: body.instructions,
                };
            },
            outside: {
                name: (id) => put(id, { name: "Renamed" }),
                monitorMode: (id) => put(id, { monitor_mode: true }),
                enabledConnectors: (id) => put(id, { enabled_connectors: ["SLACK"] }),
                instructions: (id) => put(id, { instructions: "Do as you like" }),
            },
            shuffle: (id) => put(id, { enabled_connectors: ["JIRA", "SLACK"] }),
            unmanaged: { property: "instructions", edit: (id) => put(id, { instructions: "by hand" }) },
            vanish: (id) => world.api("DELETE", `/paladin/${id}`),
            exists: (id) => world.has(`/paladin/${id}`),
            count: async () => {
                const path = `/paladin/name/${encodeURIComponent(args.name)}`;
                const { results } = await world.api<{ results: PaladinBody[] }>("GET", path);
                return results.filter(({ owner_id }) => owner_id === ownerId).length;
            },
            afterDestroy: "nothing",
            bad: {
                name: { ...args, name: "" },
                ownerId: { ...args, ownerId: "nobody" },
                "enabledConnectors[0]": { ...args, enabledConnectors: [" "] },
            },
            sibling: async (number) => ({ ...args, name: `Paladin ${number}` }),
            importName: "Gatekeeper",
        };
    },
};
