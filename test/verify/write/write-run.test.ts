/** `verify --write` against the local service: its report, and the objects that remain in the service. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { kinds } from "../../../src/resources/kinds.js";
import { fixtures } from "../../../src/verify/write/fixtures/all.js";
import { failures, reason, skippedByDefault, TriedOrganization } from "./organization.js";

/** The only read that is a POST request. */
const QUERY = /\/queries\/run$/;

/** Paths that create entities, not subresources. */
const CREATES =
    /\/v1\/(owners|groups|resources|bundles|tag|paladin|access-rules|apps|campaigns|configuration-templates|delegations|event-streams|message-channels|on-call-schedules|request-templates|opal-scripts|users)$/;

let organization: TriedOrganization;

beforeEach(async () => {
    organization = await TriedOrganization.start();
});
afterEach(() => organization.close());

describe("a service without deviations", () => {
    test("every kind passes, and only objects that the API cannot delete remain", async () => {
        const report = await organization.run({ include: skippedByDefault });
        expect(failures(report)).toEqual([]);
        expect(report.kinds.map(({ kind }) => kind).sort()).toEqual(kinds.map(({ name }) => name).sort());
        expect(report.kinds.filter(({ steps }) => steps.every(({ result }) => result === "skipped"))).toEqual([]);
        expect(report.left).toEqual([]);
        expect(report.kept.map(({ kind }) => kind)).toEqual(["Campaign", "MessageChannel", "OnCallSchedule"]);
        expect(organization.changes(report.kept)).toEqual([]);
    });

    test("by default, the organization is identical after the run, and the journal is deleted", async () => {
        const before = organization.records();
        const report = await organization.run();
        expect(failures(report)).toEqual([]);
        expect(report.kept).toEqual([]);
        expect(organization.records()).toBe(before);
        expect(organization.hasJournal).toBe(false);
    });

    test("a second run is not refused because of objects in the journal that cannot be deleted", async () => {
        const first = await organization.run({ only: ["Campaign"], include: ["Campaign"] });
        const second = await organization.run({ only: ["Tag"] });
        expect(second.plan.leftovers).toEqual([]);
        expect(second.kept).toEqual(first.kept);
    });

    test("the plan of a kind contains exactly the kinds that it needs", async () => {
        for (const [name, fixture] of Object.entries(fixtures)) {
            const before = organization.service.calls.all().length;
            await organization.run({ only: [name], include: [name].filter((one) => fixtures[one as never]) });
            const created = organization.service.calls
                .all()
                .slice(before)
                .filter(({ operation, status }) => operation?.startsWith("create") && status < 300)
                .map(({ operation }) => operation?.replace(/^create(Opal)?/, ""));
            // A set creates its elements.
            const element = kinds.find((kind) => kind.name === name)?.set?.of.name;
            const needed = created.filter(
                (one) => one !== name && one !== element && kinds.some((kind) => kind.name === one),
            );
            expect([...new Set(needed)].sort(), name).toEqual(fixture.needs.filter((one) => one !== name));
        }
    });

    test("every created object has the prefix and run id in its name, and its origin in the description", async () => {
        await organization.run({ run: "3f2a", include: skippedByDefault });
        const creates = organization.service.calls.writes().filter(({ method, path }) => {
            return method === "POST" && /^\/(owners|groups|resources|bundles|apps|access-rules)$/.test(path);
        });
        expect(creates.length).toBeGreaterThan(10);
        for (const { body } of creates) {
            const { name, description } = body as { name: string; description: string };
            expect(name).toMatch(/^zz-verify-3f2a-/);
            expect(description).toContain("verify --write");
        }
    });

    test("no existing object is written, and created objects cannot be seen, requested or granted", async () => {
        const existing = new Set(JSON.stringify(organization.service.snapshot()).match(/[0-9a-f-]{36}/g));
        await organization.run();
        for (const { path, body } of organization.service.calls.writes()) {
            const [, first, id] = path.split("/");
            // The user of the token may be in a path as a member, but not as the object that is written.
            if (first !== "tags") expect(existing.has(id ?? ""), path).toBe(false);
            const text = JSON.stringify(body ?? {});
            expect(text).not.toContain('"auto_approval":true');
            expect(text).not.toContain('"allow_requests":true');
            expect(text).not.toContain('"GLOBAL"');
        }
    });
});

