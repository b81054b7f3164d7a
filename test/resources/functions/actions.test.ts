/** Every action against a local service: it acts once, not again, and never in a preview. Results are read directly from the API. */
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as access from "../../../src/index.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { NOW, type World, world as worldOf } from "../../api/world.js";

let service: Service;
let world: World;
let here: { url: string; token: string };
/** Token of Elif, the other administrator, who reviews the sample request. */
let reviewer: { url: string; token: string };

beforeEach(async () => {
    service = await startService({
        seed: "small",
        clock: NOW,
        tokens: [{ token: "of-elif", email: "elif@tidewater.example", role: "ADMIN" }],
    });
    here = { url: service.url, token: service.token };
    reviewer = { url: service.url, token: "of-elif" };
    world = worldOf(new access.AccessGovernanceClient(here), service);
});

afterEach(() => service.close());

/** The write operation of each action, and a sample call. */
const actions: Readonly<Record<string, { readonly writes: string; act(): Promise<unknown> }>> = {
    startCampaign: {
        writes: "startCampaign",
        act: async () => access.startCampaign({ campaignId: await world.campaign() }, here),
    },
    stopCampaign: {
        writes: "stopCampaign",
        act: async () =>
            access.stopCampaign({ campaignId: await world.startedCampaign(), revokeUnreviewed: true }, here),
    },
    endCampaign: {
        writes: "endCampaign",
        act: async () => access.endCampaign({ campaignId: await world.stoppedCampaign() }, here),
    },
    createRequest: {
        writes: "createRequest",
        act: async () => {
            const resources = [{ id: await world.resource() }];
            return access.createRequest({ resources, reason: "Routes change tonight.", durationMinutes: 60 }, here);
        },
    },
    approveRequest: {
        writes: "approveRequest",
        act: async () =>
            access.approveRequest({ requestId: await world.request(), comment: "Until morning." }, reviewer),
    },
    denyRequest: {
        writes: "denyRequest",
        act: async () => access.denyRequest({ requestId: await world.request(), comment: "Not tonight." }, here),
    },
    cancelRequest: {
        writes: "cancelRequest",
        act: async () => access.cancelRequest({ requestId: await world.request() }, here),
    },
    commentOnRequest: {
        writes: "createRequestComment",
        act: async () => access.commentOnRequest({ requestId: await world.request(), comment: "Which routes?" }, here),
    },
    setGroupReviewers: {
        writes: "setGroupReviewers",
        act: async () =>
            access.setGroupReviewers({ groupId: await world.group(), ownerIds: [await world.owner()] }, here),
    },
    setGroupReviewerStages: {
        writes: "setGroupReviewerStages",
        act: async () => {
            const stages = [{ operator: "OR" as const, requireManagerApproval: true, ownerIds: [await world.owner()] }];
            return access.setGroupReviewerStages({ groupId: await world.group(), stages }, here);
        },
    },
};

/** Actions that repeat their call, because the service does not report earlier reminders. */
const reminders: typeof actions = {
    remindReviewers: {
        writes: "remindRequest",
        act: async () => access.remindReviewers({ requestId: await world.request() }, here),
    },
    remindReviewer: {
        writes: "remindRequestReviewer",
        act: async () =>
            access.remindReviewer({ requestId: await world.request(), reviewerId: world.user("Elif") }, here),
    },
};

test("every action has a test case", () => {
    const found = Object.entries(access).filter(
        ([name, one]) => !name.startsWith("get") && "operations" in Object(one),
    );
    expect(found.map(([name]) => name).sort()).toEqual([...Object.keys(actions), ...Object.keys(reminders)].sort());
    for (const [name] of found) expect(Object.keys(access)).toContain(`${name}Output`);
});

describe.each(Object.entries({ ...actions, ...reminders }))("%s", (name, { act, writes }) => {
    const calls = () => service.calls.all().filter(({ operation }) => operation === writes);

    test("does nothing in a preview", async () => {
        await preview(true);
        try {
            await act();
        } finally {
            await preview(false);
        }
        expect(calls()).toEqual([]);
    });

    test("performs one write that changes the organization", async () => {
        const before = JSON.stringify(service.snapshot());
        await act();
        expect(calls().map(({ status }) => status)).toEqual([200]);
        expect(JSON.stringify(service.snapshot())).not.toBe(before);
    });

    test("succeeds without another write when repeated; a repeated reminder is rate-limited", async () => {
        const first = await act();
        const once = calls().length;
        expect(await act()).toEqual(first);
        if (name in actions) expect(calls()).toHaveLength(once);
        else expect(calls().at(-1)?.status).toBe(429);
    });
});

