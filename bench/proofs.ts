/** Measures proofs for organizations whose groups get their members from access rules. */
import { Directory } from "../src/access/answers/directory.js";
import { prove } from "../src/access/guarantees/proofs/proofs.js";
import { Solver } from "../src/access/guarantees/proofs/solver.js";
import { accessTestSchema } from "../src/access/guarantees/tests/access-test.js";
import { AccessModel, type Facts } from "../src/access/index.js";
import { NO_FACTS } from "../src/access/model/facts/records.js";

const DEPARTMENTS = 40;
const REGIONS = 8;
const TARGETS = 20;

/** Proves, for several resources, that contractors need two approvals and that suspended users have no access. */
export async function measureProofs(people: readonly number[]): Promise<void> {
    console.log(`proofs: 2 tests of ${TARGETS} resources; peak memory of the whole process`);
    const tests = [
        {
            name: "contractors",
            who: "tag:employment=contractor",
            cannot: "reach tag:data=customer unless approved by 2",
        },
        { name: "suspended", who: "status:SUSPENDED", cannot: "have tag:data=customer" },
    ].map((one) => accessTestSchema.parse(one));
    const solver = await Solver.start();
    for (const count of people) {
        const facts = organization(count);
        const knowledge = {
            model: AccessModel.of(facts),
            directory: new Directory([facts]),
            isOfProgram: false,
            limits: [],
        };
        const start = performance.now();
        const proofs = await prove(knowledge, tests, solver);
        const time = performance.now() - start;
        const words = proofs.map(({ test, status, refutations }) => `${test.name} ${status} (${refutations.length})`);
        const memory = process.resourceUsage().maxRSS / 1024;
        console.log(
            `${count.toLocaleString("en")} people, ${facts.groups.length} access rules: ${time.toFixed(0)} ms, ${words.join(", ")}, ${memory.toFixed(0)} MB`,
        );
    }
    solver.close();
}

/** Each resource is visible to the groups of three departments in one region, and reviewed by the groups of two others. */
function organization(count: number): Facts {
    const value = (key: string, number: number) => ({ key, value: `${number}` });
    const groups = Array.from({ length: DEPARTMENTS * REGIONS }, (_, n) => ({
        id: `group ${n}`,
        name: `Group ${n}`,
        rule: {
            isActive: true,
            when: [
                { tags: [value("department", n % DEPARTMENTS)], statuses: [] },
                { tags: [value("region", Math.floor(n / DEPARTMENTS))], statuses: [] },
            ],
            unless: [{ tags: [], statuses: ["SUSPENDED"] }],
        },
    }));
    const stage = (n: number) => ({
        operator: "AND" as const,
        ownerIds: [`owner ${n % groups.length}`],
        serviceUserIds: [],
        requireManagerApproval: false,
        requireAdminApproval: false,
    });
    return {
        ...NO_FACTS,
        at: "2026-03-01T12:00:00Z",
        users: Array.from({ length: count }, (_, n) => ({
            id: `user ${n}`,
            name: `User ${n}`,
            status: n % 50 === 0 ? "SUSPENDED" : "ACTIVE",
            managerId: null,
            tags: [
                value("department", n % DEPARTMENTS),
                value("region", n % REGIONS),
                { key: "employment", value: n % 10 === 0 ? "contractor" : "employee" },
            ],
        })),
        groups,
        owners: groups.map(({ id }, n) => ({
            id: `owner ${n}`,
            name: `Owner ${n}`,
            userIds: [],
            sourceGroupId: id,
            escalationMinutes: 0,
        })),
        resources: Array.from({ length: count / 10 }, (_, n) => ({
            id: `resource ${n}`,
            name: `Resource ${n}`,
            levels: [],
            tags: n < TARGETS ? [{ key: "data", value: "customer" }] : [],
            visibility: {
                type: "LIMITED" as const,
                groupIds: [n, n + 1, n + 2].map((one) => `group ${one % groups.length}`),
            },
            requestRules: [{ priority: 0, allowRequests: true, autoApproval: false, stages: [stage(n), stage(n + 7)] }],
        })),
        links: Array.from({ length: count / 10 }, (_, n) => ({
            groupId: `group ${(n * 3) % groups.length}`,
            resourceId: `resource ${n}`,
            level: "",
            until: null,
        })),
    };
}
