import { User } from "../../../../src/resources/kinds/people/user.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Person {
    user_id: string;
    email: string;
    first_name: string;
    last_name: string;
    position: string;
}

export const user: Subject = {
    kind: User.kind,
    stage: async (world) => {
        const get = (id: string) => world.api<Person>("GET", `/user?user_id=${id}`);
        const patch = (id: string, change: object) => world.api("PATCH", `/users/${id}`, change);
        const [, manager, other] = world.userIds;
        const args = {
            email: "Noa.Berg@tidewater.example",
            firstName: "Noa",
            lastName: "Berg",
            role: "MEMBER",
            position: "Dispatcher",
            managerId: manager,
        };
        const { position: _position, managerId: _managerId, ...least } = args;
        return {
            args,
            least,
            edits: { position: "Head of dispatch", managerId: other },
            read: async (id) => {
                const person = await get(id);
                return {
                    email: person.email,
                    firstName: person.first_name,
                    lastName: person.last_name,
                    position: person.position,
                    // Read from the records, because the API does not return the manager.
                    managerId: world.service.store.userFacts.find(id)?.manager_id,
                };
            },
            outside: { position: (id) => patch(id, { position: "edited" }) },
            unmanaged: { property: "position", edit: (id) => patch(id, { position: "by hand" }) },
            vanish: (id) => world.api("DELETE", `/users/${id}`),
            exists: (id) => world.has(`/user?user_id=${id}`),
            count: async () => {
                const { results } = await world.api<{ results: Person[] }>("GET", "/users");
                return results.filter(({ email }) => email === args.email).length;
            },
            afterDestroy: "nothing",
            bad: {
                email: { ...args, email: "noa" },
                firstName: { ...args, firstName: "" },
                role: { ...args, role: "OWNER" },
                managerId: { ...args, managerId: "bruno@tidewater.example" },
                fullName: { ...args, fullName: "Noa Berg" },
            },
            sibling: async (number) => ({ ...args, email: `noa${number}@tidewater.example` }),
            importName: args.email,
        };
    },
};
