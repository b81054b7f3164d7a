import { AccessRule } from "../../../../src/resources/kinds/rules/access-rule.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface RuleBody {
    access_rule_id: string;
    name: string;
    description: string;
    admin_owner_id: string;
    status: string;
    ruleClauses: {
        when: { clauses: { selectors: Tag[] }[] };
        unless?: { clauses: { selectors: Tag[] }[] };
    };
}

interface Tag {
    key: string;
    value: string;
    connection_id: string;
}

export const accessRule: Subject = {
    kind: AccessRule.kind,
    waived: { 3: "the API wants all five fields, so none of them can be left out" },
    stage: async (world) => {
        const { ownerId, appId: connectionId } = world;
        const otherOwner = await world.newOwner("Platform");
        const wire = (value: string) => ({ key: "region", value, connection_id: connectionId });
        const tag = (value: string) => ({ key: "region", value, connectionId });
        const clauses = (...values: string[]) => ({ clauses: [{ selectors: values.map(tag) }] });
        const get = (id: string) => world.api<RuleBody>("GET", `/access-rules/${id}`);
        const put = async (id: string, change: object) => {
            const { access_rule_id: _, ...body } = await get(id);
            return world.api("PUT", `/access-rules/${id}`, { ...body, ...change });
        };
        const args = {
            name: "Europeans",
            description: "Whoever works there",
            adminOwnerId: ownerId,
            status: "ACTIVE",
            ruleClauses: { when: clauses("europe", "britain"), unless: clauses("america") },
        };
        return {
            args,
            least: args,
            edits: {
                name: "Asians",
                description: "Others",
                adminOwnerId: otherOwner,
                status: "PAUSED",
                ruleClauses: { when: clauses("asia"), unless: null },
            },
            read: async (id) => {
                const body = await get(id);
                const camel = (part: { clauses: { selectors: Tag[] }[] }) => ({
                    clauses: part.clauses.map(({ selectors }) => ({
                        selectors: selectors.map(({ connection_id, ...rest }) => ({
                            ...rest,
                            connectionId: connection_id,
                        })),
                    })),
                });
                return {
                    name: body.name,
                    description: body.description,
                    adminOwnerId: body.admin_owner_id,
                    status: body.status,
                    ruleClauses: {
                        when: camel(body.ruleClauses.when),
                        unless: body.ruleClauses.unless ? camel(body.ruleClauses.unless) : null,
                    },
                };
            },
            outside: {
                name: (id) => put(id, { name: "Renamed" }),
                description: (id) => put(id, { description: "edited" }),
                status: (id) => put(id, { status: "PAUSED" }),
                "ruleClauses.when.clauses[0]": async (id) => {
                    const { ruleClauses } = await get(id);
                    const when = { clauses: [{ selectors: [wire("europe")] }] };
                    return put(id, { ruleClauses: { ...ruleClauses, when } });
                },
            },
            shuffle: async (id) => {
                const { ruleClauses } = await get(id);
                const when = { clauses: [{ selectors: [wire("britain"), wire("europe")] }] };
                return put(id, { ruleClauses: { ...ruleClauses, when } });
            },
            vanish: (id) => world.api("DELETE", `/groups/${id}`),
            exists: (id) => world.has(`/access-rules/${id}`),
            count: async () => {
                const { results } = await world.api<{ results: RuleBody[] }>("GET", "/access-rules");
                return results.filter(({ name }) => name === args.name).length;
            },
            afterDestroy: "nothing",
            bad: {
                name: { ...args, name: " " },
                description: without(args, "description"),
                status: { ...args, status: "OFF" },
                "ruleClauses.when.clauses": { ...args, ruleClauses: { when: { clauses: [] } } },
                "ruleClauses.when.clauses[0]": { ...args, ruleClauses: { when: { clauses: [{ selectors: [] }] } } },
            },
            sibling: async (number) => ({ ...args, name: `Rule ${number}` }),
            importName: "Europeans",
        };
    },
};

function without<Value extends object>(value: Value, name: keyof Value): Omit<Value, typeof name> {
    const { [name]: _, ...rest } = value;
    return rest;
}