/** Starts a preview or an update, without mocks: actions would call them. */
async function preview(isPreview: boolean): Promise<void> {
    pulumi.runtime.setMockOptions(undefined, "test", "test", isPreview);
}

test("a campaign can be started, stopped and ended", async () => {
    const campaignId = await world.campaign();
    const path = `/campaigns/${campaignId}`;
    await access.startCampaign({ campaignId }, here);
    expect(await api(path)).toMatchObject({ status: "ONGOING", started_at: NOW });
    await access.stopCampaign({ campaignId }, here);
    expect(await api(path)).toMatchObject({ stopped_at: NOW, ended_at: null });
    await access.endCampaign({ campaignId }, here);
    expect(await api(path)).toMatchObject({ status: "ENDED", ended_at: NOW });
});

describe("a request", () => {
    test("can be approved by its reviewer and, as a whole, by an administrator", async () => {
        const requestId = await world.request();
        const path = `/requests/${requestId}`;
        await access.approveRequest({ requestId }, reviewer);
        const decided = JSON.stringify(await api(path));
        expect(decided).toContain(`"id":"${world.user("Elif")}"`);
        expect(decided).toMatch(/"status":"APPROVED"/);
        expect(await access.approveRequest({ requestId, level: "ADMIN" }, here)).toMatchObject({ status: "APPROVED" });
        expect(await api(path)).toMatchObject({ status: "APPROVED" });
    });

    test("cannot be approved or canceled after it was denied, and the error shows its status", async () => {
        const requestId = await world.request();
        await access.denyRequest({ requestId, comment: "Not tonight." }, here);
        expect(await api(`/requests/${requestId}`)).toMatchObject({ status: "DENIED" });
        for (const act of [access.approveRequest, access.cancelRequest]) {
            const failed = await act({ requestId }, here).catch((error: unknown) => error);
            expect(failed).toBeInstanceOf(pulumi.RunError);
            expect(String(failed)).toMatch(/DENIED/);
            expect(String(failed)).not.toContain(here.token);
        }
    });

    test("is created again for another reason, resource or target user", async () => {
        const resources = [{ id: await world.resource() }];
        const first = await access.createRequest({ resources, reason: "Tonight." }, here);
        const more = [
            await access.createRequest({ resources, reason: "Tomorrow." }, here),
            await access.createRequest({ resources: [{ id: await world.child() }], reason: "Tonight." }, here),
            await access.createRequest({ resources, reason: "Tonight.", targetUserId: world.user("Bruno") }, here),
        ];
        expect(new Set([first, ...more].map((request) => request?.id)).size).toBe(4);
        expect(await api(`/requests/${first?.id}`)).toMatchObject({
            reason: "Tonight.",
            requester_id: world.user("Ada"),
        });
    });

    test("is found again if the service returns null for the access level", async () => {
        const resources = [{ id: await world.resource() }];
        const ask = () => access.createRequest({ resources, reason: "By night." }, here);
        const first = await ask();
        const list = (await api("/requests")) as { requests: { requested_items_list: object[] }[] };
        for (const request of list.requests) {
            request.requested_items_list = request.requested_items_list.map((item) => ({
                ...item,
                access_level_remote_id: null,
            }));
        }
        service.faults.add({ operation: "getRequests", answer: { status: 200, body: list } });
        service.calls.clear();
        expect(await ask()).toMatchObject({ id: first?.id });
        expect(service.calls.writes()).toEqual([]);
    });

    test("is reported as not found if it does not exist", async () => {
        const requestId = "8f7a3c52-5a3b-4a4f-8f3a-1f1f1f1f1f1f";
        await expect(access.cancelRequest({ requestId }, here)).rejects.toThrow(pulumi.RunError);
        await expect(access.cancelRequest({ requestId }, here)).rejects.toThrow("returned 404");
    });
});

test.each(["url", "token"])(
    "the option %s is rejected if it is undefined, instead of using the value of the stack",
    async (name) => {
        const failed = await access.getCurrentUser(undefined, { ...here, [name]: undefined }).catch(String);
        expect(failed).toContain(`The option ${name} does not have a value`);
    },
);

async function api(path: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${service.token}` };
    return (await service.fetch(new Request(service.url + path, { headers }))).json();
}
