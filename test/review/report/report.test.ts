import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccessGovernanceClient } from "../../../src/api/access-governance-client.js";
import { outlineMarkdown } from "../../../src/common/outline/outline-markdown.js";
import { outlineText } from "../../../src/common/outline/outline-text.js";
import { Phrase } from "../../../src/common/phrase.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { reportOf } from "../../../src/review/report/report.js";
import { reportOutline } from "../../../src/review/report/report-outline.js";
import { entriesIn, type ReportLine, sections, signOf } from "../../../src/review/report/sections.js";
import { documentOf, folder, type Given, kindOf, plain, recorded, urnOf } from "./document.js";

let service: Service;
let client: AccessGovernanceClient;

beforeAll(async () => {
    service = await startService({ seed: "small" });
    client = new AccessGovernanceClient({ url: service.url, token: service.token, retries: 0 });
});
afterAll(() => service.close());

describe("recorded previews of the Pulumi CLI", () => {
    test.each(["pull-request", "everything", "wrong-token"])(
        "the comment and the log of %s match the recorded files",
        async (name) => {
            const report = await reportOf(recorded(name), kindOf, client);
            const link = "https://ci.example/run/1";
            await expect(outlineMarkdown(reportOutline(report, { link }), 60_000)).toMatchFileSnapshot(
                join(folder, `${name}.md`),
            );
            await expect(outlineText(reportOutline(report), { width: 80 })).toMatchFileSnapshot(
                join(folder, `${name}.txt`),
            );
        },
    );

    test("the reports do not write to the service", () => {
        expect(service.calls.writes()).toEqual([]);
    });
});

const owner = { name: "Platform", userIds: [] };
const lineText = (line: ReportLine) => `${signOf(line) ?? ""} ${plain(line.phrase)}`.trim();
const reported = async (given: readonly Given[], lines: readonly string[] = []) => {
    const report = await reportOf(documentOf(given, lines), kindOf);
    const parts = [
        ...sections.map((section) => [section, entriesIn(report, section)] as const),
        ["errors", report.errors] as const,
        ["notes", report.notes] as const,
    ];
    return Object.fromEntries(
        parts
            .filter(([, found]) => found.length > 0)
            .map(([section, found]) => [
                section,
                found.map((each) =>
                    each instanceof Phrase
                        ? plain(each)
                        : [
                              `${plain(each.title)}${each.fate.isEmpty ? "" : `: ${each.fate}`}`,
                              ...each.lines.map(lineText),
                          ],
                ),
            ]),
    );
};

