/** Programs with components against the local service: objects after `up`, and what remains after `destroy`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { AccessGovernanceClient } from "../../../src/api/access-governance-client.js";
import { BadRequestError, CallError } from "../../../src/api/errors.js";
import type { Run, Stack } from "../../../src/local/engine/contract/stack.js";
import { openStack } from "../../../src/local/engine/open-stack.js";
import { findPulumi } from "../../../src/local/engine/pulumi.js";
import { type Organization, type Service, startService } from "../../../src/local/service/index.js";

const examples = join(__dirname, "../../../examples/components");
const day = 24 * 60;

let service: Service;
let before: Organization;

beforeAll(async () => {
    const tokens = ["ada", "bruno", "femi", "greta"].map((name) => {
        return { token: name, email: `${name}@tidewater.example`, role: "MEMBER" as const };
    });
    service = await startService({ clock: "2026-05-01T09:00:00Z", tokens });
    before = service.snapshot();
});

afterAll(() => service?.close());

test.each(readdirSync(examples))("docs/components.md contains the example %s verbatim", (file) => {
    const page = readFileSync(join(__dirname, "../../../docs/components.md"), "utf8");
    expect(page).toContain(`\`\`\`ts\n${readFileSync(join(examples, file), "utf8")}\`\`\``);
});

describe("the examples of docs/components.md", () => {
    let stack: Stack;
    let now: Organization;

    beforeAll(async () => {
        stack = await open("examples");
        fine(await stack.up());
        now = service.snapshot();
    });

    afterAll(() => stack?.close());

    test("AccessTeam creates an owner, a group that only its members see, and its access", () => {
        const owner = named(now.owners, "Yard");
        const group = named(now.groups, "Yard");
        const ada = user("ada");
        expect(usersOf(now, owner.owner_id)).toEqual([ada]);
        expect(group).toMatchObject({ admin_owner_id: owner.owner_id, group_leader_user_ids: [ada] });
        expect(membersOf(now, group.group_id)).toEqual({ [ada]: null, [user("bruno")]: null });
        expect(visibilityOf(now, group.group_id)).toEqual({ visibility: "LIMITED", visibility_group_ids: [] });
        expect(reachedBy(now, group.group_id)).toEqual([resource("Freight tracker")]);
        expect(group.request_configurations).toEqual([
            expect.objectContaining({ priority: 0, allow_requests: false, auto_approval: false }),
        ]);
    });

    test("JustInTimeAccess creates a group with approval stages, a limit and MFA, without automatic approval", () => {
        const group = named(now.groups, "Billing archive, two hours");
        const stage = (owner: string) => ({ operator: "AND", owner_ids: [named(now.owners, owner).owner_id] });
        expect(group.request_configurations).toEqual([
            expect.objectContaining({
                priority: 0,
                allow_requests: true,
                auto_approval: false,
                require_mfa_to_request: true,
                max_duration_minutes: 120,
                extensions_duration_in_minutes: 0,
                reviewer_stages: ["Bookkeepers", "IT security"].map((owner) => expect.objectContaining(stage(owner))),
            }),
        ]);
        const staff = named(before.groups, "Office staff").group_id;
        expect(visibilityOf(now, group.group_id)).toEqual({ visibility: "LIMITED", visibility_group_ids: [staff] });
        expect(reachedBy(now, group.group_id)).toEqual([resource("Billing archive")]);
        expect(membersOf(now, group.group_id)).toEqual({});
    });

    test("BreakGlass creates an empty group that two people can join immediately for one hour", () => {
        const group = named(now.groups, "Emergency");
        const users = named(now.groups, "Emergency users");
        expect(membersOf(now, group.group_id)).toEqual({});
        expect(membersOf(now, users.group_id)).toEqual({ [user("ada")]: null, [user("chiyo")]: null });
        expect(reachedBy(now, users.group_id)).toEqual([]);
        expect(group.request_configurations).toEqual([
            expect.objectContaining({ priority: 0, allow_requests: false, auto_approval: false }),
            expect.objectContaining({
                priority: 1,
                condition: { group_ids: [users.group_id] },
                auto_approval: true,
                require_mfa_to_request: true,
                max_duration_minutes: 60,
            }),
        ]);
        const audit = now.messageChannels.find(({ remote_id }) => remote_id === "C0AUDIT")?.message_channel_id;
        const told = now.groupMessageChannels.find(({ group_id }) => group_id === group.group_id);
        expect(told?.message_channel_ids).toEqual([audit]);
        expect(visibilityOf(now, group.group_id)).toMatchObject({ visibility_group_ids: [users.group_id] });
    });

    test("VendorAccess creates a separate owner and a membership that ends", () => {
        const group = named(now.groups, "Quay surveyors");
        expect(usersOf(now, named(now.owners, "Quay surveyors").owner_id)).toEqual([user("greta")]);
        const end = Object.values(membersOf(now, group.group_id)).map((date) => Date.parse(date ?? ""));
        const expected = Date.parse("2026-05-01T09:00:00Z") + 30 * day * 60_000;
        expect(end).toHaveLength(1);
        expect(Math.abs((end[0] ?? 0) - expected)).toBeLessThan(60_000);
        expect(visibilityOf(now, group.group_id)).toMatchObject({ visibility: "LIMITED" });
    });

    test("QuarterlyReview creates a scheduled campaign template without self-review", () => {
        expect(named(now.campaigns, "Contractors, each quarter").configuration).toMatchObject({
            is_template: true,
            cron_expression: "0 9 1 1,4,7,10 *",
            allow_self_review: false,
            timezone: "Europe/Lisbon",
            revoke_on: "END",
            recurring_duration_days: 14,
        });
    });

    test("Onboarding creates a bundle that is visible to a group", () => {
        const bundle = named(now.bundles, "First week");
        const parts = now.bundleGroups.filter(({ bundle_id }) => bundle_id === bundle.bundle_id);
        expect(parts.map(({ group_id }) => group_id)).toEqual([named(now.groups, "Customer desk").group_id]);
        const visibility = now.bundleVisibility.find(({ bundle_id }) => bundle_id === bundle.bundle_id);
        const everyone = named(before.groups, "Everyone").group_id;
        expect(visibility).toMatchObject({ visibility: "LIMITED", visibility_group_ids: [everyone] });
    });

    test("emergency access is granted immediately to the named users only, for one hour", async () => {
        const { group_id } = named(now.groups, "Emergency");
        expect(await ask("ada", group_id, 60)).toBe("APPROVED");
        expect(Object.keys(membersOf(service.snapshot(), group_id))).toEqual([user("ada")]);
        service.clock.advance(61 * 60_000);
        const members = await client("ada").groups.listUsers(group_id).all();
        expect(members).toEqual([]);
        await expect(ask("ada", group_id, 61)).rejects.toThrow(BadRequestError);
        await expect(ask("bruno", group_id, 60)).rejects.toThrow(CallError);
    });

    test("a request for just-in-time access waits for approval, has a limit, and is only open to users who see the group", async () => {
        const { group_id } = named(now.groups, "Billing archive, two hours");
        expect(await ask("greta", group_id, 120)).toBe("PENDING");
        expect(membersOf(service.snapshot(), group_id)).toEqual({});
        await expect(ask("femi", group_id, 121)).rejects.toThrow(BadRequestError);
        await expect(ask("ada", group_id, 60)).rejects.toThrow(CallError);
    });

    test("the groups of AccessTeam and VendorAccess cannot be requested", async () => {
        for (const name of ["Yard", "Quay surveyors"]) {
            const { group_id } = named(now.groups, name);
            await expect(ask("ada", group_id, 60)).rejects.toThrow(CallError);
        }
    });

    test("a second `up` changes nothing, and `destroy` removes everything except the campaign", async () => {
        const again = fine(await stack.up({ expectNoChanges: true }));
        expect(again.steps.filter(({ op }) => op !== "same")).toEqual([]);
        const clean = fine(await stack.preview({ refresh: true, expectNoChanges: true }));
        expect(clean.diagnostics).toEqual([]);
        fine(await stack.destroy());
        const after = service.snapshot();
        expect(counts(after)).toEqual({ ...counts(before), campaigns: before.campaigns.length + 1 });
        expect(named(after.campaigns, "Contractors, each quarter").configuration).toMatchObject({
            cron_expression: null,
        });
    });
});

describe("a program with components", () => {
    let stack: Stack | undefined;

    afterEach(async () => {
        await stack?.destroy();
        await stack?.close();
        stack = undefined;
    });

    test("can pass outputs as ids, lists and durations", async () => {
        stack = await open("ids that are known later");
        fine(await stack.preview());
        fine(await stack.up());
        const now = service.snapshot();
        const hand = now.users.find(({ email }) => email === "new@tidewater.example")?.user_id ?? "";
        const crew = named(now.groups, "New crew").group_id;
        expect(membersOf(now, crew)).toEqual({ [hand]: null });
        const [asked] = named(now.groups, "Crane, now").request_configurations ?? [];
        expect(asked).toMatchObject({ max_duration_minutes: 45, auto_approval: false });
        expect(membersOf(now, named(now.groups, "New crew glass users").group_id)).toEqual({ [hand]: null });
        expect(membersOf(now, named(now.groups, "Crane vendor").group_id)).toEqual({ [hand]: expect.any(String) });
        const clean = fine(await stack.preview({ refresh: true, expectNoChanges: true }));
        expect(clean.diagnostics).toEqual([]);
    });

    // The local engine does not support transforms.
    const ways: [string, "local" | "pulumi"][] = [["transformed", "local"]];
    if (findPulumi(false)) ways.push(["transformed by the engine", "pulumi"]);
    test.each(ways)("changes the children of a component (%s, engine: %s)", async (program, engine) => {
        stack = await open(program, engine);
        fine(await stack.up());
        expect(named(service.snapshot().groups, "Night")).toMatchObject({ description: "By its component" });
    });

    test("keeps its objects if single resources are moved into a component with aliases", async () => {
        stack = await open("by hand");
        fine(await stack.up());
        const made = named(service.snapshot().groups, "Night");
        await stack.setConfig("components:case", "by a component");
        const moved = fine(await stack.up({ previewFirst: true }));
        const ops = new Set(moved.steps.map(({ op, type, name }) => `${op} ${type.split(":").at(-1)} ${name}`));
        // Steps of the default provider are ignored, because its configuration changes in this test.
        expect([...ops].filter((op) => !/^(same|refresh) | pulumi-nodejs /.test(op)).sort()).toEqual([
            "create AccessTeam night",
            "update Group night",
            "update Owner night",
        ]);
        expect(named(service.snapshot().groups, "Night")).toMatchObject({ group_id: made.group_id });
        fine(await stack.preview({ refresh: true, expectNoChanges: true }));
    });

    test("keeps its group and does not write if the group type is spelled the vendor's way", async () => {
        stack = await open("as the local service spells it");
        fine(await stack.up());
        const made = named(service.snapshot().groups, "Night");
        const written = service.calls.writes().length;
        await stack.setConfig("components:case", "as the vendor spells it");
        const run = fine(await stack.up({ previewFirst: true }));
        expect(run.steps.filter(({ op }) => /create|replace|delete/.test(op))).toEqual([]);
        expect(service.calls.writes()).toHaveLength(written);
        expect(named(service.snapshot().groups, "Night")).toEqual(made);
        fine(await stack.preview({ refresh: true, expectNoChanges: true }));
    });

    test("creates the children of a component in the organization of its provider", async () => {
        const elsewhere = await startService();
        try {
            stack = await open("at another organization", "local", { ELSEWHERE: elsewhere.url });
            fine(await stack.up());
            expect(named(elsewhere.snapshot().groups, "Night")).toBeDefined();
            expect(service.snapshot().groups.filter(({ name }) => name === "Night")).toEqual([]);
            fine(await stack.destroy());
        } finally {
            await elsewhere.close();
        }
    });

    test("fails if the duration of a membership turns out to be 0", async () => {
        stack = await open("no end, known later");
        const run = await stack.up();
        expect(run.exitCode).not.toBe(0);
        const why =
            'VendorAccess "endless": people.hugo.durationMinutes: 0 is not allowed: it must be a whole number of minutes';
        expect(run.output).toContain(why);
        const group = named(service.snapshot().groups, "Endless").group_id;
        expect(membersOf(service.snapshot(), group)).toEqual({});
    });

    test("uses the default values if an output argument turns out to be undefined", async () => {
        stack = await open("weaker, known later");
        fine(await stack.up());
        const [rules] = named(service.snapshot().groups, "Usual").request_configurations ?? [];
        expect(rules).toMatchObject({ require_mfa_to_request: true, max_duration_minutes: 8 * 60 });
    });

    test.each([
        ["stage", 'JustInTimeAccess "stage": stages[0].ownerIds: []'],
        ["reviewers", 'AccessTeam "reviewers": reviewerIds: []'],
        ["channels", 'BreakGlass "channels": auditChannelIds: []'],
        ["secret", 'AccessTeam "secret": reviewerIds[0]: '],
    ])("fails if an output argument would weaken the component: %s", async (WEAK, why) => {
        stack = await open("weaker, known later", "local", { WEAK });
        const run = await stack.up();
        expect(run.exitCode).not.toBe(0);
        expect(run.output).toContain(why);
        expect(run.output).not.toContain("hush-hush");
        expect(service.snapshot().groups.map(({ name }) => name)).not.toContain("Weak");
    });

    test("fails before any write and names the component if an argument is invalid", async () => {
        stack = await open("wrong");
        const run = await stack.up({ previewFirst: true });
        expect(run.exitCode).not.toBe(0);
        expect(errors(run)).toEqual([
            [
                'AccessTeam "yard": appId: "x" is not allowed: it must be the id of an object (a UUID), such as another resource\'s `id`.',
                'AccessTeam "yard": reviewerIds: [] is not allowed: it must have at least 1 element.',
                'AccessTeam "yard": memberId: unknown property; did you mean "memberIds"? Help: npx --no-install access-governance explain ArgumentError',
            ].join("\n"),
        ]);
        expect(service.snapshot().owners).toEqual(before.owners);
    });
});

function client(token: string): AccessGovernanceClient {
    return new AccessGovernanceClient({ url: service.url, token });
}

/** Requests a group as the user of the token. Returns the status of the request right after its creation. */
async function ask(token: string, groupId: string, minutes: number): Promise<string | undefined> {
    const asked = { groups: [{ id: groupId }], resources: [], reason: "A late ship", duration_minutes: minutes };
    const { id = "" } = await client(token).requests.create(asked);
    return service.store.requests.get(id).status;
}

