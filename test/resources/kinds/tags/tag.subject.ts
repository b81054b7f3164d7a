import { Tag } from "../../../../src/resources/kinds/tags/tag.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const tag: Subject = {
    kind: Tag.kind,
    waived: { 3: "a tag has nothing beside its key: there is nothing to leave unmanaged" },
    stage: async (world) => {
        const args = { key: "squad", value: "platform" };
        const read = (id: string) => world.api<{ key: string; value: string }>("GET", `/tag/${id}`);
        return {
            args,
            least: args,
            edits: { key: "unit", value: "finance" },
            read: async (id) => {
                const { key, value } = await read(id);
                return { key, value };
            },
            outside: {},
            vanish: (id) => world.api("DELETE", `/tag/${id}`),
            exists: (id) => world.has(`/tag/${id}`),
            count: async () => {
                const { results } = await world.api<{ results: { key: string; value: string }[] }>("GET", "/tags");
                return results.filter(({ key, value }) => key === args.key && value === args.value).length;
            },
            afterDestroy: "nothing",
            bad: { key: { value: "platform" }, value: { key: "squad", value: 1 } },
            sibling: async (number) => ({ ...args, value: `platform ${number}` }),
            importName: "squad",
        };
    },
};
