import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AccessGovernanceClient } from "../../../src/api/access-governance-client.js";
import { reportDocument } from "../../../src/cli/steps/report-document.js";
import { outlineMarkdown } from "../../../src/common/outline/outline-markdown.js";
import { outlinePage } from "../../../src/common/outline/outline-page.js";
import { outlineText } from "../../../src/common/outline/outline-text.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { reportAfter, reportOf } from "../../../src/review/report/report.js";
import { reportOutline } from "../../../src/review/report/report-outline.js";
import { afterUp } from "../../../src/review/report/up.js";
import { documentOf, type Given, kindOf, urnOf } from "./document.js";

const BY = "bruno@tidewater.example";

let service: Service;
let client: AccessGovernanceClient;

beforeEach(async () => {
    service = await startService({ seed: "small", tokens: [{ token: "bruno", email: BY, role: "ADMIN" }] });
    client = new AccessGovernanceClient({ url: service.url, token: service.token, retries: 1 });
});
afterEach(() => service.close());

/** Calls the API as Bruno, outside of Pulumi. */
async function byBruno(method: string, path: string, body?: unknown): Promise<void> {
    const { ok } = await fetch(`${service.url}${path}`, {
        method,
        headers: { authorization: "Bearer bruno", "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(ok).toBe(true);
}

const ids = () => service.snapshot().groups.map(({ group_id }) => group_id);
const rename = (id: string) => byBruno("PUT", "/groups", { groups: [{ group_id: id, name: `Of ${id}` }] });

const [before, live] = [{ name: "Crew" }, { name: "Temporary" }];
const drifted = (id: string, name = "crew"): Given => ({
    kind: "Group",
    name,
    id,
    op: "update",
    before,
    live,
    next: before,
});
const eventCalls = () => service.calls.of("getEvents").length;

test("reports who changed an object outside and when, in every format", async () => {
    const [id = ""] = ids();
    await rename(id);
    const report = await reportOf(documentOf([drifted(id)]), kindOf, client);
    const [object] = reportDocument(report, { rules: [] }).objects;
    expect(object?.outside).toEqual({
        does: "changed",
        isKept: false,
        by: BY,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        words: expect.stringMatching(
            /^last changed by "bruno@tidewater\.example" at \d{4}-\d\d-\d\dT\d\d:\d\dZ, with an API token that may belong to this program$/,
        ),
    });
    const at = object?.outside?.at?.slice(0, 16);
    const after = ` at ${at}Z, with an API token that may belong to this program`;
    expect(outlineText(reportOutline(report))).toContain(
        `[crew]  changed outside\n      last changed by "${BY}"${after}\n      name: `,
    );
    expect(outlineMarkdown(reportOutline(report))).toContain(
        `(\`crew\`): changed outside\n  - last changed by \`${BY}\`${after}\n  - name: `,
    );
    expect(outlinePage(reportOutline(report))).toContain(
        `last changed by <bdi>${BY}</bdi>${after.replace("'", "&#39;")}</div>`,
    );
    expect(service.calls.of("getEvents")).toHaveLength(1);
});

test("reports who deleted an object outside if the state proves that no run of the program did it", async () => {
    const [, id = ""] = ids();
    await byBruno("DELETE", `/groups/${id}`);
    const document = documentOf([{ kind: "Group", name: "crew", id, op: "create", before, next: before }]);
    for (const { oldState } of document.steps)
        if (oldState) oldState.outputs.__witness = "22222222-2222-4222-8222-222222222222";
    const report = await reportOf(document, kindOf, client);
    const [object] = reportDocument(report, { rules: [] }).objects;
    expect(object?.outside).toMatchObject({
        does: "deleted",
        by: BY,
        words: expect.stringMatching(/^deleted by "bruno@tidewater\.example" at \S+Z$/),
    });
});

test("reports an event of an unknown type as it is, without naming an author of the change", async () => {
    const [id = ""] = ids();
    const event = {
        event_id: "11111111-1111-4111-8111-111111111111",
        actor_user_id: "22222222-2222-4222-8222-222222222222",
        actor_name: "@ada `x`",
        event_type: "ROW_<b>_TOUCHED",
        created_at: "2026-11-24T01:12:00Z",
        sub_events: [{ sub_event_type: "ROW_TOUCHED", object_id: id }],
    };
    service.faults.add({ operation: "getEvents", answer: { status: 200, body: { results: [event] } } });
    const report = await reportOf(documentOf([drifted(id)]), kindOf, client);
    const [object] = reportDocument(report, { rules: [] }).objects;
    expect(object?.outside).toEqual({
        does: "changed",
        isKept: false,
        by: null,
        at: null,
        words: 'its last audit event is "ROW_<b>_TOUCHED", by "@ada `x`" at 2026-11-24T01:12Z',
    });
    const markdown = outlineMarkdown(reportOutline(report));
    expect(markdown).toContain("is `ROW_<b>_TOUCHED`, by `` @ada `x` `` at 2026-11-24T01:12Z");
    expect(outlinePage(reportOutline(report))).not.toContain("_<b>_");
});

test("does not read events for changes of the program, without a client, or after `up`", async () => {
    const [id = ""] = ids();
    await rename(id);
    const changed: Given = { kind: "Group", name: "crew", id, op: "update", before, next: live };
    await reportOf(documentOf([changed, { kind: "Group", name: "same", id, before }]), kindOf, client);
    const document = documentOf([drifted(id)]);
    expect((await reportOf(document, kindOf)).entries[0]?.outside).toEqual({ does: "changed" });
    const done = { outcome: "done" as const, steps: document.steps };
    const record = {
        result: "succeeded" as const,
        changes: new Map([[urnOf("Group", "crew"), done]]),
        diagnostics: [],
    };
    const after = await reportAfter(afterUp(document, record), kindOf, client);
    expect(after.entries[0]?.outside).toEqual({ does: "changed" });
    expect(eventCalls()).toBe(0);
});

test("reads events only for the first fifty objects of the report", async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => String(index).padStart(2, "0"));
    const many = numbers.map((number): Given => {
        const id = `00000000-0000-4000-8000-0000000000${number}`;
        return { ...drifted(id, `crew-${number}`), before: { name: number }, next: { name: number } };
    });
    const report = await reportOf(documentOf(many.toReversed()), kindOf, client);
    expect(report.entries).toHaveLength(60);
    const of = service.calls.of("getEvents").map(({ query }) => String(query.object_filter).slice(-2));
    expect(of.sort()).toEqual(numbers.slice(0, 50));
});

test.each([
    [401, { message: "no" }],
    [403, { message: "no" }],
    [500, { message: "no" }],
    [200, { results: [{ created_at: "never" }] }],
])("an unusable response with status %i leaves the report unchanged", async (status, body) => {
    service.faults.add({ operation: "getEvents", times: 100, answer: { status, body } });
    const document = documentOf(ids().map((id, index) => drifted(id, `crew-${index}`)));
    const report = await reportOf(document, kindOf, client);
    expect(report).toEqual(await reportOf(document, kindOf));
    expect(eventCalls()).toBe(1);
});

test("a service that does not respond delays a report by two seconds and is not called again", async () => {
    service.faults.add({ operation: "getEvents", answer: { delayMs: 60_000 } });
    const document = documentOf(ids().map((id, index) => drifted(id, `crew-${index}`)));
    const limits = vi.spyOn(AbortSignal, "timeout");
    const report = await reportOf(document, kindOf, client);
    expect(limits).toHaveBeenCalledWith(2_000);
    limits.mockRestore();
    expect(report.entries.every(({ outside }) => outside?.by === undefined)).toBe(true);
    // The service has not responded yet.
    expect(service.calls.of("getEvents").map(({ status }) => status)).toEqual([0]);
});
