/** The sections of a report agree with who gains and loses access, which is evaluated by other code. */
import { afterEach, expect, test } from "vitest";
import { seedOrganization } from "../../../src/local/service/seeds/seed.js";
import type { Store } from "../../../src/local/service/storage/store.js";
import { accessSummaryOf } from "../../../src/review/impact/impact-outline.js";
import { reportOf } from "../../../src/review/report/report.js";
import { evaluatedReport, reportParts } from "../../../src/review/report/sections.js";
import { contradictionsIn } from "../../access/gates/contradictions.js";
import { Deployment } from "../../access/gates/deployment.js";
import { NOW } from "../../access/oracle/organizations.js";
import { VirtualTime } from "../../proofs/simulator/clock.js";
import type { Declaration, Options, Program } from "../../proofs/simulator/program.js";
import { kindOf } from "./document.js";

const small = seedOrganization("small");
const [ada = "", bruno = "", chiyo = ""] = small.users.map(({ user_id }) => user_id);
const [app = ""] = small.apps.map(({ app_id }) => app_id);
const [tag = ""] = small.tags.map(({ tag_id }) => tag_id);
const schedule = small.onCallSchedules[0]?.on_call_schedule_id ?? "";
const closed = [{ priority: 0, allowRequests: false, autoApproval: false }];
const hidden = { visibility: "LIMITED", visibilityGroupIds: [] };

const declared = (name: string, kind: string, args: Declaration["args"], options: Options = {}): Declaration => ({
    name,
    kind,
    args,
    options,
});
const group = (name: string, args: Declaration["args"] = {}, options: Options = {}) =>
    declared(
        name,
        "Group",
        { name, appId: app, groupType: "SVC_GROUP", visibility: hidden, requestConfigurations: closed, ...args },
        options,
    );
const owner = (name: string, userIds: readonly string[], more: Declaration["args"] = {}) =>
    declared(name, "Owner", { name, userIds, ...more });
const team = owner("team", [bruno]);
const other = owner("other", [chiyo]);
const bundle = (args: Declaration["args"], options: Options = {}) =>
    declared("bundle", "Bundle", { name: "bundle", visibility: hidden, ...args }, options);
const resource = (args: Declaration["args"], options: Options = {}) =>
    declared(
        "thing",
        "Resource",
        {
            name: "thing",
            appId: app,
            resourceType: "CUSTOM",
            visibility: hidden,
            requestConfigurations: closed,
            ...args,
        },
        options,
    );
/** A declaration that adopts the object of the same name, which a resource of this name created. */
const adopting = (declaration: Declaration, isById: boolean): Declaration => ({
    ...declaration,
    options: { import: isById ? ID : declaration.name, adopt: true },
});
/** Stands for the id of the adopted object. */
const ID = "the id";
const administratorOf = (id: string) => ({ adminOwnerId: id });

let deployment: Deployment | undefined;
afterEach(() => deployment?.close());

type Outside = (store: Store, idOf: (name: string) => string) => void;
type Row = [what: string, base: Program, next: Program, sections: Record<string, string>, change?: Outside];

