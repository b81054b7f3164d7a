import { fromWire } from "../../../../src/provider/schema/wire.js";
import { IdpGroupMappings } from "../../../../src/resources/kinds/groups/idp-group-mappings.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Mapping {
    group_id: string;
    alias?: string;
    hidden_from_end_user: boolean;
}

export const idpGroupMappings: Subject = {
    kind: IdpGroupMappings.kind,
    waived: { 3: "the document is one set, and all of it is declared" },
    stage: async (world) => {
        const appResourceId = await world.newResource("Directory");
        const otherResource = await world.newResource("Other directory");
        const [one, two, three] = [
            await world.newGroup("Engineers"),
            await world.newGroup("Analysts"),
            await world.newGroup("Operators"),
        ];
        const list = async (id: string) =>
            (await world.api<{ mappings: Mapping[] }>("GET", `/idp-group-mappings/${id}`)).mappings;
        const put = (id: string, mappings: object[]) => world.api("PUT", `/idp-group-mappings/${id}`, { mappings });
        const args = {
            appResourceId,
            mappings: [{ groupId: one, alias: "builders", hiddenFromEndUser: true }, { groupId: two }],
        };
        return {
            args,
            least: args,
            edits: { appResourceId: otherResource, mappings: [{ groupId: two, alias: "readers" }, { groupId: three }] },
            read: async (id) => ({ appResourceId: id, mappings: (await list(id)).map(fromWire) }),
            outside: {
                "mappings[0].alias": (id) =>
                    put(id, [{ group_id: one, alias: "makers", hidden_from_end_user: true }, { group_id: two }]),
                "mappings[0].hiddenFromEndUser": (id) =>
                    put(id, [{ group_id: one, alias: "builders" }, { group_id: two }]),
                mappings: (id) => put(id, [{ group_id: two }]),
            },
            shuffle: async (id) => {
                await put(id, []);
                await put(id, [{ group_id: two }]);
                await put(id, [{ group_id: two }, { group_id: one, alias: "builders", hidden_from_end_user: true }]);
            },
            vanish: (id) => world.api("DELETE", `/resources/${id}`),
            exists: (id) => world.has(`/resources/${id}`),
            count: async () => ((await world.has(`/resources/${appResourceId}`)) ? 1 : 0),
            afterDestroy: async (id) => {
                const left = await list(id);
                if (left.length > 0) throw new Error(`the directory app still has ${left.length} mappings`);
            },
            bad: {
                appResourceId: { mappings: [] },
                "mappings[0].groupId": { appResourceId, mappings: [{ groupId: "Engineers" }] },
                "mappings[1]": { appResourceId, mappings: [{ groupId: one }, { groupId: one, alias: "again" }] },
            },
            sibling: async (number) => ({ ...args, appResourceId: await world.newResource(`Directory ${number}`) }),
        };
    },
};
