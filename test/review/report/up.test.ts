/** Reports on `pulumi up` from the event logs of the Pulumi CLI 3.260: a run that failed halfway, a successful one and a killed one. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccessGovernanceClient } from "../../../src/api/access-governance-client.js";
import { UsageError } from "../../../src/common/errors.js";
import { outlineMarkdown } from "../../../src/common/outline/outline-markdown.js";
import { prose } from "../../../src/common/phrase.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { reportAfter } from "../../../src/review/report/report.js";
import { reportOutline } from "../../../src/review/report/report-outline.js";
import { entriesIn, type Report, sections } from "../../../src/review/report/sections.js";
import { afterUp, parseEvents } from "../../../src/review/report/up.js";
import { documentOf, folder, type Given, kindOf, recorded } from "./document.js";

let service: Service;
let client: AccessGovernanceClient;

beforeAll(async () => {
    service = await startService({ seed: "small" });
    client = new AccessGovernanceClient({ url: service.url, token: service.token, retries: 0 });
});
afterAll(() => service.close());

const log = (name: string) => readFileSync(join(folder, `${name}.jsonl`), "utf8");
const reportOn = (name: string, events = log(name)) =>
    reportAfter(afterUp(recorded(name), parseEvents(events)), kindOf, client);
/** Resource names in each section of the report. */
const placesIn = (report: Report) =>
    Object.fromEntries(
        sections
            .map(
                (section) =>
                    [
                        section,
                        entriesIn(report, section)
                            .map(({ resource }) => resource)
                            .sort(),
                    ] as const,
            )
            .filter(([, names]) => names.length > 0),
    );

describe("a report after `pulumi up`", () => {
    test.each(["up-failed", "up-drift"])("matches the recorded comment of %s", async (name) => {
        const report = await reportOn(name);
        await expect(outlineMarkdown(reportOutline(report), 60_000)).toMatchFileSnapshot(join(folder, `${name}.md`));
    });

    test("lists each object as done, failed or not started", async () => {
        const report = await reportOn("up-failed");
        expect(report.up).toBe("failed");
        expect(report.errors.map(String)).toEqual([expect.stringMatching(/^bad: .* returned 400: /)]);
        const { failed, notDone, unfinished, ...done } = placesIn(report);
        expect([failed, unfinished]).toEqual([["bad"], undefined]);
        expect(notDone).toContain("bad-staff");
        expect(Object.values(done).flat()).toContain("security");
        expect(entriesIn(report, "failed")[0]).toMatchObject({ action: "create", fate: prose`new` });
        // The report contains the id of an object that was created.
        expect(entriesIn(report, "none").find(({ resource }) => resource === "audit")?.id).toMatch(/^[0-9a-f-]{36}$/);
    });

    test("lists objects as unfinished if the run was killed after it started them", async () => {
        const lines = log("up-failed").trim().split("\n");
        const begun = lines.findIndex((line) => line.includes("resourcePreEvent") && line.includes("::security"));
        // The last line is incomplete because the engine was killed while writing it.
        const cut = `${lines.slice(0, begun + 1).join("\n")}\n${lines[begun + 1]?.slice(0, 40)}`;
        const report = await reportOn("up-failed", cut);
        expect(report.up).toBe("interrupted");
        expect(placesIn(report).unfinished).toContain("security");
        expect(outlineMarkdown(reportOutline(report), 60_000)).toContain(
            "The deployment was interrupted: no change is known to have completed; ",
        );
    });

    test("omits a planned change that was not needed anymore, unless the run failed", async () => {
        const given: Given = { kind: "Owner", name: "a", op: "create", next: { name: "A" } };
        const summary = (result: string) => JSON.stringify({ summaryEvent: { result } });
        const placesAfter = async (result: string) =>
            placesIn(await reportAfter(afterUp(documentOf([given]), parseEvents(summary(result))), kindOf));
        expect(await placesAfter("succeeded")).toEqual({});
        expect(await placesAfter("failed")).toEqual({ notDone: ["a"] });
    });

    test("is created from the events alone if there is no preview", async () => {
        const report = await reportAfter(afterUp(undefined, parseEvents(log("up-failed"))), kindOf);
        expect(placesIn(report)).toMatchObject({ failed: ["bad"] });
        expect(entriesIn(report, "notDone")).toEqual([]);
    });

    test("does not show secrets from the event log", async () => {
        expect(log("up-failed")).toContain("a-key-in-the-clear");
        for (const preview of [recorded("up-failed"), undefined]) {
            const report = await reportAfter(afterUp(preview, parseEvents(log("up-failed"))), kindOf);
            expect(JSON.stringify(report)).toContain("a secret value");
            expect(JSON.stringify(report)).not.toContain("a-key-in-the-clear");
        }
    });

    test.each(["no event", "[]", '{"resourcePreEvent":{}}\n'])(
        "rejects a file that is not an event log: %s",
        (text) => {
            expect(() => parseEvents(text)).toThrow(UsageError);
            expect(() => parseEvents(text)).toThrow(/^Not an event log: line 1 is not an event\./);
        },
    );
});