describe("differences between the last deployment, the service and the program", () => {
    test("an unchanged object is not reported", async () => {
        expect(await reported([{ kind: "Owner", name: "platform", before: owner }])).toEqual({});
    });

    test("drift is reported as changed outside", async () => {
        const live = { ...owner, name: "Temporary" };
        const given: Given = { kind: "Owner", name: "platform", op: "update", before: owner, live, next: owner };
        expect(await reported([given])).toEqual({
            none: [
                ["Owner Platform: changed outside", "name: Platform changed to Temporary; reverted by the deployment"],
            ],
        });
    });

    test("a property that the last run failed to write is not reported as drift", async () => {
        const live = { ...owner, name: "Temporary" };
        const given: Given = { kind: "Owner", name: "platform", op: "update", before: owner, live, next: owner };
        const found = await reported([{ ...given, tried: ["name"] }]);
        expect(found).toEqual({
            none: [["Owner Temporary: changed", "name: Temporary → Platform"]],
        });
    });

    test("a change in the program is not reported as drift", async () => {
        const next = { ...owner, name: "Platforms" };
        expect(await reported([{ kind: "Owner", name: "platform", op: "update", before: owner, next }])).toEqual({
            none: [["Owner Platform: changed", "name: Platform → Platforms"]],
        });
    });

    test("drift and a change in the program of the same property are both reported", async () => {
        const given: Given = {
            kind: "Owner",
            name: "platform",
            op: "update",
            before: owner,
            live: { ...owner, name: "Temporary" },
            next: { ...owner, name: "Platforms" },
        };
        const own = ["Owner Platform: changed in the program and outside", "name: Platform → Platforms"];
        expect(await reported([given])).toEqual({
            none: [[...own, "name: Platform changed to Temporary; replaced by the change above"]],
        });
        const kept = "name: Platform changed to Platforms; the program now declares the same value";
        expect(await reported([{ ...given, op: "same", live: { ...owner, name: "Platforms" } }])).toEqual({
            none: [["Owner Platform: changed outside", kept]],
        });
    });

    test("drift of a property that is no longer declared is reported as staying", async () => {
        const id = "00000000-0000-4000-8000-000000000001";
        const limited = { groupId: id, visibility: "LIMITED" };
        const open = { groupId: id, visibility: "GLOBAL" };
        const drift = "visibility: LIMITED changed to GLOBAL (visible to everyone)";
        const dropped: Given = {
            kind: "Group",
            name: "g",
            op: "same",
            before: { name: "G", visibility: { visibility: "LIMITED" } },
            live: { name: "G", visibility: { visibility: "GLOBAL" } },
            next: { name: "G" },
        };
        expect(await reported([dropped])).toEqual({
            widens: [
                ["Group G: changed in the program and outside", `+ ${drift}; no longer declared; it stays as it is`],
            ],
        });
        const ended: Given = { kind: "GroupVisibility", name: "v", id, op: "delete", before: limited, live: open };
        expect(await reported([ended])).toEqual({
            widens: [[expect.stringContaining("changed outside; stays as it is on the service"), `+ ${drift}`]],
        });
    });

    test("a different order in an unordered list is not a change", async () => {
        const [ada, bruno] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
        const before = { name: "Platform", userIds: [ada, bruno], description: "old" };
        const next = { name: "Platform", userIds: [bruno, ada], description: "new" };
        expect(await reported([{ kind: "Owner", name: "platform", op: "update", before, next }])).toEqual({
            none: [["Owner Platform: changed", "description: old → new"]],
        });
    });

    describe("differences in a list", () => {
        const rule = (priority: number, maxDurationMinutes: number) => ({
            priority,
            maxDurationMinutes,
            ...(priority > 0 ? { condition: { roleRemoteIds: [`role-${priority}`] } } : {}),
        });
        const group = (...requestConfigurations: object[]) => ({ name: "On call", requestConfigurations });
        const change = async (before: object, next: object) =>
            Object.values(await reported([{ kind: "Group", name: "g", op: "update", before, next }])).flat();

        test("an element is matched by its key, even if others are added and removed", async () => {
            const next = group(rule(0, 60), rule(2, 30));
            expect(await change(group(rule(0, 480), rule(1, 60)), next)).toEqual([
                [
                    "Group On call: changed",
                    "− request configuration 1 › max duration: 8 hours → 1 hour",
                    "? request configurations: removes (priority 1, max duration 1 hour, condition (role remote ids role-1)); adds (priority 2, max duration 30 minutes, condition (role remote ids role-2))",
                ],
            ]);
        });

        test("an element without a key is reported as added as a whole", async () => {
            const stage = (operator: string) => ({ operator });
            const [before, next] = [["OR"], ["OR", "AND"]].map((all) =>
                group({ priority: 0, reviewerStages: all.map(stage) }),
            );
            expect(await change(before ?? {}, next ?? {})).toEqual([
                [
                    "Group On call: changed",
                    "− request configuration 1 › reviewer stages: adds (operator AND (all must approve))",
                ],
            ]);
        });

        test("a different order is a change if the order matters", async () => {
            const [ada, bruno] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
            const before = { name: "Platform", userIds: [ada, bruno], accessRequestEscalationPeriod: 30 };
            const next = { ...before, userIds: [bruno, ada] };
            expect(await reported([{ kind: "Owner", name: "o", op: "update", before, next }])).toEqual({
                none: [["Owner Platform: changed", "users: reordered"]],
            });
        });
    });

    test("an ignored property is not reported as drift", async () => {
        const before = { ...owner, description: "declared", __ignored: ["description"] };
        const live = { ...before, description: "edited", name: "Temporary" };
        const given: Given = { kind: "Owner", name: "platform", op: "update", before, live, next: before };
        expect(await reported([given])).toEqual({
            none: [
                ["Owner Platform: changed outside", "name: Platform changed to Temporary; reverted by the deployment"],
            ],
        });
    });

    test("an object that was deleted outside is reported as recreated or as no longer declared", async () => {
        const gone: Given = { kind: "Owner", name: "platform", before: owner };
        expect(await reported([{ ...gone, op: "create", next: owner }])).toEqual({
            none: [["Owner Platform: deleted outside; recreated"]],
        });
        const line = 'Owner "platform" was deleted outside Pulumi; `pulumi up` recreates it';
        expect(await reported([gone], [line])).toEqual({
            narrows: [["Owner Platform: deleted outside, and no longer declared"]],
        });
    });

    test("an object that was deleted outside and changed in the program is reported once, with the changes", async () => {
        const next = { ...owner, description: "new" };
        expect(await reported([{ kind: "Owner", name: "platform", op: "create", before: owner, next }])).toEqual({
            none: [["Owner Platform: deleted outside; recreated", "description: nothing → new"]],
        });
    });

    test("a property that is no longer declared is reported as staying as it is", async () => {
        const before = { name: "On call", description: "old", requireMfaToApprove: true };
        const next = { name: "On call" };
        const group: Given = { kind: "Group", name: "g", op: "update", before, next };
        expect(await reported([group])).toEqual({
            released: [
                [
                    "Group On call",
                    "description: no longer declared; it stays as it is",
                    "MFA to approve: no longer declared; it stays as it is",
                ],
            ],
        });
        expect(await reported([{ ...group, next: { name: "Off call" } }])).toEqual({
            none: [
                [
                    "Group On call: changed",
                    "name: On call → Off call",
                    "description: no longer declared; it stays as it is",
                    "MFA to approve: no longer declared; it stays as it is",
                ],
            ],
        });
    });

    test("a property that is no longer declared gets its default in a recreated object", async () => {
        const before = {
            name: "On call",
            groupType: "SVC_GROUP",
            description: "old",
            visibility: { visibility: "LIMITED" },
        };
        const next = { name: "On call", groupType: "CONNECTOR_GROUP" };
        const [section, [lines]] = Object.entries(
            await reported([{ kind: "Group", name: "g", op: "replace", before, next }]),
        )[0] ?? ["", []];
        expect([section, lines]).toEqual([
            "mayWiden",
            [
                "Group On call: deleted and recreated",
                "group type: SVC_GROUP → CONNECTOR_GROUP",
                "description: no longer declared; the new object has the service's default",
                "? visibility: no longer declared; the new object has the service's default",
            ],
        ]);
    });

    test("an object that stays on the service after its declaration is removed is not reported as deleted", async () => {
        const visibility = { groupId: "00000000-0000-4000-8000-000000000001", visibility: "LIMITED" };
        expect(
            await reported([
                { kind: "GroupVisibility", name: "v", op: "delete", before: visibility },
                { kind: "Bundle", name: "b", op: "delete", before: { name: "First day" } },
            ]),
        ).toEqual({
            narrows: [["Bundle First day: deleted"]],
            released: [[expect.stringContaining("Visibility of the group"), expect.stringContaining("stays")]],
        });
    });

    test("an error of several objects is reported once, without colors", async () => {
        const failed = (name: string, id: string) => ({
            severity: "error",
            urn: urnOf("Owner", name),
            message: `\u001b[31merror: \u001b[0mPreview failed: Read one owner: GET /owners/${id} returned 401: no (request ${id}). Do.\n`,
        });
        const diagnostics = [
            failed("a", "1"),
            failed("b", "2"),
            { severity: "error", message: "error: preview failed\n" },
        ];
        const { errors } = await reportOf({ ...documentOf([]), diagnostics }, kindOf);
        expect(errors.map(String)).toEqual([
            "a: Read one owner: GET /owners/1 returned 401: no (request 1). Do. (and for 1 more: b)",
        ]);
    });

    test("messages of the provider about reported objects are not repeated as notes", async () => {
        const lines = [
            'Owner "platform" drifted: name is "Temporary" on the service, declared "Platform"',
            'Owner "platform" drifted in 2 more properties: description, userIds',
            "    last changed by ada@tidewater.example 2 hours ago (2026-11-24T01:12Z)",
            "    deleted by ada@tidewater.example 2 hours ago (2026-11-24T01:12Z)",
            "    its last audit event is ROW_TOUCHED, by ada@tidewater.example 2 hours ago (2026-11-24T01:12Z)",
            "In all: 1 drifted",
            'Owner "other" was deleted outside Pulumi; `pulumi up` recreates it',
            'Owner "platform" imports 1',
            'Owner "platform" imports 1',
        ];
        expect(await reported([], lines)).toEqual({ notes: ['Owner "platform" imports 1'] });
    });
});

