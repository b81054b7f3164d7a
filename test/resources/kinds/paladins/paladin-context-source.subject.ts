import { PaladinContextSource } from "../../../../src/resources/kinds/paladins/paladin-context-source.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Source {
    id: string;
    source_kind: string;
    third_party_provider: string;
    remote_id: string;
    name: string;
    url: string;
}

export const paladinContextSource: Subject = {
    kind: PaladinContextSource.kind,
    stage: async (world) => {
        const newPaladin = async (name: string) => {
            const body = { name, owner_id: world.ownerId };
            return (await world.api<{ paladin_id: string }>("POST", "/paladin", body)).paladin_id;
        };
        const paladinId = await newPaladin("Reviewer");
        const other = await newPaladin("Second reviewer");
        const found = async (id: string) => {
            const [paladin, provider, remoteId] = id.split("/").map(decodeURIComponent);
            const { results } = await world
                .api<{ results: Source[] }>("GET", `/paladin/${paladin}/context-sources`)
                .catch(() => ({ results: [] }));
            return results.filter((one) => one.third_party_provider === provider && one.remote_id === remoteId);
        };
        const drop = async (id: string) => {
            const [source] = await found(id);
            await world.api("DELETE", `/paladin/${id.split("/")[0]}/context-sources/${source?.id}`);
        };
        const args = {
            paladinId,
            sourceKind: "DOCUMENT",
            thirdPartyProvider: "NOTION",
            remoteId: "space/page 1",
            name: "Runbook",
            url: "https://docs.example/runbook",
        };
        const { name: _name, url: _url, ...least } = args;
        /** Changes a source outside by deleting and adding it, because the API has no update operation. */
        const readd = async (id: string, change: object) => {
            const [source] = await found(id);
            if (!source) throw new Error("there is no source");
            await drop(id);
            const { id: _id, ...body } = source;
            await world.api("POST", `/paladin/${id.split("/")[0]}/context-sources`, { ...body, ...change });
        };
        return {
            args,
            least,
            edits: {
                paladinId: other,
                thirdPartyProvider: "CONFLUENCE",
                remoteId: "space/page 2",
                name: "Handbook",
                url: "https://docs.example/handbook",
            },
            read: async (id) => {
                const [source] = await found(id);
                return {
                    paladinId: id.split("/")[0],
                    sourceKind: source?.source_kind,
                    thirdPartyProvider: source?.third_party_provider,
                    remoteId: source?.remote_id,
                    name: source?.name,
                    url: source?.url,
                };
            },
            outside: {},
            unmanaged: { property: "name", edit: (id) => readd(id, { name: "by hand" }) },
            vanish: drop,
            exists: async (id) => (await found(id)).length > 0,
            count: async () => (await found(`${paladinId}/NOTION/space%2Fpage%201`)).length,
            afterDestroy: "nothing",
            bad: {
                paladinId: { ...args, paladinId: "reviewer" },
                sourceKind: { ...args, sourceKind: "SLACK_CHANNEL" },
                thirdPartyProvider: { ...args, thirdPartyProvider: "WIKI" },
                remoteId: { ...args, remoteId: "" },
            },
            sibling: async (number) => ({ ...args, remoteId: `page ${number}` }),
        };
    },
};
