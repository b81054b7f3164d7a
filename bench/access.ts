import { Escalation } from "../src/access/guarantees/escalation/escalation.js";
import { AccessModel, type Change, type Facts, impactOf } from "../src/access/index.js";

/** Options of the benchmark of the access model. */
export interface AccessOptions {
    /** Sizes of organizations, in people. Groups and resources are a tenth of that, memberships twenty times as many. */
    readonly people: readonly number[];
    /** Edits to apply at once. */
    readonly edits: number;
}

/** Measures how long it takes to build, change and compare a model of effective access, and the memory that this needs. */
export function measureAccess({ people, edits }: AccessOptions): void {
    console.log(`access: ${edits} edits at once, then 50 single ones; peak memory of the whole process`);
    for (const count of people) {
        const dice = new Dice(count);
        const organization = new RandomOrganization(count, dice);
        const [building, before] = timed(() => AccessModel.of(organization.facts()));
        const changes = Array.from({ length: edits }, () => organization.edit());
        const [comparing, impact] = timed(() => impactOf(before, before.with(changes)));
        const single = Array.from({ length: 50 }, () => {
            const change = organization.edit();
            return timed(() => impactOf(before, before.with([change])))[0];
        }).sort((a, b) => a - b);
        const shifted = impact.targets.reduce(
            (sum, one) => sum + one.shifts.reduce((all, { count: n }) => all + n, 0),
            0,
        );
        const memory = process.resourceUsage().maxRSS / 1024;
        console.log(
            [
                `${count.toLocaleString("en")} people, ${organization.groups} groups, ${organization.resources} resources, ${organization.memberships.toLocaleString("en")} memberships:`,
                `built in ${building.toFixed(0)} ms,`,
                `before and after ${edits} edits in ${comparing.toFixed(0)} ms (${impact.targets.length} targets, ${shifted.toLocaleString("en")} people affected),`,
                `one edit in ${single[25]?.toFixed(1)} ms, at most ${single.at(-1)?.toFixed(1)} ms,`,
                `${memory.toFixed(0)} MB`,
            ].join(" "),
        );
    }
}

/** Adds chains to an organization: a tenth of the owners get their users from groups, and one in 200 groups needs no approval. */
function withChains(facts: Facts): Facts {
    return {
        ...facts,
        owners: facts.owners.map((one, n) =>
            n % 10 === 0 ? { ...one, sourceGroupId: `group ${n % facts.groups.length}` } : one,
        ),
        groups: facts.groups.map((one, n) =>
            n % 200 === 0
                ? { ...one, requestRules: one.requestRules?.map((rule) => ({ ...rule, autoApproval: true })) ?? [] }
                : one,
        ),
        resources: facts.resources.map((one, n) => (n === 1 ? { ...one, adminOwnerId: "owner 0" } : one)),
    };
}

/** Measures how long it takes to find who can reach a resource in several steps, and the memory that this needs. */
export function measureEscalation(people: readonly number[]): void {
    console.log("escalation: to one resource, the first 20 people with their chains; peak memory of the whole process");
    for (const count of people) {
        const facts = withChains(new RandomOrganization(count, new Dice(count)).facts());
        const [reading, model] = timed(() => AccessModel.of(facts));
        const [time, found] = timed(() => {
            const escalation = new Escalation(model);
            const target = { type: "resource", id: "resource 1" } as const;
            const { members } = escalation.climbers(target);
            const first = [...members].slice(0, 20).map((one) => escalation.chain(one, target));
            return { count: members.length, steps: Math.max(0, ...first.map((chain) => chain?.takes.length ?? 0)) };
        });
        const memory = process.resourceUsage().maxRSS / 1024;
        console.log(
            `${count.toLocaleString("en")} people: ${time.toFixed(0)} ms after ${reading.toFixed(0)} ms for the model, ${found.count.toLocaleString("en")} climb by up to ${found.steps} steps, ${memory.toFixed(0)} MB`,
        );
    }
}

/** Pseudorandom numbers that are the same in every run. */
class Dice {
    constructor(private state: number) {}

    below(count: number): number {
        this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((this.state / 2 ** 32) * count);
    }
}

