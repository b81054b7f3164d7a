import { beforeEach, describe, expect, it } from "vitest";
import type { Properties } from "../../../../src/common/properties.js";
import { argumentProblems } from "../../../../src/provider/schema/problems.js";
import { Campaign } from "../../../../src/resources/kinds/campaigns/campaign.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;
let args: Properties;

eachWorld();

beforeEach(() => {
    stack = new Stack(Campaign.kind, world);
    args = {
        name: "Access of the year",
        query: { principalFilter: { entityTypes: ["USER"] }, entitlementFilter: { entityIDs: world.groupIds } },
    };
});

const written = () => world.service.calls.writes().map(({ operation }) => operation);
const act = (action: string) => world.api("POST", `/campaigns/${stack.state?.id}/${action}`);
const day = (days: number) => new Date(world.now() + days * 86_400_000).toISOString();
const read = () =>
    world.api<{ name: string; configuration: Record<string, unknown> }>("GET", `/campaigns/${stack.state?.id}`);

describe("the query of a campaign", () => {
    it("is sent with the keys of the API", async () => {
        await stack.up(args);
        expect(world.service.calls.of("createCampaign")[0]?.body).toEqual({
            name: args.name,
            configuration: { query: args.query },
        });
    });

    it("selects by admin owner with the API's spelling", async () => {
        const { owner_id } = world.service.store.owners.all()[0] ?? {};
        const query = { entitlementFilter: { not: { entityAdminOwner: { ownerIDs: [owner_id] } } } };
        await stack.up({ ...args, query });
        expect((await read()).configuration.query).toMatchObject(query);
        expect(await stack.preview({ ...args, query })).toMatchObject({ action: "same", lines: [] });
        const misspelled = { entitlementFilter: { not: { entityAdminOwner: { ownerIds: [owner_id] } } } };
        expect(argumentProblems(Campaign.kind.schema, { ...args, query: misspelled }, () => false)).toContainEqual(
            expect.objectContaining({ path: "query.entitlementFilter.not.entityAdminOwner.ownerIds" }),
        );
    });

    it("is not replaced if only the state spells the admin owners in another way, as earlier versions did", async () => {
        const { owner_id } = world.service.store.owners.all()[0] ?? {};
        const declared = { ...args, query: { entitlementFilter: { entityAdminOwner: { ownerIDs: [owner_id] } } } };
        await stack.up(declared);
        stack.state = JSON.parse(JSON.stringify(stack.state).replaceAll("ownerIDs", "ownerIds"));
        const before = stack.state?.id;
        const outcome = await stack.up(declared);
        expect(outcome).toMatchObject({ failures: [], lines: [] });
        expect(outcome.action).not.toBe("replace");
        expect(stack.state?.id).toBe(before);
        expect(await stack.preview(declared)).toMatchObject({ action: "same", lines: [] });
    });

    it("is unchanged if the service adds defaults or returns another order", async () => {
        await stack.up(args);
        const other = {
            entitlementFilter: { entityIDs: [...world.groupIds].reverse() },
            edgeFilter: { directOnly: true },
            principalFilter: { entityTypes: ["USER"] },
        };
        world.service.calls.clear();
        expect(await stack.preview({ ...args, query: other })).toMatchObject({ action: "same", lines: [] });
    });

    it("is rejected with a suggestion for a misspelled property in a nested filter", () => {
        const query = { entitlementFilter: { anyOf: [{ entityIds: world.groupIds }] } };
        expect(argumentProblems(Campaign.kind.schema, { ...args, query }, () => false)).toEqual([
            expect.objectContaining({
                path: "query.entitlementFilter.anyOf[0].entityIds",
                reason: 'unknown property; did you mean "entityIDs"?',
            }),
        ]);
    });

    it("causes a replacement if a filter is removed", async () => {
        await stack.up(args);
        const outcome = await stack.preview({ ...args, query: { principalFilter: { entityTypes: ["USER"] } } });
        expect(outcome).toMatchObject({ action: "replace", replaces: ["query"], deleteBeforeReplace: false });
    });
});

it("can be replaced repeatedly and leaves each predecessor on the service", async () => {
    await stack.up(args);
    for (const type of ["GROUP", "RESOURCE"]) {
        const query = { principalFilter: { entityTypes: [type] } };
        const outcome = await stack.up({ ...args, query });
        expect(outcome).toMatchObject({ action: "replace", failures: [] });
        expect(outcome.lines.join()).toContain("stays as it is on the service");
    }
    const { results } = await world.api<{ results: { name: string }[] }>("GET", "/campaigns");
    expect(results.map(({ name }) => name)).toEqual([args.name, args.name, args.name]);
});

