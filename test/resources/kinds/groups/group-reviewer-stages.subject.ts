import { fromWire } from "../../../../src/provider/schema/wire.js";
import { GroupReviewerStages } from "../../../../src/resources/kinds/groups/group-reviewer-stages.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Configuration {
    reviewer_stages: { owner_ids?: string[] }[];
}

export const groupReviewerStages: Subject = {
    kind: GroupReviewerStages.kind,
    waived: { 3: "the document is one list, and all of it is declared; its own test covers what a stage leaves out" },
    stage: async (world) => {
        const groupId = await world.newGroup("Engineers");
        const other = await world.newGroup("Analysts");
        const reviewers = await world.newOwner("Reviewers");
        const others = await world.newOwner("Others");
        const configurations = async (id: string) =>
            (await world.api<{ request_configurations: Configuration[] }>("GET", `/groups/${id}`))
                .request_configurations;
        const edit = async (id: string, change: (stages: object[]) => object[]) => {
            const [first, ...rest] = await configurations(id);
            const changed = { ...first, reviewer_stages: change(first?.reviewer_stages ?? []) };
            await world.api("PUT", "/groups", {
                groups: [{ group_id: id, request_configurations: [changed, ...rest] }],
            });
        };
        const stages = [
            { operator: "AND", ownerIds: [reviewers, others], requireManagerApproval: true },
            {
                operator: "OR",
                ownerIds: [others],
                escalation: { delayMinutes: 30, userIds: [world.userIds[3]] },
            },
        ];
        const args = { groupId, stages };
        return {
            args,
            least: { groupId, stages: [{ operator: "AND", ownerIds: [reviewers] }] },
            edits: { groupId: other, stages: [{ operator: "OR", ownerIds: [others] }] },
            read: async (id) => ({
                groupId: id,
                stages: ((await configurations(id))[0]?.reviewer_stages ?? []).map(fromWire),
            }),
            outside: {
                "stages[0].operator": (id) => edit(id, ([first, ...rest]) => [{ ...first, operator: "OR" }, ...rest]),
                "stages[0].ownerIds": (id) =>
                    edit(id, ([first, ...rest]) => [{ ...first, owner_ids: [reviewers] }, ...rest]),
                "stages[1].escalation.delayMinutes": (id) =>
                    edit(id, ([first, second]) => [
                        first ?? {},
                        { ...second, escalation: { delay_minutes: 5, user_ids: [world.userIds[3]] } },
                    ]),
                stages: (id) => edit(id, (all) => all.slice(0, 1)),
            },
            shuffle: (id) => edit(id, ([first, ...rest]) => [{ ...first, owner_ids: [others, reviewers] }, ...rest]),
            vanish: (id) => world.api("DELETE", `/groups/${id}`),
            exists: (id) => world.has(`/groups/${id}`),
            count: async () => ((await world.has(`/groups/${groupId}`)) ? 1 : 0),
            afterDestroy: async (id) => {
                const { admin_owner_id } = await world.api("GET", `/groups/${id}`);
                const left = (await configurations(id))[0]?.reviewer_stages;
                const [stage, ...more] = left ?? [];
                if (more.length > 0 || `${stage?.owner_ids}` !== admin_owner_id)
                    throw new Error("somebody else than the administrating owner reviews");
            },
            bad: {
                groupId: { stages },
                stages: { groupId, stages: [] },
                "stages[0].operator": { groupId, stages: [{ operator: "XOR", ownerIds: [others] }] },
                "stages[0].escalation": {
                    groupId,
                    stages: [
                        { operator: "AND", ownerIds: [others], escalation: { delayMinutes: 5, ownerIds: [reviewers] } },
                    ],
                },
            },
            sibling: async (number) => ({ ...args, groupId: await world.newGroup(`Sibling ${number}`) }),
        };
    },
};