function open(program: string, engine: "local" | "pulumi" = "local", env = {}): Promise<Stack> {
    return openStack({
        program: join(__dirname, "../../programs/components"),
        engine,
        config: { "components:case": program },
        env: {
            ...env,
            ACCESS_GOVERNANCE_URL: service.url,
            ACCESS_GOVERNANCE_TOKEN: service.token,
            OPAL_AUTH_TOKEN: "",
        },
    });
}

function errors({ diagnostics }: Run): string[] {
    return diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
}

function fine(run: Run): Run {
    expect(errors(run), run.output).toEqual([]);
    expect(run.exitCode, run.output).toBe(0);
    return run;
}

function named<Item extends { name?: string | null }>(items: readonly Item[], name: string): Item {
    const found = items.filter((item) => item.name === name);
    expect(found, name).toHaveLength(1);
    const [item] = found;
    if (!item) throw new Error(`there is no ${name}`);
    return item;
}

function user(name: string): string {
    return before.users.find(({ email }) => email === `${name}@tidewater.example`)?.user_id ?? "";
}

function resource(name: string): string {
    return named(before.resources, name).resource_id;
}

/** The members of a group with the ends of their memberships. */
function membersOf(organization: Organization, groupId: string): Record<string, string | null> {
    const members = organization.groupUsers.filter(({ group_id }) => group_id === groupId);
    return Object.fromEntries(members.map(({ user_id, expiration_date }) => [user_id, expiration_date ?? null]));
}

function usersOf(organization: Organization, ownerId: string): string[] | undefined {
    return organization.ownerUsers.find(({ owner_id }) => owner_id === ownerId)?.user_ids;
}

function reachedBy(organization: Organization, groupId: string): string[] {
    const links = organization.groupResources.filter(({ group_id }) => group_id === groupId);
    return links.map(({ resource_id }) => resource_id);
}

function visibilityOf(organization: Organization, groupId: string) {
    const { group_id: _, ...visibility } =
        organization.groupVisibility.find(({ group_id }) => group_id === groupId) ?? {};
    return visibility;
}

/** Number of objects of each kind that the programs declare. */
function counts({ owners, groups, groupUsers, groupResources, bundles, campaigns, resources }: Organization) {
    const tables = { owners, groups, groupUsers, groupResources, bundles, campaigns, resources };
    return Object.fromEntries(Object.entries(tables).map(([name, records]) => [name, records.length]));
}
