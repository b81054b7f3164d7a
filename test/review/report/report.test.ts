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

const [ada, bruno] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
const temporary = { ...owner, name: "Temporary" };
const drifted: Given = { kind: "Owner", name: "platform", op: "update", before: owner, live: temporary, next: owner };
const updated = (kind: string, before: object, next: object): Given => ({
    kind,
    name: "one",
    op: "update",
    before,
    next,
});
const request = (priority: number, maxDurationMinutes: number) => ({
    priority,
    maxDurationMinutes,
    ...(priority > 0 ? { condition: { roleRemoteIds: [`role-${priority}`] } } : {}),
});
const group = (...requestConfigurations: object[]) => ({ name: "On call", requestConfigurations });
const staged = (...operators: string[]) =>
    group({ priority: 0, reviewerStages: operators.map((operator) => ({ operator })) });
const gone: Given = { kind: "Owner", name: "platform", before: owner };
const ignoring = { ...owner, description: "declared", __ignored: ["description"] };
const onCall = {
    name: "On call",
    groupType: "SVC_GROUP",
    description: "old",
    requireMfaToApprove: true,
    visibility: { visibility: "LIMITED" },
};

const SITUATIONS: Readonly<Record<string, readonly Given[]>> = {
    "an unchanged object": [{ kind: "Owner", name: "platform", before: owner }],
    drift: [drifted],
    "a property that the last run failed to write": [{ ...drifted, tried: ["name"] }],
    "a change in the program": [updated("Owner", owner, { ...owner, name: "Platforms" })],
    "drift and a change in the program of the same property": [{ ...drifted, next: { ...owner, name: "Platforms" } }],
    "drift that the program accepts": [
        { ...drifted, op: "same", live: { ...owner, name: "Platforms" }, next: { ...owner, name: "Platforms" } },
    ],
    "drift of a property that is no longer declared": [
        {
            kind: "Group",
            name: "g",
            op: "same",
            before: { name: "G", visibility: { visibility: "LIMITED" } },
            live: { name: "G", visibility: { visibility: "GLOBAL" } },
            next: { name: "G" },
        },
    ],
    "drift of a document that is no longer declared and stays": [
        {
            kind: "GroupVisibility",
            name: "v",
            id: ada,
            op: "delete",
            before: { groupId: ada, visibility: "LIMITED" },
            live: { groupId: ada, visibility: "GLOBAL" },
        },
    ],
    "a different order in an unordered list": [
        updated(
            "Owner",
            { name: "Platform", userIds: [ada, bruno], description: "old" },
            { name: "Platform", userIds: [bruno, ada], description: "new" },
        ),
    ],
    "a different order in a list whose order matters": [
        updated(
            "Owner",
            { name: "Platform", userIds: [ada, bruno], accessRequestEscalationPeriod: 30 },
            { name: "Platform", userIds: [bruno, ada], accessRequestEscalationPeriod: 30 },
        ),
    ],
    "elements with a key, of which one is changed, one removed and one added": [
        updated("Group", group(request(0, 480), request(1, 60)), group(request(0, 60), request(2, 30))),
    ],
    "an element without a key that is added": [updated("Group", staged("OR"), staged("OR", "AND"))],
    "drift of an ignored property, and of another": [
        {
            ...drifted,
            before: ignoring,
            live: { ...ignoring, description: "edited", name: "Temporary" },
            next: ignoring,
        },
    ],
    "an object that was deleted outside": [{ ...gone, op: "create", next: owner }],
    "an object that was deleted outside and changed in the program": [
        { ...gone, op: "create", next: { ...owner, description: "new" } },
    ],
    "properties that are no longer declared": [
        updated("Group", { name: "On call", description: "old", requireMfaToApprove: true }, { name: "On call" }),
    ],
    "properties that are no longer declared, and a change": [
        updated("Group", { name: "On call", description: "old", requireMfaToApprove: true }, { name: "Off call" }),
    ],
    "properties that are no longer declared in a recreated object": [
        { ...updated("Group", onCall, { name: "On call", groupType: "CONNECTOR_GROUP" }), op: "replace" },
    ],
    "declarations that are removed, of an object and of a document": [
        { kind: "GroupVisibility", name: "v", op: "delete", before: { groupId: ada, visibility: "LIMITED" } },
        { kind: "Bundle", name: "b", op: "delete", before: { name: "First day" } },
    ],
};

describe("differences between the last deployment, the service and the program", () => {
    test("match situations.txt", async () => {
        const blocks: string[] = [];
        for (const [what, given] of Object.entries(SITUATIONS)) {
            const found = Object.entries(await reported(given)).flatMap(([section, entries]) =>
                entries.flatMap((lines) => [`  ${section}`, ...[lines].flat().map((line) => `    ${line}`)]),
            );
            blocks.push([`${what}:`, ...found].join("\n"));
        }
        await expect(`${blocks.join("\n")}\n`).toMatchFileSnapshot(join(folder, "situations.txt"));
    });

    test("an object that was deleted outside and is no longer declared is reported as such", async () => {
        const line = 'Owner "platform" was deleted outside Pulumi; `pulumi up` recreates it';
        expect(await reported([gone], [line])).toEqual({
            narrows: [["Owner Platform: deleted outside, and no longer declared"]],
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
