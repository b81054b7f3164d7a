/** New targets cause no losses, deleted targets cause no gains, and edits without an effect on access report nothing. */
import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/access/model/facts/change.js";
import type { Governed } from "../../../src/access/model/facts/facts.js";
import { unknownValue } from "../../../src/common/unknown.js";
import { impactOfPreview } from "../../../src/review/impact/preview-impact.js";
import { factsWith } from "../../access/empty-facts.js";
import { documentOf, type Given, kindOf } from "../report/document.js";
import { effectsIn, effectsOf, hidden, reviewed, user } from "./organization.js";

const users = ["ada", "bob"].map(user);
const facts = factsWith({
    users,
    owners: [{ id: "reviewers", name: "Reviewers", userIds: ["ada"], escalationMinutes: 0 }],
});
const limited = { id: "vault", name: "Vault", adminOwnerId: "reviewers", visibility: hidden };
const open = { ...limited, visibility: { type: "GLOBAL" as const, groupIds: [] }, requestRules: [reviewed()] };

describe.each(["group", "resource"] as const)("a %s", (type) => {
    const put = (value: Governed): Change => ({ put: type, value });
    const has = (value: Governed) => ({ ...facts, [`${type}s`]: [value] });
    const remove: Change = { remove: type, id: "vault" };

    test("is reported as a gain for the users who see it if it is new and has limited visibility", () => {
        expect(effectsOf(facts, [put(limited)])).toEqual([
            "vault: administers gained ada",
            "vault: getsWithoutApproval gained ada",
            "vault: sees gained ada",
        ]);
    });

    test("is reported as visible and requestable for everybody if it is new and has global visibility", () => {
        expect(effectsOf(facts, [put(open)])).toEqual([
            "vault: administers gained ada",
            "vault: getsWithoutApproval gained ada",
            "vault: mayApprove gained ada",
            "vault: mayRequest gained ada, bob",
            "vault: sees gained ada, bob",
        ]);
    });

    test("is reported only as a loss when it is deleted", () => {
        expect(effectsOf(has(limited), [remove])).toEqual([
            "vault: administers lost ada",
            "vault: getsWithoutApproval lost ada",
            "vault: sees lost ada",
        ]);
        expect(effectsOf(has(open), [remove])).toContain("vault: sees lost ada, bob");
    });
});

test("reports nothing for a new or deleted bundle that no user sees", () => {
    const bundle = { id: "kit", name: "Kit", groupIds: [], resourceIds: [], visibility: hidden };
    expect(effectsOf(facts, [{ put: "bundle", value: bundle }])).toEqual([]);
    expect(effectsOf({ ...facts, bundles: [bundle] }, [{ remove: "bundle", id: "kit" }])).toEqual([]);
});

describe("edits without an effect on access", () => {
    const [vault, staff, dana] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
        string,
        string,
        string,
    ];
    const visible = { visibility: "LIMITED", visibilityGroupIds: [staff] };
    const organization = factsWith({
        users: [...users, { ...user("dana"), id: dana }],
        groups: [
            {
                id: vault,
                name: "Vault",
                visibility: { type: "LIMITED", groupIds: [staff] },
                requestRules: [reviewed()],
            },
            {
                id: staff,
                name: "Staff",
                rule: { isActive: true, when: [{ tags: [{ key: "team", value: "a" }], statuses: [] }], unless: [] },
            },
        ],
    });
    const of = (kind: string, op: string, next: object | undefined, before?: object, id?: string): Given => ({
        kind,
        name: kind.toLowerCase(),
        op,
        ...(next && { next }),
        ...(before && { before }),
        ...(id && { id }),
    });
    const person = { email: "dana@example.com", firstName: "Dana", lastName: "D", role: "MEMBER" };

    test.each<[string, Given[]]>([
        [
            "a changed job title",
            [of("User", "update", { ...person, position: "CTO" }, { ...person, position: "CFO" }, dana)],
        ],
        [
            "a new tag on a user that no access rule uses",
            [
                of("Tag", "create", { key: "floor", value: "2" }),
                of("UserTag", "create", {
                    userId: dana,
                    tagId: unknownValue,
                    __ids: { tagId: { kind: "Tag", name: "tag" } },
                }),
            ],
        ],
        [
            "visibility that moves from the group to a separate resource",
            [
                of(
                    "Group",
                    "update",
                    { name: "Vault", description: "new" },
                    { name: "Vault", visibility: visible },
                    vault,
                ),
                of("GroupVisibility", "create", { groupId: vault, ...visible }),
            ],
        ],
        [
            "visibility that moves from a separate resource to the group",
            [
                of("Group", "update", { name: "Vault", visibility: visible }, { name: "Vault" }, vault),
                of("GroupVisibility", "delete", undefined, { groupId: vault, ...visible }, vault),
            ],
        ],
        [
            "a changed description",
            [of("Group", "update", { name: "Vault", description: "b" }, { name: "Vault", description: "a" }, vault)],
        ],
    ])("reports no effects for %s", async (_, given) => {
        const preview = await impactOfPreview(documentOf(given), kindOf, { snapshot: organization });
        expect(effectsIn(preview)).toEqual([]);
        expect(preview.account.unknown).toEqual([]);
    });

    test("reports no effects for a user whose only new tag is not used by an access rule", () => {
        const tagged: Change = {
            put: "user",
            value: { ...user("dana"), id: dana, tags: [{ key: "floor", value: "2" }] },
        };
        expect(effectsOf(organization, [tagged])).toEqual([]);
    });
});
