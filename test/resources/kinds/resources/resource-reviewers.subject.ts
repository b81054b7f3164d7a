import { ResourceReviewers } from "../../../../src/resources/kinds/resources/resource-reviewers.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const resourceReviewers: Subject = {
    kind: ResourceReviewers.kind,
    waived: { 3: "the document is one set, and all of it is declared" },
    stage: async (world) => {
        const one = await world.newOwner("Reviewers");
        const two = await world.newOwner("Others");
        const resourceId = await world.newResource("Ledger");
        const other = await world.newResource("Archive");
        const put = (id: string, ids: string[]) =>
            world.api("PUT", `/resources/${id}/reviewers`, { reviewer_ids: ids });
        const read = async (id: string) => ({
            resourceId: id,
            reviewerIds: await world.api<string[]>("GET", `/resources/${id}/reviewers`),
        });
        const args = { resourceId, reviewerIds: [one, two] };
        return {
            args,
            least: args,
            edits: { reviewerIds: [two], resourceId: other },
            read,
            outside: { reviewerIds: (id) => put(id, [one]) },
            shuffle: (id) => put(id, [two, one]),
            vanish: (id) => world.api("DELETE", `/resources/${id}`),
            exists: (id) => world.has(`/resources/${id}`),
            count: async () => ((await world.has(`/resources/${resourceId}`)) ? 1 : 0),
            afterDestroy: async (id) => {
                const { admin_owner_id } = await world.api("GET", `/resources/${id}`);
                const { reviewerIds } = await read(id);
                if (`${reviewerIds}` !== admin_owner_id)
                    throw new Error("somebody else than the administrating owner reviews");
            },
            bad: {
                resourceId: { reviewerIds: [one] },
                "reviewerIds[1]": { resourceId, reviewerIds: [one, "Others"] },
            },
            sibling: async (number) => ({ ...args, resourceId: await world.newResource(`Sibling ${number}`) }),
        };
    },
};
