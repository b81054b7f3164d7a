/** Checks what the plan reads from the steps of a preview. steps.txt contains all results. */
import { expect, test } from "vitest";
import type { Change } from "../../../src/access/model/facts/change.js";
import { unknownValue } from "../../../src/common/unknown.js";
import { accessPlanOf, type PreviewPlan } from "../../../src/review/impact/plan.js";
import { type PreviewDocument, parseDocument } from "../../../src/review/report/document.js";
import { factsWith } from "../../access/empty-facts.js";
import { kindOf, urnOf } from "../report/document.js";

const facts = factsWith({
    groups: [{ id: "g1", name: "On call" }],
    resources: [{ id: "r1", name: "Database" }],
    owners: [{ id: "o1", name: "Platform", userIds: [], escalationMinutes: 0 }],
    bundles: [{ id: "b1", name: "Kit", groupIds: [], resourceIds: [] }],
    users: [{ id: "u1", name: "Ada" }],
});

interface State {
    readonly id?: string;
    readonly type?: string;
    readonly provider?: string;
    readonly outputs?: object;
    readonly retainOnDelete?: boolean;
    readonly inputs: object;
}
interface Step {
    readonly op: string;
    readonly kind: string;
    readonly name?: string;
    readonly old?: State;
    readonly next?: State;
}

const put = (kind: string, inputs: object, more: Partial<State & { op: string; name: string }> = {}): Step => {
    const { op = "create", name = kind.toLowerCase(), ...state } = more;
    return { op, kind, name, next: { inputs, ...state } };
};
const update = (kind: string, id: string, before: object, after: object, outputs = {}): Step => ({
    op: "update",
    kind,
    old: { id, inputs: before, outputs },
    next: { id, inputs: after },
});
const remove = (kind: string, id: string | undefined, inputs: object, more: Partial<State> = {}): Step => ({
    op: "delete",
    kind,
    old: { ...(id !== undefined && { id }), inputs, ...more },
});
const read = (step: Step): Step[] => {
    const { old, ...rest } = step;
    return old ? [{ ...rest, op: "refresh", old, next: old }, step] : [step];
};
const of = (step: Step, ...ops: string[]): Step[] => ops.map((op) => ({ ...step, op }));
const ids = (paths: Readonly<Record<string, string>>): object => ({
    __ids: Object.fromEntries(Object.entries(paths).map(([path, kind]) => [path, { kind, name: kind.toLowerCase() }])),
});
const provider = (name: string): string => `urn:pulumi:prod::access::pulumi:providers:pulumi-nodejs::${name}::id`;
const member = { groupId: "g1", userId: "u1" };
const everything = ["Group", "AccessRule", "Resource", "Bundle", "Owner", "User"];