describe("a service that deviates", () => {
    test("an ignored update is reported under its kind", async () => {
        organization.intercept((request, pass) => {
            const isUpdate = request.method === "PUT" && /\/bundles\/[^/]+$/.test(request.url);
            if (!isUpdate) return pass();
            return organization.service.fetch(new Request(request.url, { headers: request.headers }));
        });
        const report = await organization.run({ only: ["Owner", "Bundle", "Tag"] });
        // The outside edit is ignored as well.
        expect(failures(report)).toEqual(["Bundle outside edit"]);
        expect(organization.changes()).toEqual([]);
    });

    test("an update that is ignored after the outside edit is reported as a failed repair", async () => {
        let updates = 0;
        organization.intercept((request, pass) => {
            const isUpdate = request.method === "PUT" && /\/bundles\/[^/]+$/.test(request.url);
            if (!isUpdate || ++updates === 1) return pass();
            return organization.service.fetch(new Request(request.url, { headers: request.headers }));
        });
        const report = await organization.run({ only: ["Owner", "Bundle", "Tag"] });
        expect(failures(report)).toEqual(["Bundle repair"]);
        expect(reason(report, "Bundle", "repair")).toContain("description is ");
        expect(reason(report, "Bundle", "update")).toBe('"repair" failed');
        expect(organization.changes()).toEqual([]);
    });

    test("a delete without effect is reported, and so is the remaining object", async () => {
        organization.intercept(async (request, pass) => {
            if (request.method === "DELETE" && request.url.includes("/request-templates/")) return new Response("");
            return pass();
        });
        const report = await organization.run({ only: ["Owner", "RequestTemplate", "Tag"] });
        expect(failures(report)).toEqual(["RequestTemplate delete"]);
        expect(report.left).toMatchObject([
            { kind: "RequestTemplate", because: expect.stringContaining("still exists") },
        ]);
        expect(organization.service.store.requestTemplates.all()).toHaveLength(1);

        organization.intercept((_, pass) => pass());
        const next = await organization.run({ only: ["Tag"] });
        expect(next.plan.leftovers).toMatchObject([{ kind: "RequestTemplate" }]);
        expect(organization.changes()).toEqual([]);
        expect(organization.hasJournal).toBe(false);
    });

    test("a response that lacks a field is reported under the step that reads it", async () => {
        organization.intercept(async (request, pass) => {
            const response = await pass();
            if (request.method !== "GET" || !/\/bundles(\/[^/]+)?(\?.*)?$/.test(request.url)) return response;
            const text = (await response.text()).replace(/"description":"[^"]*",?/g, "");
            return new Response(text, { status: response.status, headers: { "content-type": "application/json" } });
        });
        const report = await organization.run({ only: ["Owner", "Bundle", "Tag"] });
        expect(failures(report)).toEqual(["Bundle read back"]);
        expect(reason(report, "Bundle", "read back")).toContain("description is null");
        expect(organization.changes()).toEqual([]);
    });

    test("a create that fails after it took effect is reported, although the object is then found", async () => {
        organization.service.faults.add({
            operation: "createRequestTemplate",
            times: 100,
            when: "after",
            answer: { status: 500 },
        });
        const report = await organization.run({ only: ["Owner", "RequestTemplate", "Tag"] });
        expect(failures(report)).toEqual(["RequestTemplate create"]);
        expect(reason(report, "RequestTemplate", "create")).toContain("returned 500");
        expect(reason(report, "RequestTemplate", "create")).toContain("took effect");
        expect(organization.changes()).toEqual([]);
    });

    test("kinds that need a refused object are not tried", async () => {
        organization.service.faults.add({ operation: "createGroup", times: 1000, answer: { status: 400 } });
        const report = await organization.run({ only: ["Group", "GroupUser", "Tag"] });
        expect(failures(report)).toEqual(["Group create"]);
        expect(reason(report, "GroupUser", "create")).toContain("the group that it needs could not be created");
        expect(report.kinds.filter(({ isIncomplete }) => isIncomplete).map(({ kind }) => kind)).toEqual(["GroupUser"]);
        expect(organization.changes()).toEqual([]);
    });

    test("a failed read is reported under its step and does not end the run", async () => {
        organization.service.faults.add({ operation: "getRequestTemplate", times: 1000, answer: { status: 500 } });
        const report = await organization.run({ only: ["Owner", "RequestTemplate", "Tag"] });
        expect(failures(report)).toContain("RequestTemplate read back");
        expect(failures(report).filter((one) => !one.startsWith("RequestTemplate"))).toEqual([]);
        organization.service.faults.clear();
        await organization.run({ only: ["Tag"] });
        expect(organization.changes()).toEqual([]);
    });

    test("missing permissions are not reported as a failure", async () => {
        organization.service.faults.add({ operation: "createPaladin", times: 1000, answer: { status: 403 } });
        const report = await organization.run({ only: ["Owner", "Paladin", "PaladinContextSource", "Tag"] });
        expect(failures(report)).toEqual([]);
        expect(reason(report, "Paladin", "create")).toContain("returned 403");
        expect(report.kinds.filter(({ isIncomplete }) => isIncomplete).map(({ kind }) => kind)).toEqual([
            "Paladin",
            "PaladinContextSource",
        ]);
        expect(organization.changes()).toEqual([]);
    });

    test("a kind whose objects cannot be listed is skipped, and the others are tried", async () => {
        organization.service.faults.add({ operation: "getEventStreams", times: 1000, answer: { status: 403 } });
        const report = await organization.run({ only: ["EventStream", "Tag"], include: ["EventStream"] });
        expect(reason(report, "EventStream", "create")).toContain("cannot be listed");
        expect(failures(report)).toEqual([]);
    });

    test("the run waits for reads that lag behind writes", async () => {
        organization.service.faults.add({
            operation: ["getBundles", "getBundle", "getTags", "getTag"],
            times: 10_000,
            answer: { staleMs: 15 },
        });
        const report = await organization.run({ only: ["Owner", "Bundle", "Tag"], retryDelayMs: 10 });
        expect(report.kinds.flatMap(({ steps }) => steps.filter(({ result }) => result === "failed"))).toEqual([]);
        expect(organization.changes()).toEqual([]);
    });
});

