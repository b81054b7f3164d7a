/** An organization in which people request access all day: a preview shows only what somebody granted by hand. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { requests } from "../../../src/local/service/requests/requests.js";
import { requestReviews } from "../../../src/local/service/requests/reviews.js";
import { seedOrganization } from "../../../src/local/service/seeds/seed.js";
import { Dice } from "../simulator/dice.js";
import { ExportedStack } from "./exported-stack.js";

const REQUESTS = Number(process.env.OUTSIDE_REQUESTS ?? 60);
const GRANTS = Number(process.env.OUTSIDE_GRANTS ?? 6);

let stack: ExportedStack;

beforeAll(async () => {
    stack = await ExportedStack.of(seedOrganization("medium"));
});
afterAll(() => stack.close());

test(`${REQUESTS} requests are no drift, and each of ${GRANTS} grants by hand among them is`, async () => {
    expect(await stack.preview()).toMatchObject({ changed: [], failures: [] });
    const { service } = stack;
    const { store, clock } = service;
    const dice = new Dice(7);
    const users = store.users.all();
    const groups = store.groups.all().filter(({ group_id }) => stack.declared.has(group_id) && isPlain(group_id));
    const resources = store.resources.all().filter(({ resource_id }) => stack.declared.has(resource_id));
    const asked = { taken: 0, ended: 0 };
    const granted: { readonly id: string; readonly name: string }[] = [];
    const isDone = () => asked.taken >= REQUESTS && granted.length >= GRANTS;
    for (let tries = 0; !isDone() && tries < REQUESTS * 20; tries += 1) {
        const user = dice.pick(users);
        const isGroup = dice.chance(0.6);
        const id = isGroup ? dice.pick(groups).group_id : dice.pick(resources).resource_id;
        const minutes = dice.pick([-1, 30, 60, 240]);
        if (dice.chance(0.1) && granted.length < GRANTS) await grantByHand(isGroup, id, user.user_id, user.full_name);
        else if (asked.taken === REQUESTS || granted.some((one) => one.id === id && one.name === user.full_name))
            continue;
        else if (request(isGroup, id, user.user_id, minutes)) asked.taken += 1;
        const before = store.groupUsers.all().length + store.resourceUsers.all().length;
        clock.advance(dice.below(4) * 60_000);
        // The service removes what has expired when it is called.
        await stack.call("GET", "/users/whoami");
        asked.ended += before - store.groupUsers.all().length - store.resourceUsers.all().length;
    }
    expect([asked.taken, granted.length]).toEqual([REQUESTS, GRANTS]);
    expect(asked.ended).toBeGreaterThan(REQUESTS / 20);
    const shown: string[] = [];
    for (const one of (await stack.preview()).changed)
        for (const line of (await stack.preview(undefined, [one])).lines)
            for (const [name] of (/added outside: (.*)$/.exec(line)?.[1] ?? "").matchAll(/"[^"]+"/g))
                shown.push(`${one.id} ${name.slice(1, -1)}`);
    expect(shown.sort()).toEqual(granted.map(({ id, name }) => `${id} ${name}`).sort());
    const preview = await stack.preview();
    expect(preview.lines.at(-1)).toMatch(/^\d+ members of complete lists have access by an approved request/);
    await stack.up(preview);
    expect((await stack.preview()).changed).toEqual([]);
    const held = new Set(
        [...store.groupUsers.all(), ...store.resourceUsers.all()].map((one) =>
            "group_id" in one ? `${one.group_id} ${one.user_id}` : `${one.resource_id} ${one.user_id}`,
        ),
    );
    const ids = new Map(users.map(({ full_name, user_id }) => [full_name, user_id]));
    expect(granted.filter(({ id, name }) => held.has(`${id} ${ids.get(name)}`))).toEqual([]);

    /** Requests access as a user, and approves it as an administrator. */
    function request(isGroup: boolean, id: string, userId: string, duration_minutes: number): boolean {
        const now = clock.now();
        const item = [{ id, access_level_remote_id: "" }];
        const body = {
            groups: isGroup ? item : [],
            resources: isGroup ? [] : item,
            reason: "The pump",
            duration_minutes,
            support_ticket: {
                ticketing_provider: "JIRA",
                remote_id: "1",
                identifier: "A-1",
                url: "https://t.example/1",
            },
        };
        const situation = { store, now, query: {} };
        try {
            const caller = { user_id: userId, role: "MEMBER" };
            const made = requests.createRequest({ ...situation, caller, path: {}, body } as never); // as from the HTTP server
            if (store.requests.get(made.id).status === "PENDING") {
                const admin = { user_id: store.currentUserId, role: "ADMIN" };
                const approval = { ...situation, caller: admin, path: { id: made.id }, body: { level: "ADMIN" } };
                requestReviews.approveRequest(approval as never); // as from the HTTP server
            }
            return store.requests.get(made.id).status === "APPROVED";
        } catch {
            return false;
        }
    }

    async function grantByHand(isGroup: boolean, id: string, user_id: string, name: string): Promise<void> {
        const taken = isGroup
            ? store.groupUsers.all().some((one) => one.group_id === id && one.user_id === user_id)
            : store.resourceUsers.all().some((one) => one.resource_id === id && one.user_id === user_id);
        const hasAsked = store.requests
            .all()
            .some(
                ({ requester_id, requested_items_list: items = [], duration_minutes = -1 }) =>
                    requester_id === user_id &&
                    duration_minutes === -1 &&
                    items.some((one) => (one.group_id ?? one.resource_id) === id),
            );
        // Access that a request would give again cannot be told from what it gave.
        if (taken || hasAsked || granted.some((one) => one.id === id && one.name === name)) return;
        const path = `/${isGroup ? "groups" : "resources"}/${id}/users/${user_id}`;
        if (await stack.call("POST", path, { duration_minutes: 0 })) granted.push({ id, name });
    }

    function isPlain(groupId: string): boolean {
        const schedules = store.groupOnCallSchedules.find(groupId)?.on_call_schedule_ids ?? [];
        return !store.accessRules.has(groupId) && schedules.length === 0;
    }
});