class RandomOrganization {
    readonly groups: number;
    readonly resources: number;
    readonly owners: number;
    readonly memberships: number;

    constructor(
        readonly people: number,
        private readonly dice: Dice,
    ) {
        this.groups = this.resources = people / 10;
        this.owners = people / 50;
        this.memberships = people * 20;
    }

    facts(): Facts {
        const { people, groups, resources, owners } = this;
        return {
            at: "2026-01-01T00:00:00Z",
            users: many(people, (n) => ({ id: `user ${n}`, name: `User ${n}`, tags: [], status: "", managerId: null })),
            identities: [],
            groups: many(groups, (n) => this.#group(n)),
            resources: many(resources, (n) => ({ id: `resource ${n}`, name: `Resource ${n}`, ...this.#governed() })),
            bundles: [],
            owners: many(owners, (n) => this.#owner(n)),
            memberships: each(this.memberships, () => this.#membership()),
            grants: each(people, () => ({
                resourceId: `resource ${this.dice.below(resources)}`,
                principalId: `user ${this.dice.below(people)}`,
                level: "",
                until: null,
            })),
            links: each(resources * 3, () => this.#link()),
            nestings: each(groups / 3, () => this.#nesting()),
            bindings: [],
            delegations: [],
            unknowns: [],
        };
    }

    /** Returns a random edit, like those in a pull request. */
    edit(): Change {
        const { dice, groups, owners } = this;
        switch (dice.below(6)) {
            case 0:
                return { put: "membership", value: this.#membership() };
            case 1:
                return { put: "link", value: this.#link() };
            case 2: {
                const open = { visibility: { type: "GLOBAL", groupIds: [] } } as const;
                return { put: "group", value: { ...this.#group(dice.below(groups)), ...open } };
            }
            case 3:
                return { put: "owner", value: this.#owner(dice.below(owners)) };
            case 4:
                return { put: "nesting", value: this.#nesting() };
            default: {
                const { until: _, ...value } = this.#membership();
                return { remove: "membership", value };
            }
        }
    }

    #group(n: number) {
        const listed = this.dice.below(5) === 0;
        const groupIds = listed ? [`group ${this.dice.below(this.groups)}`] : [];
        const visibility = { type: listed ? ("LIMITED" as const) : ("GLOBAL" as const), groupIds };
        return { id: `group ${n}`, name: `Group ${n}`, ...this.#governed(), visibility };
    }

    #governed() {
        const owner = () => `owner ${this.dice.below(this.owners)}`;
        const stage = {
            operator: "OR" as const,
            ownerIds: [owner()],
            serviceUserIds: [],
            requireManagerApproval: false,
            requireAdminApproval: false,
        };
        const rule = { priority: 0, allowRequests: true, autoApproval: false, stages: [stage] };
        return { adminOwnerId: owner(), requestRules: [rule] };
    }

    #owner(n: number) {
        const userIds = many(3, () => `user ${this.dice.below(this.people)}`);
        return { id: `owner ${n}`, name: `Owner ${n}`, userIds, escalationMinutes: 0 };
    }

    #membership() {
        const groupId = `group ${this.dice.below(this.groups)}`;
        return { groupId, userId: `user ${this.dice.below(this.people)}`, level: "", until: null };
    }

    #link() {
        const groupId = `group ${this.dice.below(this.groups)}`;
        return { groupId, resourceId: `resource ${this.dice.below(this.resources)}`, level: "", until: null };
    }

    /** Nests a group of the first half in one of the second half, so that there are no cycles. */
    #nesting() {
        const half = this.groups / 2;
        const containingGroupId = `group ${half + this.dice.below(half)}`;
        return { groupId: `group ${this.dice.below(half)}`, containingGroupId, level: "", until: null };
    }
}

function many<T>(count: number, make: (n: number) => T): T[] {
    return Array.from({ length: count }, (_, n) => make(n));
}

/** Creates items one by one, so that they are not all in memory at once. */
function* each<T>(count: number, make: () => T): Generator<T> {
    for (let n = 0; n < count; n += 1) yield make();
}

function timed<T>(work: () => T): [milliseconds: number, result: T] {
    const start = performance.now();
    const result = work();
    return [performance.now() - start, result];
}
