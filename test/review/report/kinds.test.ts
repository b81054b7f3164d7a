import { afterEach, describe, expect, test } from "vitest";
import { AccessGovernanceClient } from "../../../src/api/access-governance-client.js";
import { outlineText } from "../../../src/common/outline/outline-text.js";
import type { Properties } from "../../../src/common/properties.js";
import { marksOf } from "../../../src/provider/schema/fields.js";
import { RISKS } from "../../../src/provider/schema/risk.js";
import { secretTexts } from "../../../src/provider/sentences.js";
import { propertyWords } from "../../../src/review/report/property-words.js";
import { reportOf } from "../../../src/review/report/report.js";
import { reportOutline } from "../../../src/review/report/report-outline.js";
import { entriesIn, type Report, type ReportEntry } from "../../../src/review/report/sections.js";
import { subjects } from "../../proofs/conformance/subject.js";
import { World } from "../../proofs/conformance/world.js";
import { documentOf, type Given, kindOf, plain } from "./document.js";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

let world: World | undefined;
afterEach(async () => {
    await world?.close();
});

describe.each(subjects.map((subject) => [subject.kind.name, subject] as const))("%s", (kind, subject) => {
    /** The report on one step with the sample arguments of the kind. */
    async function reportFor(
        make: (args: Properties, edits: Properties) => Omit<Given, "kind" | "name">,
    ): Promise<Report> {
        world = await World.start();
        const { args, edits } = await subject.stage(world);
        const { url, token } = world.service;
        const client = new AccessGovernanceClient({ url, token, retries: 0 });
        const report = await reportOf(documentOf([{ kind, name: "it", ...make(args, edits) }]), kindOf, client);
        const text = outlineText(reportOutline(report), { width: 80 });
        const hidden = { secrets: [] };
        for (const secret of secretTexts(subject.kind, hidden, { ...args, ...edits }))
            expect(text).not.toContain(secret);
        return report;
    }

    test("is reported by name when it is created", async () => {
        const report = await reportFor((args) => ({ op: "create", next: args }));
        const [{ title, fate, lines }, ...others] = allEntries(report);
        expect(others).toEqual([]);
        expect(plain(fate)).toBe("new");
        // The email address of a service user contains its id.
        expect(plain(title).replace(/\S+@\S+/, "")).not.toMatch(UUID);
        const [first = ""] = subject.kind.noun.split(" ");
        expect(plain(title)).toMatch(new RegExp(`^${first}\\b`, "i"));
        expect(plain(title)).not.toMatch(/ an? (group|user|bundle|resource|Paladin|non-human identity)\b/);
        for (const { phrase } of lines) expect(plain(phrase)).toMatch(/^[a-zA-Z0-9 ›-]+: \S/);
    });

    test("is reported by name when it is deleted, with the effect of the deletion", async () => {
        const report = await reportFor((args) => ({ op: "delete", before: args }));
        const isLeft = subject.kind.removal.does === "leave";
        expect(entriesIn(report, "released")).toHaveLength(isLeft ? 1 : 0);
        const [{ fate, lines }, ...others] = allEntries(report);
        expect(others).toEqual([]);
        if (isLeft) expect(lines.map(({ phrase }) => plain(phrase)).join()).toContain("stays");
        else expect(plain(fate)).toMatch(/^(deleted|removed: this .+)$/);
    });

    test("is reported with each changed property, as a change and as drift", async () => {
        let wanted: string[] = [];
        let given: string[] = [];
        const edited = (args: Properties, edits: Properties) => {
            wanted = Object.keys(edits);
            given = Object.keys(args);
            return { ...args, ...edits };
        };
        const changed = await reportFor((args, edits) => ({ op: "update", before: args, next: edited(args, edits) }));
        await world?.close();
        const drifted = await reportFor((args, edits) => {
            const live = edited(args, edits);
            return { op: "update", before: args, live, next: args };
        });
        for (const [report, fate, isCompared] of [
            [changed, "changed", () => true],
            // A property that the program does not declare is not managed and cannot drift.
            [drifted, "changed outside", (name: string) => given.includes(name)],
        ] as const) {
            const entries = RISKS.flatMap((effect) => entriesIn(report, effect));
            expect(entries.map((entry) => plain(entry.fate)).filter((one) => one !== fate)).toEqual([]);
            const lines = entries.flatMap((entry) => entry.lines.map(({ phrase }) => plain(phrase)));
            for (const name of wanted.filter((name) => !isLocal(name) && isCompared(name))) {
                const start = propertyWords(name).replace(/(ies|s)$/, "");
                const isTold = lines.some((line) => line.startsWith(start));
                expect(isTold, `${fate}: ${name}, in\n${lines.join("\n")}`).toBe(true);
            }
        }
    });

    const isLocal = (name: string) => marksOf(subject.kind.fields[name]).onChange === "local";
});

/** The objects in a report. Fails if it has none. */
function allEntries(report: Report): [ReportEntry, ...ReportEntry[]] {
    const [first, ...others] = report.entries;
    if (!first) throw new Error("the report tells of nothing");
    return [first, ...others];
}