test.each<Row>([
    [
        "a new group with an administrator",
        [team],
        [team, group("vault", administratorOf("@=team"))],
        { vault: "widens" },
    ],
    [
        "a new group that nobody sees",
        [],
        [group("vault", administratorOf("@=empty")), owner("empty", [])],
        { vault: "none", empty: "none" },
    ],
    ["a new bundle", [team], [team, bundle(administratorOf("@=team"))], { bundle: "widens" }],
    ["a new resource", [team], [team, resource(administratorOf("@=team"))], { thing: "widens" }],
    [
        "an on-call group whose administrators can add themselves",
        [team],
        [team, group("on-call", { ...administratorOf("@=team"), onCallScheduleIds: [schedule] })],
        { "on-call": "widens" },
    ],
    [
        "a new user",
        [],
        [declared("eve", "User", { email: "eve@tidewater.example", firstName: "Eve", lastName: "Ek", role: "MEMBER" })],
        { eve: "widens" },
    ],
    [
        "a new owner of a new group",
        [],
        [team, group("vault", administratorOf("@=team"))],
        { vault: "widens", team: "widens" },
    ],
    [
        "a group with a secret administrator",
        [team],
        [team, group("vault", administratorOf("@=team"), { secrets: ["adminOwnerId"] })],
        { vault: "mayWiden" },
    ],
    [
        "a group that is replaced, with another administrator",
        [team, other, group("vault", administratorOf("@=team"))],
        [team, other, group("vault", administratorOf("@=other"), { replaceOnChanges: ["adminOwnerId"] })],
        { vault: "widens" },
    ],
    [
        "another administrator and no gain",
        [owner("both", [bruno, chiyo]), team, group("vault", administratorOf("@=both"))],
        [owner("both", [bruno, chiyo]), team, group("vault", administratorOf("@=team"))],
        { vault: "narrows" },
    ],
    [
        "another description beside a new member",
        [group("vault")],
        [group("vault", { description: "new" }), declared("member", "GroupUser", { groupId: "@=vault", userId: ada })],
        { vault: "none", member: "widens" },
    ],
    [
        "a member who leaves as another one joins",
        [group("vault"), declared("old", "GroupUser", { groupId: "@=vault", userId: bruno })],
        [group("vault"), declared("new", "GroupUser", { groupId: "@=vault", userId: ada })],
        { old: "narrows", new: "widens" },
    ],
    [
        "a tag whose loss takes access away",
        [declared("tagged", "UserTag", { userId: bruno, tagId: tag }), rule()],
        [rule()],
        { tagged: "narrows" },
    ],
    ...(
        [
            ["group", "vault", (args: Declaration["args"], options?: Options) => group("vault", args, options)],
            ["resource", "thing", resource],
            ["bundle", "bundle", bundle],
        ] as const
    ).flatMap(([noun, name, make]): Row[] => [
        // The name of a bundle is not unique.
        ...(noun === "bundle" ? [true] : [true, false]).flatMap((isById): Row[] => [
            [
                `an adopted ${noun} that gets another administrator, by ${isById ? "id" : "name"}`,
                [team, other, make(administratorOf("@=team"), { retainOnDelete: true })],
                [team, other, adopting(make(administratorOf("@=other")), isById)],
                { [name]: "widens" },
            ],
            [
                `an adopted ${noun} that keeps its administrator, by ${isById ? "id" : "name"}`,
                [team, make({ ...administratorOf("@=team"), description: "old" }, { retainOnDelete: true })],
                [team, adopting(make({ ...administratorOf("@=team"), description: "new" }), isById)],
                { [name]: "none" },
            ],
        ]),
        [
            `a ${noun} that was deleted outside`,
            [team, make(administratorOf("@=team"))],
            [team, make(administratorOf("@=team"))],
            { [name]: "widens" },
            (store, idOf) => {
                const id = idOf(name);
                if (noun === "group") store.groups.delete(store.groups.get(id));
                else if (noun === "resource") store.resources.delete(store.resources.get(id));
                else store.bundles.delete(store.bundles.get(id));
            },
        ],
    ]),
])("%s", async (_, base, next, sections, change = () => {}) => {
    const time = new VirtualTime(NOW.toISOString());
    const opened = new Deployment(small, time);
    deployment = opened;
    await opened.up(base);
    // Reads may not show a write at once.
    time.set(time.now + 3_600_000);
    const idOf = new Map(base.map(({ name }) => [name, opened.idOfName(name) ?? ""]));
    const gone = base.filter(({ options }) => options?.retainOnDelete);
    if (gone.length > 0) await opened.up(base.filter((one) => !gone.includes(one)));
    opened.outside((store) => change(store, (name) => idOf.get(name) ?? ""));
    const wanted = next.map((one) =>
        one.options?.import === ID ? { ...one, options: { ...one.options, import: idOf.get(one.name) ?? "" } } : one,
    );
    const document = await opened.preview(wanted);
    const preview = await opened.impactOf(document);
    const report = evaluatedReport(await reportOf(document, kindOf), accessSummaryOf(preview));
    const found = reportParts(report).flatMap(({ section, entries }) =>
        entries.map(({ resource }) => [resource, section]),
    );
    expect(Object.fromEntries(found)).toMatchObject(sections);
    expect(await contradictionsIn(document, preview)).toEqual([]);
});

function rule(): Declaration {
    const { key = "", value = "" } = small.tags[0] ?? {};
    return declared("rule", "AccessRule", {
        name: "rule",
        description: "",
        adminOwnerId: small.owners[0]?.owner_id ?? "",
        status: "ACTIVE",
        ruleClauses: { when: { clauses: [{ selectors: [{ key, value, connectionId: app }] }] } },
    });
}
