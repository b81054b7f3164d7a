import { expect, test } from "vitest";
import type { Facts } from "../../../src/access/model/facts/facts.js";
import { parseSnapshot } from "../../../src/access/reader/snapshot.js";
import { UsageError } from "../../../src/common/errors.js";
import { seededFacts } from "../facts-of.js";

const facts = seededFacts("medium");
const until = "2027-03-31T00:00:00.000Z";

test("parses a saved snapshot to the same facts", () => {
    expect(parseSnapshot(JSON.stringify(facts), "facts.json")).toEqual(facts);
});

/** Facts with every field that the seeded organizations do not have. */
const WHOLE: Facts = {
    at: "2027-01-11T09:00:00.000Z",
    users: [
        { id: "u", name: "Ada", email: "ada@example.com", tags: [{ key: "k", value: "v" }], status: "ACTIVE" },
        { id: "v", name: "Paladin", managerId: null, isMonitor: true },
    ],
    identities: [{ id: "i", name: "Machine" }],
    groups: [
        {
            id: "g",
            name: "Group",
            adminOwnerId: "o",
            sensitivity: "HIGH",
            tags: [{ key: "k", value: "" }],
            levels: ["admin"],
            requestRules: [
                {
                    priority: 1,
                    condition: { groupIds: ["h"], levels: ["admin"] },
                    allowRequests: true,
                    autoApproval: false,
                    stages: [
                        {
                            operator: "OR",
                            ownerIds: ["o"],
                            serviceUserIds: ["v"],
                            requireManagerApproval: true,
                            requireAdminApproval: false,
                            escalation: { ownerIds: ["o"], userIds: ["u"] },
                        },
                    ],
                },
            ],
            visibility: { type: "LIMITED", groupIds: ["h"] },
            leaderIds: ["u"],
            rule: { isActive: true, when: [{ tags: [], statuses: ["ACTIVE"] }], unless: [] },
        },
    ],
    resources: [
        {
            id: "r",
            name: "Resource",
            resourceType: "SVC_SCOPED_ROLE",
            permissions: [{ name: "READ", targetType: "group", allowAll: false, targetIds: ["g"] }],
        },
    ],
    bundles: [
        {
            id: "b",
            name: "Bundle",
            adminOwnerId: "o",
            visibility: { type: "GLOBAL", groupIds: [] },
            groupIds: ["g"],
            resourceIds: ["r"],
        },
    ],
    owners: [{ id: "o", name: "Owner", userIds: ["u"], sourceGroupId: "g", escalationMinutes: 5 }],
    memberships: [{ groupId: "g", userId: "u", level: "", until }],
    grants: [{ resourceId: "r", principalId: "i", level: "admin", until: null }],
    links: [{ groupId: "g", resourceId: "r", level: "", until: null }],
    nestings: [{ groupId: "g", containingGroupId: "h", level: "", until: null }],
    bindings: [{ id: "n", sourceGroupId: "g", groupIds: ["h"] }],
    delegations: [{ id: "d", delegatorId: "u", delegateId: "v", from: until, until }],
    unknowns: [{ type: "owner", id: "o", because: "nobody knows", variant: "after" }],
};

test("keeps every known field", () => {
    expect(parseSnapshot(JSON.stringify(WHOLE), "facts.json")).toEqual(WHOLE);
});

test.each([
    [
        "groups[].requestRules[].stages[].voterIds",
        { groups: [{ ...WHOLE.groups[0], requestRules: [later("voterIds", ["s"])] }] },
    ],
    ["owners[].isRequired", { owners: [{ ...WHOLE.owners[0], isRequired: false }] }],
    ["denials", { denials: [{ userId: "u" }] }],
])("refuses a field of a later version that may decide who has access: %s", (place, changes) => {
    const text = JSON.stringify({ ...WHOLE, ...changes });
    expect(() => parseSnapshot(text, "facts.json")).toThrow(UsageError);
    expect(() => parseSnapshot(text, "facts.json")).toThrow(place);
});

test("accepts a field of a later version that is empty", () => {
    const text = JSON.stringify({ ...WHOLE, denials: [], identities: [{ id: "i", name: "Machine", colour: null }] });
    expect(parseSnapshot(text, "facts.json")).toEqual(WHOLE);
});

function later(field: string, value: unknown): object {
    const rule = WHOLE.groups[0]?.requestRules?.[0];
    return { ...rule, stages: [{ ...rule?.stages[0], [field]: value }] };
}

test.each([
    ["text that is not JSON", "users", "facts.json is not a valid snapshot: it is not JSON."],
    ["a list instead of an object", "[]", "the top level: Invalid input: expected object"],
    ["an object instead of a list", JSON.stringify({ ...WHOLE, users: {} }), "users: Invalid input: expected array"],
    ["an invalid date", JSON.stringify({ ...WHOLE, at: "today" }), "at: must be a date"],
    [
        "a membership without an end",
        changed({ memberships: [{ groupId: "g", userId: "u", level: "" }] }),
        "memberships.0.until: ",
    ],
    [
        "a level of the wrong type",
        changed({ groups: [{ id: "g", name: "Group", levels: [1] }] }),
        "groups.0.levels.0: ",
    ],
])("rejects %s and reports its location", (_, text, reason) => {
    expect(() => parseSnapshot(text, "facts.json")).toThrow(reason);
    expect(() => parseSnapshot(text, "facts.json")).toThrow(UsageError);
});

function changed(lists: Partial<Record<keyof Facts, object[]>>): string {
    return JSON.stringify({ ...WHOLE, ...lists });
}
