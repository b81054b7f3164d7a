import type { Outcome } from "../../access/guarantees/escalation/escalation-reports.js";
import type { Chain, Take } from "../../access/guarantees/escalation/take.js";
import type { Target } from "../../access/model/facts/facts.js";
import { groupsOf, resourcesOf } from "../../local/service/access/access.js";
import { type GivenToken, type Organization, type Service, startService } from "../../local/service/index.js";
import { copiedEmail } from "./organization-json.js";

/**
 * A copy of an organization in the local service, in which people perform chains step by step. Each step is an API call with the token of
 * the person who takes it. Break-glass access is an exception: the API has no operation for it, so the person is added directly if they are
 * allowed to use it.
 */
export class Rehearsal {
    private constructor(
        private readonly service: Service,
        private readonly tokens: ReadonlyMap<string, string>,
    ) {}

    /** @param people ids of the users who take steps, with their roles in the organization */
    static async open(
        organization: Organization,
        people: ReadonlyMap<string, GivenToken["role"]>,
        at: Date,
    ): Promise<Rehearsal> {
        const tokens = new Map([...people.keys()].map((id) => [id, `token-of-${id}`]));
        const given = [...people].map(([id, role]) => ({ token: tokens.get(id) ?? "", email: copiedEmail(id), role }));
        return new Rehearsal(await startService({ organization, tokens: given, clock: at }), tokens);
    }

    close(): Promise<void> {
        return this.service.close();
    }

    /** Performs a chain step by step, then restores the organization. */
    async perform({ personId, target, takes }: Chain): Promise<Outcome> {
        const { store, clock } = this.service;
        const start = clock.now();
        const before = store.copy();
        try {
            for (const [index, take] of takes.entries()) {
                const answers = await this.#take(take.personId ?? personId, take);
                if (answers.length > 0) return refusal(index + 1, answers);
            }
            if (this.#has(personId, target)) return { isPerformed: true };
            return refusal(takes.length, ["the last step does not grant access to the target"]);
        } finally {
            store.revert(before);
            clock.set(start);
        }
    }

    /** Tries each way to obtain a target. Returns the refusals of all of them if none works. */
    async #take(personId: string, { target, help }: Take): Promise<string[]> {
        const refusals: string[] = [];
        const people = [personId, ...(help?.helperIds ?? [])];
        for (const way of [this.#assign, this.#request, this.#breakGlass]) {
            const answers = await way.call(this, personId, target, people);
            if (answers.length === 0 && this.#has(personId, target)) return [];
            refusals.push(...answers);
        }
        return refusals.length > 0 ? refusals : ["no one is allowed to take this step"];
    }

    /** Lets each of the people try to add the person to the target. Returns the failures; empty if one of them succeeded. */
    async #assign(personId: string, target: Target, people: readonly string[]): Promise<string[]> {
        const failures: string[] = [];
        for (const caller of people)
            for (const level of this.#levelsOf(target)) {
                const body = { duration_minutes: 0, access_level_remote_id: level };
                const answer = await this.#call(caller, `/${target.type}s/${target.id}/users/${personId}`, body);
                if (answer.isGood) return [];
                failures.push(`${caller === personId ? "adding themselves" : "adding them"}: ${answer.text}`);
            }
        return [...new Set(failures)];
    }

    /**
     * Requests the target at each level, without expiration or for the longest allowed durations, and lets the people approve the request.
     */
    async #request(personId: string, target: Target, people: readonly string[]): Promise<string[]> {
        const failures: string[] = [];
        const { type } = target;
        for (const id of this.#requestableAs(target))
            for (const [level, duration] of this.#termsOf(target)) {
                const items = [{ id, access_level_remote_id: level }];
                const body = {
                    groups: type === "group" ? items : [],
                    resources: type === "resource" ? items : [],
                    duration_minutes: duration,
                    reason: "A rehearsal of a chain",
                };
                const answer = await this.#call(personId, "/requests", body);
                if (!answer.isGood) {
                    failures.push(`requesting it: ${answer.text}`);
                    continue;
                }
                const refused = await this.#approve(people, String(answer.body.id));
                if (refused === undefined) return [];
                failures.push(refused);
            }
        return [...new Set(failures)];
    }

    /** Lets the people approve a request repeatedly while the clock advances, because later stages and escalations need later approvals. */
    async #approve(people: readonly string[], requestId: string): Promise<string | undefined> {
        let last = "it waits for other people";
        for (let times = 0; times < MOST_APPROVALS; times += 1) {
            let isHelped = false;
            for (const person of people) {
                if (this.service.store.requests.get(requestId).status !== "PENDING") return undefined;
                const answer = await this.#call(person, `/requests/${requestId}/approve`, { level: "REGULAR" });
                isHelped ||= answer.isGood;
                if (!answer.isGood) last = answer.text;
            }
            if (!isHelped) this.service.clock.advance(APPROVAL_MS);
        }
        return `approving the request: ${last}`;
    }