describe("objects with the prefix that the run did not create", () => {
    test("a run is refused before any write if another object has the prefix, and the error names it", async () => {
        organization.service.store.owners.set({
            ...(organization.service.store.owners.all()[0] as never as object),
            owner_id: "7b1f6c3e-0000-4000-8000-000000000001",
            name: "ZZ-Verify \u001b[31mof people",
        } as never);
        await expect(organization.run()).rejects.toThrow(/Owner "ZZ-Verify .*of people" \(7b1f6c3e/);
        expect(organization.service.calls.writes()).toEqual([]);
        expect(organization.hasJournal).toBe(false);
    });

    test("an object that is not in the journal is not deleted, even if the journal contains others", async () => {
        organization.intercept(async (request, pass) =>
            request.method === "DELETE" && request.url.includes("/tag/") ? new Response("") : pass(),
        );
        const { left } = await organization.run({ only: ["Tag"] });
        // The original object and its replacement.
        expect(left).toHaveLength(2);
        const known = organization.service.store.tags.all().find(({ key }) => key?.startsWith("zz-verify"));
        organization.service.store.tags.set({
            ...(known as NonNullable<typeof known>),
            tag_id: "7b1f6c3e-0000-4000-8000-000000000002",
            key: "zz-verify-mine",
        } as never);
        organization.intercept((_, pass) => pass());
        organization.service.calls.clear();
        await expect(organization.run({ only: ["Tag"] })).rejects.toThrow("zz-verify-mine");
        expect(organization.service.calls.writes()).toEqual([]);
    });
});

describe("the journal", () => {
    test("the journal records each object before its create request, in a file that only this user can read", async () => {
        const announced = new Set<string>();
        organization.intercept(async (request, pass) => {
            const { pathname } = new URL(request.url);
            if (request.method !== "POST" || !CREATES.test(pathname)) return pass();
            const { name, tag_key, email, remote_id, reason } = JSON.parse(await request.clone().text());
            const label = name ?? tag_key ?? email ?? remote_id ?? reason;
            const journal = readFileSync(organization.journal, "utf8");
            expect(journal).toContain(`"event":"announced"`);
            expect(journal).toContain(`"name":${JSON.stringify(label)}`);
            expect(statSync(organization.journal).mode & 0o777).toBe(0o600);
            announced.add(pathname);
            return pass();
        });
        expect(failures(await organization.run({ include: skippedByDefault }))).toEqual([]);
        expect(announced.size).toBe(17);
    });

    test("an announced object that appears late is deleted by a later run", async () => {
        const { userId } = (await organization.run({ isDryRun: true, only: ["Tag"] })).plan;
        mkdirSync(dirname(organization.journal), { recursive: true });
        const tag = { kind: "Tag", name: "zz-verify-3f2a-tag" };
        const lines = [
            { url: organization.service.url, userId },
            { event: "announced", ...tag },
        ];
        // The last line is incomplete, so its create request was never sent.
        const text = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n{"event":"announ`;
        writeFileSync(organization.journal, text, { mode: 0o600 });
        const first = await organization.run({ only: ["Owner"] });
        expect(first.plan.leftovers).toEqual([tag]);
        expect(failures(first)).toEqual([]);

        const [other] = organization.service.store.tags.all();
        const id = "7b1f6c3e-0000-4000-8000-000000000003";
        organization.service.store.tags.set({ ...other, tag_id: id, key: tag.name, value: "" } as NonNullable<
            typeof other
        >);
        const second = await organization.run({ only: ["Owner"] });
        expect(second.left).toEqual([]);
        expect(organization.changes()).toEqual([]);
    });

    test("a journal of another organization is refused", async () => {
        mkdirSync(dirname(organization.journal), { recursive: true });
        writeFileSync(organization.journal, `${JSON.stringify({ url: "https://other.example/v1", userId: "x" })}\n`);
        await expect(organization.run()).rejects.toThrow("belongs to another organization");
        expect(organization.service.calls.writes()).toEqual([]);
    });

    test("a journal that cannot be written stops the run before any write", async () => {
        writeFileSync(dirname(organization.journal), "a file where a folder is needed");
        await expect(organization.run()).rejects.toMatchObject({ name: "JournalError" });
        expect(organization.service.calls.writes()).toEqual([]);
    });

    test("a run is refused while another run uses the journal", async () => {
        const { only } = { only: ["Tag"] };
        let second: Promise<unknown> | undefined;
        await organization.run({
            only,
            confirm: async () => {
                second = organization.run({ only }).catch((error: Error) => error.name);
                await second;
                return true;
            },
        });
        expect(await second).toBe("RunInProgressError");
    });
});

describe("an interruption", () => {
    test("an interrupted run stops after the current call and deletes the created objects", async () => {
        for (const stopAt of [1, 2, 5, 17, 40]) {
            const controller = new AbortController();
            let writes = 0;
            organization.intercept((request, pass) => {
                const isRead = request.method === "GET" || QUERY.test(request.url);
                if (!isRead && ++writes === stopAt) controller.abort();
                return pass();
            });
            const report = await organization.run({ signal: controller.signal });
            expect(report.outcome).toBe("interrupted");
            expect(report.left).toEqual([]);
            expect(organization.changes(), `stopped at ${stopAt}`).toEqual([]);
            expect(organization.hasJournal).toBe(false);
        }
    });

    test("the cleanup of an interrupted run waits for objects that are being created", async () => {
        const controller = new AbortController();
        let groups = 0;
        organization.intercept(async (request, pass) => {
            if (request.method !== "POST" || !request.url.endsWith("/groups")) return pass();
            groups += 1;
            // The groups of the bundle are created at the same time. The first one fails, because it needs further calls.
            if (groups === 1) controller.abort();
            else await setTimeout(1000);
            return pass();
        });
        const { outcome, left } = await organization.run({ signal: controller.signal, only: ["BundleGroups"] });
        expect({ groups, outcome, left }).toEqual({ groups: 3, outcome: "interrupted", left: [] });
        expect(organization.hasJournal).toBe(false);
        await setTimeout(1200);
        expect(organization.changes()).toEqual([]);
    });
});