const CASES: Readonly<Record<string, readonly Step[]>> = {
    nothing: [],
    "a group that stays": [
        { op: "same", kind: "Group", old: { id: "g1", inputs: {} }, next: { id: "g1", inputs: {} } },
    ],
    "a group that is only read": [{ op: "read", kind: "Group", next: { id: "g1", inputs: { name: "A" } } }],
    "a group that is new, and a member of it": [
        put("Group", { name: "New" }),
        put("GroupUser", { groupId: unknownValue, userId: "u1", ...ids({ groupId: "Group" }) }),
    ],
    "a member of a group that is computed": [
        put("Group", { name: "New" }),
        put("GroupUser", { groupId: unknownValue, userId: "u1" }),
    ],
    "a member of a group that is updated, and so has an id": [
        update("Group", "g1", { name: "A" }, { name: "B" }),
        put("GroupUser", { groupId: unknownValue, userId: "u1", ...ids({ groupId: "Group" }) }),
    ],
    "a member who is hidden": [put("GroupUser", { groupId: "g1", userId: unknownValue })],
    "members, one new and one hidden": [
        put("User", { email: "eve@example.com" }),
        put("GroupUsers", {
            groupId: "g1",
            users: [{ userId: unknownValue }, { userId: "u1" }, { userId: unknownValue }],
            ...ids({ "users[0].userId": "User" }),
        }),
    ],
    "groups of a binding, one hidden": [
        put("GroupBinding", { sourceGroupId: "g1", groups: [unknownValue, { groupId: "g2" }] }),
    ],
    "users of an owner that become secret": [
        update("Owner", "o1", { name: "O", userIds: ["u1"] }, { name: "O", userIds: "[secret]" }),
    ],
    "users of an owner that stay secret": [
        update("Owner", "o1", { name: "O", userIds: "[secret]" }, { name: "P", userIds: ["[secret]"] }),
    ],
    "users of an owner that are marked as secret": [
        update("Owner", "o1", { name: "O", userIds: ["u1"] }, { name: "O", userIds: ["u2"], __secrets: ["userIds"] }),
    ],
    "a secret description": [update("Group", "g1", { name: "A" }, { name: "A", description: "[secret]" })],
    "an update without an old state": [put("Group", { name: "A" }, { op: "update", id: "g1" })],
    "an update without a property": [update("Group", "g1", { name: "A" }, { name: "B" })],
    "names of what is new": [
        put("User", { email: "eve@example.com" }),
        put("Owner", { name: unknownValue }),
        put("Bundle", { name: "New" }),
        put("Delegation", { delegatorUserId: "u1", name: "x" }),
    ],
    "what is deleted goes last": [
        remove("GroupUser", "g1/u1", member),
        put("GroupUser", { groupId: "g1", userId: "u2" }),
    ],
    "a group that stays on the service": [remove("Group", "g1", { name: "A" }, { retainOnDelete: true })],
    "a resource without an id": [remove("GroupUser", undefined, member)],
    "a visibility, which nothing deletes": [remove("GroupVisibility", "g1", { groupId: "g1", visibility: "LIMITED" })],
    "members whose group is hidden": [remove("GroupUser", "g1/u1", { groupId: "[secret]", userId: "u1" })],
    "a replaced member": of(
        {
            op: "",
            kind: "GroupUser",
            old: { id: "g1/u1", inputs: member },
            next: { inputs: { groupId: "g1", userId: "u2" } },
        },
        "create-replacement",
        "replace",
        "delete-replaced",
    ),
    "a replaced member who is the same": of(
        { op: "", kind: "GroupUser", old: { id: "g1/u1", inputs: member }, next: { inputs: member } },
        "create-replacement",
        "replace",
        "delete-replaced",
    ),
    "a replaced group, and a member of it": [
        ...of(
            {
                op: "",
                kind: "Group",
                old: { id: "g1", inputs: { name: "A" } },
                next: { id: "g1", inputs: { name: "B" } },
            },
            "create-replacement",
            "replace",
            "delete-replaced",
        ),
        put("GroupUser", { groupId: unknownValue, userId: "u1", ...ids({ groupId: "Group" }) }),
    ],
    "a group that was deleted outside": read({
        op: "create",
        kind: "Group",
        old: { id: "g1", inputs: { name: "A" } },
        next: { inputs: { name: "A" } },
    }),
    "an import by id": [put("Group", { name: "Renamed", __import: "g1" }, { op: "import", id: "g1" })],
    "an import of what is not there": [put("Group", { name: "Renamed", __import: "nothing" })],
    "adoptions by name": everything.map((kind, index) =>
        put(kind, { name: ["On call", "On call", "Database", "Kit", "Platform", "Ada"][index], __adopt: true }),
    ),
    "an adoption without a name": [put("Group", { name: unknownValue, __adopt: true })],
    "an import of a name that others have as an id": [put("Group", { name: "Renamed", __import: "On call" })],
    "a resource of another package": [
        { op: "create", kind: "aws", next: { inputs: {}, type: "aws:s3/bucket:Bucket" } },
    ],
    "a member of a group that is created before its replacement": [
        ...of({ op: "", kind: "Group", next: { inputs: { name: "B" } } }, "create", "same"),
        put("GroupUser", { groupId: unknownValue, userId: "u1", ...ids({ groupId: "Group" }) }),
    ],
    "a deletion that is read": read(remove("GroupUser", "g1/u1", member)),
    "a deleted group that is also read again": of(remove("Group", "g1", { name: "A" }), "delete", "read"),
    "a step without states": [{ op: "update", kind: "Group" }],
    "a default provider without a version, and another one": [
        put("Group", { name: "A" }, { name: "one", provider: provider("default") }),
        put("Group", { name: "B" }, { name: "two", provider: provider("eu") }),
        put("Group", { name: "C" }, { name: "three" }),
    ],
    "an adoption of a member": [put("GroupUser", { ...member, __adopt: true })],
    "an update of what was adopted": [
        update("Group", "g1", { name: "On call", __adopt: true }, { name: "Other", __adopt: true }),
    ],
    "two providers": [
        put("Group", { name: "A" }, { name: "one", provider: provider("default_0_1_0") }),
        put("Group", { name: "B" }, { name: "two", provider: provider("eu") }),
        {
            op: "delete",
            kind: "GroupUser",
            name: "three",
            old: { id: "g1/u1", inputs: member, provider: provider("not-default") },
        },
        { op: "same", kind: "Group", name: "four", next: { inputs: {}, provider: provider("eu") } },
    ],
    "one provider, which is not the default one": [put("Group", { name: "A" }, { provider: provider("eu") })],
    "a kind of another version": [put("Other", { name: "A" }), { op: "same", kind: "Another", next: { inputs: {} } }],
    "a step of another version": of(
        { op: "", kind: "Group", old: { id: "g1", inputs: { name: "A" } }, next: { id: "g1", inputs: { name: "B" } } },
        "update",
        "renew",
    ),
    "a kind without effects": [put("MessageChannel", { name: "A" }), put("EventStream", { name: "A" })],
    "a kind without effects, and one with them": [put("MessageChannel", { name: "A" }), put("Owner", { name: "A" })],
    "a revert, and a change": [
        ...read({
            op: "update",
            kind: "Owner",
            old: { id: "o1", inputs: { name: "O" } },
            next: { id: "o1", inputs: { name: "O" } },
        }),
        ...read({
            op: "update",
            kind: "Bundle",
            old: { id: "b1", inputs: { name: "B" } },
            next: { id: "b1", inputs: { name: "C" } },
        }),
    ],
    "the same without a refresh": [
        {
            op: "update",
            kind: "Owner",
            old: { id: "o1", inputs: { name: "O" } },
            next: { id: "o1", inputs: { name: "O" } },
        },
    ],
    "ends of grants": [
        update(
            "GroupUser",
            "g1/u1",
            { ...member, durationMinutes: 60 },
            { ...member, durationMinutes: 60, renew: true },
            { expirationDate: "2030-01-01T00:00:00Z" },
        ),
    ],
    "ends of grants without an end": [
        update(
            "GroupUser",
            "g1/u1",
            { ...member, durationMinutes: 60 },
            { ...member, durationMinutes: 60, renew: true },
            { expirationDate: null },
        ),
    ],
    "ends of grants that are not known": [
        update(
            "GroupUser",
            "g1/u1",
            { ...member, durationMinutes: 60 },
            { ...member, durationMinutes: 60, renew: true },
            { expirationDate: 5 },
        ),
    ],
    "other durations of grants": [
        update(
            "GroupUser",
            "g1/u1",
            { ...member, durationMinutes: 60 },
            { ...member, durationMinutes: 120 },
            { expirationDate: "2030-01-01T00:00:00Z" },
        ),
    ],
    "ends that have no duration": [
        update(
            "Delegation",
            "d",
            { delegatorUserId: "u1", endTime: "2030-01-01T00:00:00Z" },
            { delegatorUserId: "u1", endTime: "2031-01-01T00:00:00Z" },
            { endTime: "2030-01-01T00:00:00Z" },
        ),
    ],
    "what is touched": [
        put("Delegation", { delegatorUserId: "u1" }),
        put("Tag", { key: "a" }),
        put("ConfigurationTemplate", { name: "T" }),
        put("OwnerUsers", { ownerId: "o1", userIds: ["u1"] }),
        put("ScopedRolePermissions", {
            resourceId: "r1",
            permissions: [{ targetType: "GROUP", permissionName: "READ", allowAll: true }],
        }),
        put("GroupResource", { groupId: "g1", resourceId: "r1" }),
        put("Bundle", { name: "B", adminOwnerId: "o1" }),
    ],
};

