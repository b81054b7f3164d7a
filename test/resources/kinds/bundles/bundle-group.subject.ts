import { BundleGroup } from "../../../../src/resources/kinds/bundles/bundle-group.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Link {
    group_id: string;
    access_level_remote_id: string;
}

export const bundleGroup: Subject = {
    kind: BundleGroup.kind,
    waived: { 3: "a membership has nothing beside its key: there is nothing to leave unmanaged" },
    stage: async (world) => {
        const bundleId = await world.newBundle("Starter");
        const otherBundle = await world.newBundle("Other");
        const groupId = await world.newGroup("Engineers");
        const otherGroup = await world.newGroup("Analysts");
        const links = async (id: string) => {
            const [bundle, group] = id.split("/");
            const path = `/bundles/${bundle}/groups`;
            const { bundle_groups } = await world
                .api<{ bundle_groups: Link[] }>("GET", path)
                .catch(() => ({ bundle_groups: [] }));
            return bundle_groups.filter((link) => link.group_id === group);
        };
        const args = { bundleId, groupId };
        return {
            args,
            least: args,
            edits: { bundleId: otherBundle, groupId: otherGroup },
            read: async (id) => {
                const [link] = await links(id);
                return { bundleId: id.split("/")[0], groupId: link?.group_id };
            },
            outside: {},
            vanish: (id) => world.api("DELETE", `/bundles/${id.split("/")[0]}/groups/${id.split("/")[1]}`),
            exists: async (id) => (await links(id)).length > 0,
            count: async () => (await links(`${bundleId}/${groupId}`)).length,
            afterDestroy: "nothing",
            bad: { bundleId: { groupId }, groupId: { bundleId, groupId: "Engineers" } },
            sibling: async (number) => ({ bundleId, groupId: await world.newGroup(`Group ${number}`) }),
        };
    },
};