it("is replaced by the next run if the service rejects the first attempt", async () => {
    await stack.up(args);
    const declared = { ...args, query: { principalFilter: { entityTypes: ["GROUP"] } } };
    world.service.faults.add({ operation: "createCampaign", answer: { status: 429 }, times: 2 });
    const refused = await stack.up(declared);
    world.service.faults.clear();
    expect(refused.action).toBe("failed");
    expect(refused.failures.join()).not.toContain("deleteBeforeReplace");
    expect(await stack.up(declared)).toMatchObject({ action: "replace", failures: [] });
    expect((await read()).configuration.query).toMatchObject(declared.query);
    expect(await stack.preview(declared)).toMatchObject({ action: "same", lines: [] });
    const { results } = await world.api<{ results: unknown[] }>("GET", "/campaigns");
    expect(results).toHaveLength(2);
});

it("does not mistake its predecessor for the new campaign after a lost response", async () => {
    await stack.up(args);
    const before = stack.state?.id;
    for (const when of ["before", "after"] as const) {
        world.service.faults.add({ operation: "createCampaign", when, answer: "reset" });
        const query = { principalFilter: { entityTypes: [when === "before" ? "GROUP" : "RESOURCE"] } };
        const first = await stack.up({ ...args, query });
        world.service.faults.clear();
        expect(first.action).toBe(when === "before" ? "failed" : "replace");
        if (when === "before") {
            expect(first.failures.join()).toContain("may exist");
            world.service.clock.advance(10 * 60_000);
            expect(await stack.up({ ...args, query })).toMatchObject({ action: "replace", failures: [] });
        }
        expect(stack.state?.id).not.toBe(before);
        expect((await read()).configuration.query).toMatchObject(query);
    }
    const { results } = await world.api<{ results: unknown[] }>("GET", "/campaigns");
    expect(results).toHaveLength(3);
});

describe("a campaign that has started", () => {
    it("keeps its start date and accepts other changes", async () => {
        const declared = { ...args, startDate: day(3), endDate: day(30) };
        await stack.up(declared);
        await act("start");
        const edited = { ...declared, startDate: day(5), endDate: day(40) };
        const outcome = await stack.up(edited);
        expect(outcome).toMatchObject({ action: "update", failures: [] });
        expect(outcome.lines).toHaveLength(1);
        expect(outcome.lines[0]).toContain("startDate is ");
        expect(outcome.lines[0]).toContain("it cannot be changed: the campaign has started");
        expect((await read()).configuration).toMatchObject({
            start_date: declared.startDate,
            end_date: edited.endDate,
        });
        expect(await stack.preview(edited)).toMatchObject({ action: "same", lines: outcome.lines });
    });
});

describe.each([
    { state: "stopped", actions: ["start", "stop"] },
    { state: "ended", actions: ["start", "stop", "end"] },
])("a campaign that is $state", ({ state, actions }) => {
    it("accepts a new name and reports changes that it no longer accepts", async () => {
        const declared = { ...args, allowSelfReview: false };
        await stack.up(declared);
        for (const action of actions) await act(action);
        expect(await stack.preview(declared)).toMatchObject({ action: "same", lines: [] });
        const edited = { ...declared, name: "Access of last year", allowSelfReview: true };
        world.service.calls.clear();
        const outcome = await stack.up(edited);
        expect(outcome).toMatchObject({ action: "update", failures: [] });
        expect(outcome.lines.join()).toContain(
            `it cannot be changed: the campaign ${state === "ended" ? "has ended" : "was stopped"}, so only its name can be changed`,
        );
        expect(world.service.calls.of("updateCampaign")[0]?.body).toEqual({ name: "Access of last year" });
        expect(await stack.preview(edited)).toMatchObject({ action: "same", lines: outcome.lines });
    });
});

describe("a campaign template", () => {
    const template = () => ({ ...args, isTemplate: true, cronExpression: "0 9 1 * *", recurringDurationDays: 14 });

    it("remains a template if null removes its schedule", async () => {
        await stack.up(template());
        expect(stack.state?.outputs.nextScheduledRun).toBeTruthy();
        await stack.up({ ...template(), cronExpression: null });
        expect((await read()).configuration).toMatchObject({ cron_expression: null, is_template: true });
        expect(await stack.preview({ ...template(), cronExpression: null })).toMatchObject({ action: "same" });
    });

    it("stays on the service without its schedule after destroy, which reports it", async () => {
        await stack.up(template());
        const { id } = stack.state ?? {};
        const lines = await stack.destroy();
        expect(lines.join()).toContain("stays without its schedule on the service: the API has no operation");
        const { configuration } = await world.api<{ configuration: object }>("GET", `/campaigns/${id}`);
        expect(configuration).toMatchObject({ cron_expression: null, next_scheduled_run: null });
    });

    it("can be destroyed without an error if it was already deleted", async () => {
        await stack.up(template());
        const { campaigns } = world.service.store;
        campaigns.delete(campaigns.get(String(stack.state?.id)));
        world.service.clock.advance(10 * 60_000);
        expect(await stack.destroy()).toEqual([]);
    });
});

it("is destroyed without a write if it has no schedule", async () => {
    await stack.up(args);
    world.service.calls.clear();
    expect((await stack.destroy()).join()).toContain("stays as it is on the service");
    expect(written()).toEqual([]);
});
