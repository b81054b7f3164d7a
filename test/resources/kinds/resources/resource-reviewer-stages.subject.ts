import { fromWire } from "../../../../src/provider/schema/wire.js";
import { ResourceReviewerStages } from "../../../../src/resources/kinds/resources/resource-reviewer-stages.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const resourceReviewerStages: Subject = {
    kind: ResourceReviewerStages.kind,
    waived: {
        3: "the document is one list, and all of it is declared; what a stage leaves out is tested beside the laws",
    },
    stage: async (world) => {
        const one = await world.newOwner("Reviewers");
        const two = await world.newOwner("Others");
        const resourceId = await world.newResource("Ledger");
        const other = await world.newResource("Archive");
        const path = (id: string) => `/resources/${id}/reviewer-stages`;
        const stages = (id: string) => world.api<Record<string, unknown>[]>("GET", path(id));
        const change = async (id: string, alter: (stages: Record<string, unknown>[]) => object[]) =>
            world.api("PUT", path(id), { stages: alter(await stages(id)) });
        const first = { operator: "AND", ownerIds: [one, two], requireManagerApproval: true };
        const second = { operator: "OR", ownerIds: [two], escalation: { delayMinutes: 30, ownerIds: [one] } };
        const args = { resourceId, stages: [first, second] };
        return {
            args,
            least: args,
            edits: { stages: [second, first], resourceId: other },
            read: async (id) => ({ resourceId: id, stages: (await stages(id)).map(fromWire) }),
            outside: {
                stages: (id) => change(id, ([stage]) => (stage ? [stage] : [])),
                "stages[0].ownerIds": (id) =>
                    change(id, ([stage, ...rest]) => [{ ...stage, owner_ids: [two] }, ...rest]),
                "stages[1].escalation.delayMinutes": (id) =>
                    change(id, ([stage, ...rest]) => [
                        ...(stage ? [stage] : []),
                        ...rest.map((last) => ({ ...last, escalation: { delay_minutes: 60, owner_ids: [one] } })),
                    ]),
            },
            shuffle: (id) => change(id, ([stage, ...rest]) => [{ ...stage, owner_ids: [two, one] }, ...rest]),
            vanish: (id) => world.api("DELETE", `/resources/${id}`),
            exists: (id) => world.has(`/resources/${id}`),
            count: async () => ((await world.has(`/resources/${resourceId}`)) ? 1 : 0),
            afterDestroy: async (id) => {
                const { admin_owner_id } = await world.api("GET", `/resources/${id}`);
                const [stage, ...more] = await stages(id);
                if (more.length > 0 || `${stage?.owner_ids}` !== admin_owner_id)
                    throw new Error("somebody else than the administrating owner reviews");
            },
            bad: {
                resourceId: { stages: [first] },
                stages: { resourceId, stages: [first, first, first, first] },
                "stages[0].operator": { resourceId, stages: [{ ...first, operator: "XOR" }] },
                "stages[0].escalation": { resourceId, stages: [{ ...second, operator: "AND" }] },
            },
            sibling: async (number) => ({ ...args, resourceId: await world.newResource(`Sibling ${number}`) }),
        };
    },
};