describe("the name for an id", () => {
    const [id, other] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    const make = (name: string, label: string): Given => ({ kind: "Owner", name, op: "create", next: { name: label } });
    const bundle = (adminOwnerId: string, owner?: string): Given => ({
        kind: "Bundle",
        name: "b",
        op: "create",
        next: {
            name: "First day",
            adminOwnerId,
            ...(owner !== undefined && { __ids: { adminOwnerId: { kind: "Owner", name: owner } } }),
        },
    });

    test("is found in the stack", async () => {
        const known: Given = { kind: "Owner", name: "platform", id, before: owner };
        expect((await reported([known, bundle(id)])).none).toEqual([
            ["Bundle First day: new", "admin owner: Platform"],
        ]);
    });

    test("is that of an object that is created in the same run", async () => {
        const { none } = await reported([make("platform", "Platform"), bundle(unknown, "platform")]);
        expect(none).toContainEqual(["Bundle First day: new", "admin owner: Platform (new)"]);
    });

    test("is not guessed for an unknown reference", async () => {
        const { none } = await reported([make("platform", "Platform"), bundle(unknown)]);
        expect(none).toContainEqual(["Bundle First day: new", "admin owner: a value known only after the deployment"]);
        expect((await reported([bundle(unknown)])).none).toEqual([
            ["Bundle First day: new", "admin owner: a value known only after the deployment"],
        ]);
    });

    test("replaces the id in messages of the provider, but not in the paths of calls", async () => {
        const id = "00000000-0000-4000-8000-00000000000a";
        const given: Given = { kind: "Owner", name: "platform", id, before: owner };
        const line = (mention: string) => `Group "x" overwrites: it is ${mention} (GET /owners/${id}), other ${other}`;
        const { notes } = await reportOf(documentOf([given], [line(id), line(`["${id}"]`)]), kindOf);
        expect(notes.map(String).sort()).toEqual([line('"Platform"'), line('["Platform"]')].sort());
    });

    test("is omitted if it cannot be read, and the report states why", async () => {
        const refused = new AccessGovernanceClient({ url: service.url, token: "wrong", retries: 0 });
        const report = await reportOf(documentOf([bundle(other)]), kindOf, refused);
        expect(report.entries[0]?.lines.map(lineText)).toEqual([`admin owner: ${other}`]);
        expect(report.unnamed).toMatch(/ returned 401/);
    });
});

test("the comments in docs/reviewers.md equal the recorded ones", () => {
    const [read, root] = [(file: string) => readFileSync(file, "utf8"), join(__dirname, "../../..")];
    const comment = read(join(folder, "pull-request.md")).replace(/^.*\n/, "").trim();
    expect(read(join(root, "docs/reviewers.md"))).toContain(`pull-request.md -->\n\n${comment}\n\n<!-- until here -->`);
    const [headline] = /^\*\*The deployment failed.*$/m.exec(read(join(folder, "up-failed.md"))) ?? [];
    expect(read(join(root, "docs/reviewers.md"))).toContain(`${headline}\n\n<!-- until here -->`);
});
