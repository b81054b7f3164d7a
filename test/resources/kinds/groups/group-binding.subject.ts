import { GroupBinding } from "../../../../src/resources/kinds/groups/group-binding.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Body {
    source_group_id: string;
    groups: { group_id: string }[];
}

export const groupBinding: Subject = {
    kind: GroupBinding.kind,
    waived: { 3: "the API wants both fields, and all of the groups: there is nothing to leave unmanaged" },
    stage: async (world) => {
        const sourceGroupId = await world.newGroup("Engineers");
        const otherSource = await world.newGroup("Builders");
        const [one, two, three] = [
            await world.newGroup("Chat"),
            await world.newGroup("Tracker"),
            await world.newGroup("Wiki"),
        ];
        const put = (id: string, source: unknown, groups: unknown[]) =>
            world.api("PUT", "/group-bindings", {
                group_bindings: [
                    {
                        group_binding_id: id,
                        source_group_id: source,
                        groups: groups.map((group) => ({ group_id: group })),
                    },
                ],
            });
        const args = { sourceGroupId, groups: [{ groupId: one }, { groupId: two }] };
        return {
            args,
            least: args,
            edits: { sourceGroupId: otherSource, groups: [{ groupId: two }, { groupId: three }] },
            read: async (id) => {
                const body = await world.api<Body>("GET", `/group-bindings/${id}`);
                return {
                    sourceGroupId: body.source_group_id,
                    groups: body.groups.map(({ group_id }) => ({ groupId: group_id })),
                };
            },
            outside: {
                sourceGroupId: (id) => put(id, otherSource, [one, two]),
                groups: (id) => put(id, sourceGroupId, [one]),
            },
            shuffle: (id) => put(id, sourceGroupId, [two, one]),
            vanish: (id) => world.api("DELETE", `/group-bindings/${id}`),
            exists: (id) => world.has(`/group-bindings/${id}`),
            count: async () => {
                const { results } = await world.api<{ results: Body[] }>("GET", "/group-bindings");
                return results.filter(({ source_group_id }) => source_group_id === sourceGroupId).length;
            },
            afterDestroy: "nothing",
            bad: {
                sourceGroupId: { groups: [] },
                groups: { sourceGroupId, groups: [{ groupId: sourceGroupId }] },
                "groups[0].groupId": { sourceGroupId, groups: [{ groupId: "Chat" }] },
                "groups[1]": { sourceGroupId, groups: [{ groupId: one }, { groupId: one }] },
            },
            // A group can be in only one group binding.
            sibling: async (number) => ({
                sourceGroupId: await world.newGroup(`Source ${number}`),
                groups: [{ groupId: await world.newGroup(`Bound ${number}`) }],
            }),
            importName: sourceGroupId,
        };
    },
};
