import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { findPulumi } from "../../src/local/engine/pulumi.js";
import { type Organization, type Service, startService } from "../../src/local/service/index.js";

const root = join(__dirname, "../..");
const signingSecret = "only-the-archive-knows";
const engines = ["local" as const, ...(findPulumi(false) ? ["pulumi" as const] : [])];

const changes = (run: Run) =>
    run.steps
        .filter(({ op, type }) => op !== "same" && op !== "refresh" && !type.startsWith("pulumi:"))
        .map(({ op, type, name }) => `${op} ${kindOf(type)} ${name}`)
        .sort();
const messagesOf = (run: Run) => run.diagnostics.map(({ message }) => message.trim());
const components = ["AccessTeam", "BreakGlass", "JustInTimeAccess", "Onboarding", "QuarterlyReview", "VendorAccess"];
const kindOf = (type: string) => type.split(":").at(-1) ?? type;

describe.each(engines)("the example program of a whole organization, on %s", (engine) => {
    let service: Service;
    let stack: Stack;
    let before: Organization;
    let created: string[] = [];

    beforeAll(async () => {
        // Years before the dates in the program, and two months before the next draft of the campaign.
        service = await startService({ seed: "small", clock: "2026-05-01T09:00:00Z" });
        before = service.snapshot();
        stack = await openStack({
            program: join(root, "examples/organization"),
            engine,
            env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
            config: {
                "access-governance:url": service.url,
                "access-governance:token": { secret: service.token },
                "access-organization:auditSigningSecret": { secret: signingSecret },
            },
        });
    });

    afterAll(async () => {
        await stack?.close();
        await service?.close();
    });

    it("deploys in one run, and the next preview shows no changes", async () => {
        created = changes(expectSuccess(await stack.up()));
        expect(created.filter((change) => !change.startsWith("create "))).toEqual([]);
        // A preview without a refresh is checked after the repair.
        const clean = expectSuccess(await stack.preview({ refresh: true, expectNoChanges: true }));
        expect(changes(clean)).toEqual([]);
        expect(messagesOf(clean)).toEqual([]);
        expect(JSON.stringify(await stack.exportState())).not.toMatch(new RegExp(`${signingSecret}|${service.token}`));
    });

    it("uses every component of the package", () => {
        const used = new Set(created.map((change) => change.split(" ")[1]));
        expect(components.filter((component) => !used.has(component))).toEqual([]);
    });

    it("reports only the edits made outside Pulumi and repairs them", async () => {
        // The clock of this service stands still: without this, the edits would not be later than the program's own writes.
        service.clock.advance(60_000);
        const id = await idsOf(stack);
        const glass = id("Group break-glass");
        const desk = id("Resource service-desk");
        await api("PUT", "/groups", { groups: [{ group_id: id("Group platform-on-call"), name: "Night shift" }] });
        await api("POST", `/groups/${glass}/resources/${desk}`, { duration_minutes: 0 });
        await api("DELETE", `/tags/${id("Tag production")}/resources/${id("Resource ledgers")}`);
        await api("PUT", `/event-streams/${id("EventStream archive")}`, { webhook_url: "https://elsewhere.example/" });
        await api("PUT", `/groups/${id("Group incident-command")}/on-call-schedules`, { on_call_schedule_ids: [] });
        await api("PUT", `/campaigns/${id("Campaign contractors-every-quarter")}`, {
            configuration: { cron_expression: "0 9 1 1 *" },
        });
        const shown = [
            'Campaign "contractors-every-quarter" drifted: cronExpression is "0 9 1 1 *" on the service',
            'EventStream "archive" drifted: webhookUrl is "https://elsewhere.example/" on the service',
            'Group "platform-on-call" drifted: name is "Night shift" on the service, declared "Platform on call"',
            'GroupOnCallSchedules "incident-command" drifted: onCallScheduleIds: removed outside: ',
            'GroupResources "break-glass" drifted: resources',
            'ResourceTag "ledgers-production" was deleted outside',
        ];
        const drifted = expectSuccess(await stack.preview());
        const lines = messagesOf(drifted).filter((line) => / drifted: | was deleted outside/.test(line));
        expect(lines.sort()).toEqual(shown.map((start) => expect.stringContaining(start)));
        const named = shown.map((line) => line.replace(/ "(.*?)".*/, " $1"));
        // Recreating a deleted object takes several steps, hence the set.
        expect(new Set(changes(drifted).map((change) => change.replace(/^\S+ /, "")))).toEqual(new Set(named));

        expectSuccess(await stack.up());
        expect(await api("GET", `/groups/${id("Group platform-on-call")}`)).toMatchObject({ name: "Platform on call" });
        const { group_resources: reached } = await api<{ group_resources: { resource_id: string }[] }>(
            "GET",
            `/groups/${glass}/resources`,
        );
        expect(reached.map(({ resource_id }) => resource_id)).not.toContain(desk);
    });

    it("previews without changes, and reports the access of an external user that expired", async () => {
        service.clock.advance(31 * 24 * 60 * 60 * 1000);
        const later = expectSuccess(await stack.preview({ expectNoChanges: true }));
        expect(changes(later)).toEqual([]);
        expect(messagesOf(later)).toEqual([expect.stringContaining('ResourceUser "hugo-ledgers"')]);
    });

    it("destroys what it created and restores what existed before", async () => {
        expectSuccess(await stack.destroy());
        const staff = before.groups.find(({ name }) => name === "Office staff")?.group_id;
        const archive = before.resources.find(({ name }) => name === "Billing archive")?.resource_id;
        expect(differences(before, service.snapshot())).toEqual({
            // The API cannot delete these objects. The schedule of the campaign was removed.
            messageChannels: { added: [expect.objectContaining({ remote_id: "C0INCIDENT" })] },
            onCallSchedules: { added: [expect.objectContaining({ remote_id: "PSUPP01" })] },
            campaigns: {
                added: [
                    expect.objectContaining({
                        name: "Contractors, every quarter",
                        configuration: expect.objectContaining({ cron_expression: null, next_scheduled_run: null }),
                    }),
                ],
            },
            // Restoring GLOBAL visibility would grant access that the program does not declare.
            groupVisibility: {
                gone: [{ group_id: staff, visibility: "GLOBAL", visibility_group_ids: [] }],
                added: [expect.objectContaining({ group_id: staff, visibility: "LIMITED" })],
            },
            resourceVisibility: { added: [expect.objectContaining({ resource_id: archive, visibility: "LIMITED" })] },
        });
    });

    function expectSuccess(run: Run): Run {
        const errors = run.diagnostics.filter(({ severity }) => severity === "error");
        expect(errors.map(({ message }) => message)).toEqual([]);
        expect(run.exitCode).toBe(0);
        for (const secret of [signingSecret, service.token]) expect(run.output).not.toContain(secret);
        return run;
    }

    /** Sends a request outside Pulumi. @throws if the response is an error. */
    async function api<Body = unknown>(method: string, path: string, body?: object): Promise<Body> {
        const headers = { authorization: `Bearer ${service.token}`, "content-type": "application/json" };
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
        const response = await service.fetch(new Request(`${service.url}${path}`, init));
        const text = await response.text();
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
        // The caller states the type of the response.
        return (text && JSON.parse(text)) as Body;
    }
});

