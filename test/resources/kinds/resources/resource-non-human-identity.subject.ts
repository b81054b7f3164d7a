import { ResourceNonHumanIdentity } from "../../../../src/resources/kinds/resources/resource-non-human-identity.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Access {
    principal_id: string;
    expiration_date: string | null;
}

export const resourceNonHumanIdentity: Subject = {
    kind: ResourceNonHumanIdentity.kind,
    stage: async (world) => {
        const resourceId = await world.newResource("Ledger");
        const otherResource = await world.newResource("Archive");
        const nonHumanIdentityId = await world.newResource("Deployer", "AWS_IAM_ROLE");
        const otherIdentity = await world.newResource("Importer", "AWS_IAM_ROLE");
        const list = (resource = "") => `/resources/${resource}/non-human-identities`;
        const pathOf = (id: string) => `${list(id.split("/")[0])}/${id.split("/")[1]}`;
        const found = async (id: string) => {
            const [resource, identity] = id.split("/");
            const { results } = await world
                .api<{ results: Access[] }>("GET", list(resource))
                .catch(() => ({ results: [] }));
            return results.filter((access) => access.principal_id === identity);
        };
        // The API has no update operation. Granting existing access again changes its duration.
        const last = (id: string, minutes: number) => world.api("POST", pathOf(id), { duration_minutes: minutes });
        const args = { resourceId, nonHumanIdentityId, durationMinutes: 0 };
        return {
            args,
            least: { resourceId, nonHumanIdentityId },
            edits: { resourceId: otherResource, nonHumanIdentityId: otherIdentity, durationMinutes: 600 },
            read: async (id) => {
                const [access] = await found(id);
                const end = access?.expiration_date;
                // Rounded, because some time passes between the write and the read.
                const minutes = end ? Math.round((Date.parse(end) - world.now()) / 60_000) : 0;
                return {
                    resourceId: id.split("/")[0],
                    nonHumanIdentityId: access?.principal_id,
                    // 600 minutes is the duration in `edits`; other ends were set outside.
                    durationMinutes: minutes === 0 || minutes === 600 ? minutes : `until ${end}`,
                };
            },
            outside: {},
            unmanaged: { property: "durationMinutes", edit: (id) => last(id, 60) },
            vanish: (id) => world.api("DELETE", pathOf(id)),
            exists: async (id) => (await found(id)).length > 0,
            count: async () => (await found(`${resourceId}/${nonHumanIdentityId}`)).length,
            afterDestroy: "nothing",
            bad: {
                resourceId: { nonHumanIdentityId },
                nonHumanIdentityId: { resourceId, nonHumanIdentityId: "Deployer" },
                durationMinutes: { resourceId, nonHumanIdentityId, durationMinutes: -1 },
                renew: { resourceId, nonHumanIdentityId, renew: "always" },
            },
            sibling: async (number) => ({
                resourceId: await world.newResource(`Resource ${number}`),
                nonHumanIdentityId,
            }),
        };
    },
};
