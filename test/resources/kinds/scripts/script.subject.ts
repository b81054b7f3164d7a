import { Script } from "../../../../src/resources/kinds/scripts/script.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface ScriptBody {
    opal_script_id: string;
    name: string;
    script: string;
    script_type: string;
}

export const script: Subject = {
    kind: Script.kind,
    stage: async (world) => {
        const { ownerId } = world;
        const otherOwner = await world.newOwner("Platform");
        const get = (id: string) => world.api<ScriptBody>("GET", `/opal-scripts/${id}`);
        const put = (id: string, change: object) => world.api("PUT", `/opal-scripts/${id}`, change);
        const args = {
            name: "Working hours",
            scriptType: "REQUEST_REVIEW",
            script: "def main(request):\n    return request.approve()\n",
            ownerId,
        };
        const { ownerId: _ownerId, ...unowned } = args;
        return {
            args,
            least: args,
            edits: {
                name: "Office hours",
                script: "def main(request):\n    return request.deny()\n",
                ownerId: otherOwner,
            },
            read: async (id) => {
                const { name, script_type: scriptType, script } = await get(id);
                const reviewer = world.service.store.scriptReviewers.where("opal_script_id", id)[0];
                return { name, scriptType, script, ...(reviewer && { ownerId: reviewer.owner_id }) };
            },
            outside: {
                name: (id) => put(id, { name: "Renamed" }),
                script: (id) => put(id, { script: "def main(request):\n    return request.abstain()\n" }),
            },
            vanish: (id) => world.api("DELETE", `/opal-scripts/${id}`),
            exists: (id) => world.has(`/opal-scripts/${id}`),
            count: async () => {
                const { results } = await world.api<{ results: ScriptBody[] }>("GET", "/opal-scripts");
                return results.filter(({ name, script_type }) => name === args.name && script_type === args.scriptType)
                    .length;
            },
            afterDestroy: "nothing",
            bad: {
                name: { ...args, name: "" },
                scriptType: { ...args, scriptType: "REQUEST_REVIEWS" },
                script: { ...args, script: " " },
                ownerId: unowned,
            },
            sibling: async (number) => ({ ...args, name: `Script ${number}` }),
            importName: "Working hours",
        };
    },
    waived: { 3: "everything must be given, but for the owner, which the service never tells" },
};