it("compiles with the settings of a new Pulumi project", () => {
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const check = () => execFileSync(process.execPath, [compiler, "-p", join(root, "examples/organization")]);
    expect(check().toString()).toBe("");
});

/** Ids of the declared objects, by kind and name. */
async function idsOf(stack: Stack): Promise<(name: string) => string> {
    const { deployment } = await stack.exportState();
    const ids = new Map(
        (deployment.resources ?? []).map(({ type, urn, id }) => [
            `${kindOf(String(type))} ${String(urn).split("::").at(-1)}`,
            String(id),
        ]),
    );
    return (name) => {
        const id = ids.get(name);
        if (id === undefined) throw new Error(`the program does not declare ${name}`);
        return id;
    };
}

type Table = Exclude<keyof Organization, "namespace" | "current_user_id" | "ids_made">;

/** Records that were removed from an organization or added to it, by table. The audit log is left out, since it only grows. */
function differences(before: Organization, after: Organization): Record<string, { gone?: object[]; added?: object[] }> {
    const log = ["events", "eventObjects"];
    const tables = Object.keys(before).filter(
        // All keys except these and the log name a table.
        (name): name is Table => !["namespace", "current_user_id", "ids_made", ...log].includes(name),
    );
    const found = tables.map((table) => {
        const [old, now] = [before[table].filter(isSignificant), after[table].filter(isSignificant)];
        const gone = missing(old, now);
        const added = missing(now, old);
        return [table, { ...(gone.length > 0 && { gone }), ...(added.length > 0 && { added }) }] as const;
    });
    return Object.fromEntries(found.filter(([, difference]) => Object.keys(difference).length > 0));
}

function missing(from: readonly object[], others: readonly object[]): object[] {
    return from.filter((record) => !others.some((other) => isDeepStrictEqual(record, other)));
}

/** False for an empty list of channels, which is equivalent to having no list. */
function isSignificant(record: object): boolean {
    return !("message_channel_ids" in record && isDeepStrictEqual(record.message_channel_ids, []));
}
