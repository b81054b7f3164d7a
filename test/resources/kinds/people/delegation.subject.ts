import { Delegation } from "../../../../src/resources/kinds/people/delegation.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface DelegationBody {
    id: string;
    delegator_user_id: string;
    delegate_user_id: string;
    start_time: string;
    end_time: string;
    reason: string;
}

export const delegation: Subject = {
    kind: Delegation.kind,
    waived: { 3: "the API wants all five fields, so none of them can be left out" },
    stage: async (world) => {
        const [ada, bruno, chiyo] = world.userIds;
        const args = {
            delegatorUserId: ada,
            delegateUserId: bruno,
            startTime: "2099-07-01T00:00:00Z",
            endTime: "2099-07-15T00:00:00+02:00",
            reason: "On leave",
        };
        const all = async () => (await world.api<{ results: DelegationBody[] }>("GET", "/delegations")).results;
        return {
            args,
            least: args,
            edits: {
                delegatorUserId: chiyo,
                delegateUserId: chiyo,
                startTime: "2099-07-02T00:00:00Z",
                endTime: "2099-08-01T00:00:00Z",
                reason: "Elsewhere",
            },
            read: async (id) => {
                const body = await world.api<DelegationBody>("GET", `/delegations/${id}`);
                return {
                    delegatorUserId: body.delegator_user_id,
                    delegateUserId: body.delegate_user_id,
                    startTime: body.start_time,
                    endTime: body.end_time,
                    reason: body.reason,
                };
            },
            outside: {},
            vanish: (id) => world.api("DELETE", `/delegations/${id}`),
            exists: (id) => world.has(`/delegations/${id}`),
            count: async () => (await all()).filter(({ reason }) => reason === args.reason).length,
            afterDestroy: "nothing",
            bad: {
                startTime: { ...args, startTime: "tomorrow" },
                endTime: { ...args, endTime: "2099-06-01T00:00:00Z" },
                delegateUserId: { ...args, delegateUserId: ada },
                reason: without(args, "reason"),
            },
            sibling: async (number) => ({ ...args, startTime: `2099-07-0${number + 2}T00:00:00Z` }),
        };
    },
};

function without<Value extends object>(value: Value, name: keyof Value): Omit<Value, typeof name> {
    const { [name]: _, ...rest } = value;
    return rest;
}