    async #breakGlass(personId: string, { type, id }: Target, _people: readonly string[]): Promise<string[]> {
        const { store, clock } = this.service;
        const templateId = type === "group" ? store.groups.get(id).configuration_template_id : undefined;
        const users = store.configurationTemplates.find(templateId ?? "")?.break_glass_user_ids ?? [];
        if (!users.includes(personId)) return [];
        const expiration_date = new Date(clock.now().getTime() + BREAK_GLASS_MS).toISOString();
        const given = { access_level_remote_id: "", expiration_date, propagation_status: null };
        store.groupUsers.set({ group_id: id, user_id: personId, ...given });
        return [];
    }

    #has(personId: string, { type, id }: Target): boolean {
        const held = type === "group" ? groupsOf : resourcesOf;
        return held(this.service.store, personId).has(id);
    }

    #levelsOf({ type, id }: Target): string[] {
        const { groupAccessLevels, resourceAccessLevels } = this.service.store;
        const levels =
            type === "group" ? groupAccessLevels.where("group_id", id) : resourceAccessLevels.where("resource_id", id);
        return levels.length > 0 ? levels.map((one) => one.access_level_remote_id) : [""];
    }

    /** Returns the ids of the target and of groups that are linked to it: a request for a linked group also requests the target. */
    #requestableAs({ type, id }: Target): string[] {
        const bindings = type === "group" ? this.service.store.groupBindings.all() : [];
        return [id, ...bindings.flatMap((one) => (one.source_group_id === id ? one.group_ids : []))];
    }

    /** Returns the levels and durations to request: each level without expiration and for the maximum durations of the configurations. */
    #termsOf(target: Target): (readonly [level: string, minutes: number])[] {
        const { store } = this.service;
        const { type, id } = target;
        const { request_configurations: all = [] } = type === "group" ? store.groups.get(id) : store.resources.get(id);
        const limits = all.flatMap(({ max_duration_minutes: max = -1 }) => (max > 0 ? [max] : []));
        const durations = [-1, ...[...new Set(limits)].sort((one, other) => other - one)];
        return this.#levelsOf(target).flatMap((level) => durations.map((minutes) => [level, minutes] as const));
    }

    /** Calls the API as a person. */
    async #call(personId: string, path: string, body: object): Promise<Answer> {
        const request = new Request(`${this.service.url}${path}`, {
            method: "POST",
            headers: { authorization: `Bearer ${this.tokens.get(personId)}`, "content-type": "application/json" },
            body: JSON.stringify(body),
        });
        const response = await this.service.fetch(request);
        const answer: unknown = await response.json();
        const json = typeof answer === "object" && answer !== null ? { ...answer } : {};
        const message = "message" in json ? String(json.message) : "";
        return { isGood: response.ok, body: json, text: `${response.status} ${message}`.trim() };
    }
}

interface Answer {
    readonly isGood: boolean;
    readonly body: { readonly id?: unknown };
    readonly text: string;
}

/**
 * Maximum number of attempts to approve a request, and the milliseconds between them: enough to escalate to all users of an owner in turn.
 */
const MOST_APPROVALS = 40;
const APPROVAL_MS = 5 * 60_000;

/** Duration of break-glass access. */
const BREAK_GLASS_MS = 12 * 60 * 60_000;

function refusal(step: number, answers: readonly string[]): Outcome {
    return { isPerformed: false, step, answers };
}
