/** The oracle calls the functions of the service directly. The API must return the same to each user with their own token. */
import { expect, test } from "vitest";
import { Viewer } from "../../../src/local/service/access/viewer.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { ask, askable, assignable } from "./oracle.js";
import { NOW, randomStore } from "./organizations.js";

const SEEDS = [1, 2, 3, 4];
/** Same number of approvals and same interval as in `ask`. */
const APPROVALS = 40;
const MINUTES_BETWEEN = 5;

test.each(SEEDS)(
    "organization %i: the API agrees with the oracle on what each user sees, requests, gets alone and grants to themselves",
    async (seed) => {
        const store = randomStore(seed);
        const users = store.users.all().map(({ user_id, email }) => ({ user_id, email }));
        const tokens = users.map(({ user_id, email }) => ({
            token: `token-${user_id}`,
            email,
            role: "MEMBER" as const,
        }));
        const service = await startService({ organization: store.snapshot(), tokens, clock: NOW });
        try {
            const counts = { yes: 0, no: 0 };
            const compare = (api: boolean, oracle: boolean, what: string): void => {
                expect(api, what).toBe(oracle);
                counts[oracle ? "yes" : "no"] += 1;
            };
            for (const { user_id } of users) {
                const session = new Session(service, user_id);
                const viewer = new Viewer({ store: service.store, caller: { user_id, role: "MEMBER" }, now: NOW });
                for (const [kind, ids] of idsIn(service))
                    for (const id of ids)
                        compare(
                            await session.succeeds("GET", `/${kind}/${id}`),
                            viewer.sees(kind, id),
                            `${user_id} sees ${id}`,
                        );
                for (const [id, body, level] of askable(service.store)) {
                    const { isTaken, isGiven } = ask(service.store, user_id, body);
                    const { status, isApproved } = await session.request(body);
                    compare(status < 300, isTaken, `${user_id} may request ${id} at "${level}": ${status}`);
                    compare(isApproved, isGiven, `${user_id} gets ${id} at "${level}"`);
                }
                const own = assignable(service.store, user_id);
                for (const [kind, ids] of idsIn(service).slice(0, 2))
                    for (const id of ids) {
                        const status = await session.grant(kind, id);
                        // The API has no operation for break-glass access.
                        if (isBreakGlass(service, user_id, id)) continue;
                        // The grant is refused, or the user does not even see the target.
                        const isRefused = status === 403 || status === 404;
                        compare(!isRefused, own.includes(id), `${user_id} grants ${id}: ${status}`);
                    }
            }
            expect(Math.min(counts.yes, counts.no)).toBeGreaterThan(10);
        } finally {
            await service.close();
        }
    },
);

/** Calls the API as one user and undoes every change. */
class Session {
    readonly #origin: ReturnType<Service["snapshot"]>;

    constructor(
        private readonly service: Service,
        private readonly userId: string,
    ) {
        this.#origin = service.snapshot();
    }

    async succeeds(method: string, path: string): Promise<boolean> {
        return (await this.#call(method, path)).status < 300;
    }

    /** Requests a target without an end, and approves the request as often and as late as the user can. */
    async request(body: object): Promise<{ readonly status: number; readonly isApproved: boolean }> {
        const start = this.service.clock.now();
        try {
            const asked = await this.#call("POST", "/requests", {
                ...body,
                reason: "It is needed",
                duration_minutes: -1,
            });
            if (asked.status >= 300) return { status: asked.status, isApproved: false };
            const { id } = (await asked.json()) as { readonly id: string };
            for (let times = 0; times < APPROVALS && this.#statusOf(id) === "PENDING"; times += 1) {
                await this.#call("POST", `/requests/${id}/approve`, { level: "REGULAR" });
                this.service.clock.set(new Date(this.service.clock.now().getTime() + MINUTES_BETWEEN * 60_000));
                await this.#call("GET", "/groups");
            }
            return { status: asked.status, isApproved: this.#statusOf(id) === "APPROVED" };
        } finally {
            this.service.clock.set(start);
            this.service.store.restore(this.#origin);
        }
    }

    async grant(kind: string, id: string): Promise<number> {
        const body = { duration_minutes: 60, access_level_remote_id: "" };
        const { status } = await this.#call("POST", `/${kind}/${id}/users/${this.userId}`, body);
        this.service.store.restore(this.#origin);
        return status;
    }

    #statusOf(id: string): string {
        return this.service.store.requests.get(id).status;
    }

    #call(method: string, path: string, body?: object): Promise<Response> {
        const headers = { authorization: `Bearer token-${this.userId}`, "content-type": "application/json" };
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
        return this.service.fetch(new Request(`${this.service.url}${path}`, init));
    }
}

function idsIn({ store }: Service): ["groups" | "resources" | "bundles", string[]][] {
    return [
        ["groups", store.groups.all().map(({ group_id }) => group_id)],
        ["resources", store.resources.all().map(({ resource_id }) => resource_id)],
        ["bundles", store.bundles.all().map(({ bundle_id }) => bundle_id)],
    ];
}

function isBreakGlass({ store }: Service, userId: string, id: string): boolean {
    const template = store.groups.find(id)?.configuration_template_id ?? "";
    return store.configurationTemplates.find(template)?.break_glass_user_ids?.includes(userId) === true;
}
