import { fromWire } from "../../../../src/provider/schema/wire.js";
import { IdpGroupMapping } from "../../../../src/resources/kinds/groups/idp-group-mapping.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Mapping {
    group_id: string;
}

export const idpGroupMapping: Subject = {
    kind: IdpGroupMapping.kind,
    stage: async (world) => {
        const appResourceId = await world.newResource("Directory");
        const otherResource = await world.newResource("Other directory");
        const groupId = await world.newGroup("Engineers");
        const otherGroup = await world.newGroup("Analysts");
        const pathOf = (id: string) => `/idp-group-mappings/${id.split("/").join("/groups/")}`;
        const post = (id: string, body: object) => world.api("POST", pathOf(id), body);
        const args = { appResourceId, groupId, alias: "builders", hiddenFromEndUser: true };
        return {
            args,
            least: { appResourceId, groupId },
            edits: { appResourceId: otherResource, groupId: otherGroup, alias: null, hiddenFromEndUser: false },
            read: async (id) => {
                const body = fromWire(await world.api<object>("GET", pathOf(id)));
                return { alias: null, ...body, appResourceId: id.split("/")[0] };
            },
            outside: {
                alias: (id) => post(id, { alias: "makers" }),
                hiddenFromEndUser: (id) => post(id, { hidden_from_end_user: false }),
            },
            unmanaged: { property: "alias", edit: (id) => post(id, { alias: "by hand" }) },
            vanish: (id) => world.api("DELETE", pathOf(id)),
            exists: (id) => world.has(pathOf(id)),
            count: async () => {
                const path = `/idp-group-mappings/${appResourceId}`;
                const { mappings } = await world.api<{ mappings: Mapping[] }>("GET", path);
                return mappings.filter(({ group_id }) => group_id === groupId).length;
            },
            afterDestroy: "nothing",
            bad: {
                appResourceId: { groupId },
                groupId: { appResourceId, groupId: "Engineers" },
                alias: { ...args, alias: "" },
                hiddenFromEndUser: { ...args, hiddenFromEndUser: "no" },
            },
            sibling: async (number) => ({ ...args, groupId: await world.newGroup(`Group ${number}`) }),
        };
    },
};
