import { afterEach, describe, expect, test } from "vitest";
import { AccessGovernanceClient } from "../../src/api/access-governance-client.js";
import { secretTexts } from "../../src/provider/sentences.js";
import { type Phrase, plain } from "../../src/report/phrase.js";
import { reportOf } from "../../src/report/report.js";
import type { Report } from "../../src/report/sections.js";
import { textOf } from "../../src/report/text.js";
import { pathWords } from "../../src/report/wording.js";
import { marksOf, type Properties } from "../../src/schema/fields.js";
import { World } from "../conformance/world.js";
import { subjects } from "../resources/subjects.js";
import { documentOf, type Given, kindOf } from "./document.js";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

let world: World | undefined;
afterEach(async () => {
    await world?.close();
});

describe.each(subjects.map((subject) => [subject.kind.name, subject] as const))("%s", (kind, subject) => {
    /** The report of one step with what the kind's tests declare. */
    async function reportFor(
        make: (args: Properties, edits: Properties) => Omit<Given, "kind" | "name">,
    ): Promise<Report> {
        world = await World.start();
        const { args, edits } = await subject.stage(world);
        const { url, token } = world.service;
        const client = new AccessGovernanceClient({ url, token, retries: 0 });
        const report = await reportOf(documentOf([{ kind, name: "it", ...make(args, edits) }]), kindOf, client);
        const text = textOf(report);
        const hidden = { secrets: [] };
        for (const secret of secretTexts(subject.kind, hidden, { ...args, ...edits }))
            expect(text).not.toContain(secret);
        return report;
    }

    test("is told by name when it is made", async () => {
        const { added } = await reportFor((args) => ({ op: "create", next: args }));
        expect(added).toHaveLength(1);
        const [{ title, lines } = { title: [], lines: [] }] = added;
        expect(plain(title)).not.toMatch(UUID);
        expect(plain(title)).toMatch(new RegExp(`^${subject.kind.noun}`, "i"));
        for (const line of lines) expect(plain(line)).toMatch(/^[a-z0-9 ›-]+: \S/);
    });

    test("is told by name when it goes, with what that means", async () => {
        const { taken, released } = await reportFor((args) => ({ op: "delete", before: args }));
        const [{ lines } = { lines: [] as readonly Phrase[] }] =
            subject.kind.removal.does === "leave" ? released : taken;
        expect([...taken, ...released]).toHaveLength(1);
        if (subject.kind.removal.does === "leave") expect(lines.map(plain).join()).toContain("stays");
    });

    test("each edit shows as one of its property, as a change and as drift", async () => {
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
        expect(drifted.changed).toEqual([]);
        for (const [section, entries, isCompared] of [
            ["changed", changed.changed, () => true],
            // What the program does not give is not looked after, and cannot drift.
            ["drifted", drifted.drifted, (name: string) => given.includes(name)],
        ] as const) {
            const lines = entries.flatMap((entry) => entry.lines.map(plain));
            for (const name of wanted.filter((name) => !isLocal(name) && isCompared(name))) {
                const start = pathWords(name).replace(/(ies|s)$/, "");
                const isTold = lines.some((line) => line.startsWith(start));
                expect(isTold, `${section}: ${name}, in\n${lines.join("\n")}`).toBe(true);
            }
        }
    });

    const isLocal = (name: string) => marksOf(subject.kind.fields[name]).onChange === "local";
});