test("the plans of all cases match steps.txt", async () => {
    const parts = Object.entries(CASES).map(
        ([name, steps]) => `${name}\n${linesOf(accessPlanOf(documentWith(steps), kindOf)).join("\n")}\n`,
    );
    // An object without an id is identified by its URN.
    const text = parts.join("\n").replaceAll(/urn:pulumi:\S*?::(\w+)"/g, 'urn of $1"');
    await expect(text).toMatchFileSnapshot("steps.txt");
});

function linesOf(plan: PreviewPlan): string[] {
    const { account } = plan;
    const { named, ...touched } = plan.around(facts);
    const around = Object.entries({ ...touched, ...named }).filter(([, value]) => JSON.stringify(value) !== "[]");
    return [
        plan.isEmpty ? "  empty" : "  not empty",
        `  around  ${JSON.stringify(Object.fromEntries(around))}`,
        ...[...plan.newNames].map(([urn, made]) => `  name    ${urn.split("::").at(-1)}: ${made}`),
        `  account ${account.evaluated} evaluated, ${account.irrelevant} irrelevant`,
        ...account.unknown.map(({ words, concerns }) => `  unknown ${words.toJSON()} (${concerns})`),
        ...plan.changes(facts, new Map()).map((change) => `  change  ${wordsOf(change)}`),
        ...plan.reverts(facts, new Map()).map((change) => `  revert  ${wordsOf(change)}`),
    ];
}

function documentWith(steps: readonly Step[]): PreviewDocument {
    return parseDocument(
        JSON.stringify({
            changeSummary: { same: 1 },
            steps: steps.map(({ op, kind, name = kind.toLowerCase(), old, next }) => {
                const urn = urnOf(kind, name);
                const state = (given: State | undefined) =>
                    given && {
                        urn,
                        type: `pulumi-nodejs:dynamic/access-governance:${kind}`,
                        ...given,
                        inputs: { __label: name, ...given.inputs },
                    };
                return { op, urn, oldState: state(old), newState: state(next) };
            }),
        }),
    );
}

function wordsOf(change: Change): string {
    if ("put" in change) return `+ ${change.put} ${JSON.stringify(change.value)}`;
    return `- ${change.remove} ${JSON.stringify("id" in change ? change.id : change.value)}`;
}
