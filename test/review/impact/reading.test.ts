/** The effects of a preview depend on objects that it does not contain, so these are read, too. */
import { afterEach, describe, expect, test } from "vitest";
import { seedOrganization } from "../../../src/local/service/seeds/seed.js";
import type { Store } from "../../../src/local/service/storage/store.js";
import type { AccessRules } from "../../../src/review/impact/rules.js";
import type { RuleVerdict } from "../../../src/review/impact/verdicts.js";
import { judge } from "../../../src/review/impact/verdicts.js";
import { Deployment } from "../../access/gates/deployment.js";
import { NOW } from "../../access/oracle/organizations.js";
import { VirtualTime } from "../../proofs/simulator/clock.js";
import type { Declaration, Program } from "../../proofs/simulator/program.js";

const small = seedOrganization("small");
const [, bruno = "", chiyo = ""] = small.users.map(({ user_id }) => user_id);
const app = small.apps[0]?.app_id ?? "";
const staff = small.groups[2]?.group_id ?? "";
const administrators = small.owners[0]?.owner_id ?? "";
const REVIEWED = [{ priority: 0, allowRequests: true, autoApproval: false }] as const;

const RULES: AccessRules = {
    rules: [
        { name: "Nothing new", owner: "tests", reason: "It is tested.", noNewAccessTo: ["*"] },
        {
            name: "Nothing of another target",
            owner: "tests",
            reason: "It is tested.",
            noNewAccessTo: ["Freight tracker"],
        },
        { name: "Everything is known", owner: "tests", reason: "It is tested.", failOnUnknown: true },
    ],
    waivers: [],
};
let verdicts: readonly RuleVerdict[] = [];

let deployment: Deployment | undefined;
afterEach(() => deployment?.close());

test.each([
    ["a delegation", "2026-02-01T00:00:00Z", ""],
    ["a delegation that begins later", "2026-11-01T00:00:00Z", " from 2026-11-01"],
])("reports that the delegate gains the reviews of the delegator through %s", async (_, startTime, begins) => {
    const reviewerStages = [{ operator: "OR", ownerIds: ["@=reviewers"] }];
    const requestConfigurations = [{ ...REVIEWED[0], reviewerStages }];
    const base = [owner("reviewers", [bruno]), group("reviewed", { requestConfigurations })];
    const delegation = declared("delegation", "Delegation", {
        delegatorUserId: bruno,
        delegateUserId: chiyo,
        startTime,
        endTime: "2026-12-01T00:00:00Z",
        reason: "A week off",
    });
    expect(await effectsOf(base, [...base, delegation])).toEqual([
        `getsWithoutApproval gained reviewed${begins}: ${chiyo}`,
        `mayApprove gained reviewed${begins}: ${chiyo}`,
    ]);
});

test("reports no gain for a tag that is created in the same change, because no access rule uses it", async () => {
    const base = [rule("rule", { selectors: [selector("team", "payments")] })];
    const tag = declared("tag", "Tag", { key: "floor", value: "2" });
    const tagged = declared("tagged", "UserTag", { userId: bruno, tagId: "@=tag" });
    expect(await effectsOf(base, [...base, tag, tagged])).toEqual([]);
});

test("reports that a user with a new tag gains what the access rule gives", async () => {
    const tag = declared("tag", "Tag", { key: "floor", value: "2" });
    const base = [
        tag,
        rule("rule", { selectors: [selector("floor", "2")] }),
        declared("resource", "Resource", { name: "resource", appId: app, resourceType: "CUSTOM" }),
        declared("link", "GroupResource", { groupId: "@=rule", resourceId: "@=resource" }),
    ];
    const tagged = declared("tagged", "UserTag", { userId: bruno, tagId: "@=tag" });
    expect(await effectsOf(base, [...base, tagged])).toEqual([
        `has gained resource: ${bruno}`,
        `has gained rule: ${bruno}`,
    ]);
});

test("reports a possible gain if a tag is deleted that excludes users from an access rule", async () => {
    const tag = declared("tag", "Tag", { key: "floor", value: "2" });
    const base = [
        tag,
        rule("rule", { selectors: [selector("region", "eu")] }, { selectors: [selector("floor", "2")] }),
    ];
    const region = small.tags.find(({ key }) => key === "region")?.tag_id ?? "";
    const tagBoth = (store: Store, idOf: (name: string) => string): void => {
        store.userTags.set({ tag_id: region, user_id: bruno });
        store.userTags.set({ tag_id: idOf("tag"), user_id: bruno });
    };
    // It is unknown whether the tag excluded Bruno, because no operation returns the app of a tag.
    expect(await effectsOf(base, base.slice(1), tagBoth)).toEqual([`has maybeGained rule: ${bruno}`]);
});

test("reports known losses if a visibility group is removed", async () => {
    const shown = (groups: string[]) =>
        group("shown", { visibility: { visibility: "LIMITED", visibilityGroupIds: groups } });
    const lines = await effectsOf([shown([staff])], [shown([])]);
    expect(lines.map((line) => line.split(":")[0])).toEqual(["mayRequest lost shown", "sees lost shown"]);
});

test("reports the new administrator of a group", async () => {
    const base = [owner("owner", [bruno]), group("governed", { adminOwnerId: administrators })];
    const after = [owner("owner", [bruno]), group("governed", { adminOwnerId: "@=owner" })];
    expect(await effectsOf(base, after)).toContain(`administers gained governed: ${bruno}`);
});

test("reports that users who lose a role lose the access to its targets", async () => {
    const base = [
        group("governed", { adminOwnerId: administrators }),
        declared("role", "Resource", { name: "role", appId: app, resourceType: "SVC_SCOPED_ROLE" }),
        declared("permissions", "ScopedRolePermissions", {
            resourceId: "@=role",
            permissions: [
                {
                    targetType: "GROUP",
                    permissionName: "EDIT_ASSIGNMENTS",
                    allowAll: false,
                    targetIds: ["@=governed"],
                },
            ],
        }),
    ];
    const link = declared("link", "GroupResource", { groupId: staff, resourceId: "@=role" });
    const lines = await effectsOf([...base, link], base);
    expect([...new Set(lines.map((line) => line.split(":")[0]))]).toEqual([
        "administers lost governed",
        "getsWithoutApproval lost governed",
        "has lost role",
    ]);
});

test("reports who sees a bundle through an item in it", async () => {
    const base = [
        group("item", {}),
        declared("member", "GroupUser", { groupId: "@=item", userId: bruno }),
        declared("bundle", "Bundle", {
            name: "bundle",
            adminOwnerId: administrators,
            visibility: { visibility: "LIMITED", visibilityGroupIds: [] },
        }),
    ];
    const item = declared("in-bundle", "BundleGroup", { bundleId: "@=bundle", groupId: "@=item" });
    expect(await effectsOf(base, [...base, item])).toEqual([`sees gained bundle: ${bruno}`]);
    deployment?.close();
    expect(await effectsOf([...base, item], base)).toEqual([`sees lost bundle: ${bruno}`]);
});

test("reports that users who see a linked group can request its source group", async () => {
    const hidden = { visibility: { visibility: "LIMITED", visibilityGroupIds: [] } };
    const base = [group("source", hidden), group("bound", {})];
    const binding = declared("binding", "GroupBinding", {
        sourceGroupId: "@=source",
        groups: [{ groupId: "@=bound" }],
    });
    const lines = await effectsOf(base, [...base, binding]);
    expect(lines.some((line) => line.startsWith("mayRequest gained source: ") && line.includes(bruno))).toBe(true);
});

test("keeps the value of a property that a reviewer stage no longer declares", async () => {
    const staged = (stage: Declaration["args"]) =>
        group("staged", {
            adminOwnerId: "@=owner",
            requestConfigurations: [{ ...REVIEWED[0], reviewerStages: [stage] }],
        });
    const both = staged({ operator: "AND", ownerIds: [administrators], requireAdminApproval: true });
    const either = staged({ operator: "OR", ownerIds: [administrators] });
    const base = [owner("owner", [bruno]), both];
    expect(await effectsOf(base, [owner("owner", [bruno]), either])).toEqual([
        // Bruno is not listed: as an administrator of the group he could already add himself.
        `getsWithoutApproval gained staged: ${[...(small.ownerUsers[0]?.user_ids ?? [])].sort().join(", ")}`,
    ]);
});

test("does not keep undeclared properties of reviewer stages if the number of stages changes", async () => {
    const staged = (stages: Declaration["args"][]) =>
        group("staged", {
            adminOwnerId: "@=owner",
            requestConfigurations: [{ ...REVIEWED[0], reviewerStages: stages }],
        });
    const first = { operator: "AND", ownerIds: [administrators], requireAdminApproval: true };
    const second = { operator: "AND", ownerIds: ["@=second"] };
    const owners = [owner("owner", [bruno]), owner("second", [chiyo])];
    const lines = await effectsOf(
        [...owners, staged([first, second])],
        [...owners, staged([{ operator: "OR", ownerIds: [administrators] }])],
    );
    const alone = [...(small.ownerUsers[0]?.user_ids ?? [])].sort().join(", ");
    expect(lines).toContain(`getsWithoutApproval gained staged: ${alone}`);
});

test("reports a higher maximum duration as longer access", async () => {
    const limited = (maxDurationMinutes: number) =>
        group("limited", { requestConfigurations: [{ ...REVIEWED[0], maxDurationMinutes }] });
    expect((await effectsOf([limited(60)], [limited(1440)])).map((line) => line.split(":")[0])).toEqual([
        "mayRequest longer limited",
    ]);
    deployment?.close();
    expect((await effectsOf([limited(60)], [limited(-1)])).map((line) => line.split(":")[0])).toEqual([
        "mayRequest longer limited",
    ]);
});

test("reports a request at a new level as a gain", async () => {
    const resource = small.resources[0]?.resource_id ?? "";
    const levels = (store: Store): void => {
        for (const level of ["admin", "reader"])
            store.resourceAccessLevels.set({
                resource_id: resource,
                access_level_remote_id: level,
                access_level_name: level,
            });
        const found = store.resources.get(resource);
        const rules = (found.request_configurations ?? []).map((one) => ({ ...one, allow_requests: false }));
        store.resources.set({ ...found, request_configurations: rules });
    };
    const open = group("open", { requestConfigurations: [{ priority: 0, allowRequests: true, autoApproval: true }] });
    const link = (name: string, accessLevelRemoteId: string) =>
        declared(name, "GroupResource", { groupId: "@=open", resourceId: resource, accessLevelRemoteId });
    const base = [open, link("low", "reader")];
    const kinds = async (after: Program) =>
        (await effectsOf(base, after, () => {}, levels)).map((one) => one.split(":")[0]);
    expect(await kinds([...base, link("high", "admin")])).toEqual([
        "getsWithoutApproval gained Freight tracker at admin",
        "mayRequest gained Freight tracker at admin",
    ]);
    deployment?.close();
    expect(await kinds([open])).toEqual([
        "getsWithoutApproval lost Freight tracker",
        "mayRequest lost Freight tracker",
    ]);
});

test("reports that the holder of a role over a group can get what the group gives", async () => {
    const base = [
        group("governed", {}),
        declared("vault", "Resource", { name: "vault", appId: app, resourceType: "CUSTOM" }),
        declared("gives", "GroupResource", { groupId: "@=governed", resourceId: "@=vault" }),
        declared("role", "Resource", { name: "role", appId: app, resourceType: "SVC_SCOPED_ROLE" }),
        declared("permissions", "ScopedRolePermissions", {
            resourceId: "@=role",
            permissions: [
                { targetType: "GROUP", permissionName: "EDIT_ASSIGNMENTS", allowAll: false, targetIds: ["@=governed"] },
            ],
        }),
    ];
    const grant = declared("grant", "ResourceUser", { resourceId: "@=role", userId: bruno });
    const lines = await effectsOf(base, [...base, grant]);
    expect(lines).toContain(`getsWithoutApproval gained governed: ${bruno}`);
    expect(lines).toContain(`getsWithoutApproval gained vault: ${bruno}`);
});

test("reports that a user who now sees a linked group can get its source group without approval", async () => {
    const hidden = { visibility: { visibility: "LIMITED", visibilityGroupIds: [] } };
    const shown = { visibility: { visibility: "LIMITED", visibilityGroupIds: ["@=shown-to"] } };
    const base = [
        group("shown-to", {}),
        group("source", { ...hidden, requestConfigurations: [{ ...REVIEWED[0], autoApproval: true }] }),
        group("linked", shown),
        declared("binding", "GroupBinding", { sourceGroupId: "@=source", groups: [{ groupId: "@=linked" }] }),
    ];
    const member = declared("member", "GroupUser", { groupId: "@=shown-to", userId: bruno });
    expect(await effectsOf(base, [...base, member])).toContain(`getsWithoutApproval gained source: ${bruno}`);
});

test("reports that a user who now sees a group without approval can get what it gives", async () => {
    const shown = { visibility: { visibility: "LIMITED", visibilityGroupIds: ["@=shown-to"] } };
    const base = [
        group("shown-to", {}),
        group("open", { ...shown, requestConfigurations: [{ ...REVIEWED[0], autoApproval: true }] }),
        declared("vault", "Resource", { name: "vault", appId: app, resourceType: "CUSTOM" }),
        declared("gives", "GroupResource", { groupId: "@=open", resourceId: "@=vault" }),
    ];
    const member = declared("member", "GroupUser", { groupId: "@=shown-to", userId: bruno });
    expect(await effectsOf(base, [...base, member])).toContain(`getsWithoutApproval gained vault: ${bruno}`);
});

test("reports that a new auditor can get hidden groups that need no approval", async () => {
    const hidden = { visibility: { visibility: "LIMITED", visibilityGroupIds: [] } };
    const base = [
        group("vault", { ...hidden, requestConfigurations: [{ ...REVIEWED[0], autoApproval: true }] }),
        declared("role", "Resource", { name: "Auditor", appId: app, resourceType: "SVC_ROLE" }),
    ];
    const grant = declared("grant", "ResourceUser", { resourceId: "@=role", userId: bruno });
    expect(await effectsOf(base, [...base, grant])).toEqual([
        `getsWithoutApproval gained vault: ${bruno}`,
        `has gained Auditor: ${bruno}`,
    ]);
});

const HIDDEN = "the service does not show it to this token";
const SHOWN = { visibility: { visibility: "LIMITED", visibilityGroupIds: ["@=shown-to"] } };

test("reports that a reviewer who now sees a group can approve their own request for it", async () => {
    const reviewed = { ...SHOWN, requestConfigurations: reviewedBy("@=reviewers") };
    const base = [owner("reviewers", [bruno]), group("shown-to", {}), group("vault", reviewed)];
    const member = declared("member", "GroupUser", { groupId: "@=shown-to", userId: bruno });
    expect(await effectsOf(base, [...base, member])).toEqual([
        `getsWithoutApproval gained vault: ${bruno}`,
        `has gained shown-to: ${bruno}`,
        `mayRequest gained vault: ${bruno}`,
        `sees gained vault: ${bruno}`,
    ]);
});

test("reports that an administrator's delegate who now sees a group can approve their own request for it", async () => {
    const governed = {
        ...SHOWN,
        adminOwnerId: "@=administrators",
        requestConfigurations: reviewedBy("@=administrators"),
    };
    const delegation = declared("delegation", "Delegation", {
        delegatorUserId: chiyo,
        delegateUserId: bruno,
        startTime: "2026-01-01T00:00:00Z",
        endTime: "2026-12-01T00:00:00Z",
        reason: "A week off",
    });
    const base = [owner("administrators", [chiyo]), group("shown-to", {}), group("vault", governed), delegation];
    const member = declared("member", "GroupUser", { groupId: "@=shown-to", userId: bruno });
    expect(await effectsOf(base, [...base, member])).toContain(`getsWithoutApproval gained vault: ${bruno}`);
});

test("reports that a user who becomes a reviewer and sees a group in one change can approve their own request for it", async () => {
    const reviewed = { ...SHOWN, requestConfigurations: reviewedBy("@=reviewers") };
    const rest = [group("shown-to", {}), group("vault", reviewed)];
    const member = declared("member", "GroupUser", { groupId: "@=shown-to", userId: bruno });
    const lines = await effectsOf(
        [owner("reviewers", [chiyo]), ...rest],
        [owner("reviewers", [bruno]), ...rest, member],
    );
    expect(lines).toContain(`getsWithoutApproval gained vault: ${bruno}`);
});

test("reports that members of a nested group see what the containing group sees", async () => {
    const reviewed = { ...SHOWN, requestConfigurations: reviewedBy("@=reviewers") };
    const base = [
        owner("reviewers", [bruno]),
        group("shown-to", {}),
        group("vault", reviewed),
        group("many", {}),
        ...[bruno, chiyo].map((userId, place) =>
            declared(`member-${place}`, "GroupUser", { groupId: "@=many", userId }),
        ),
    ];
    const nesting = declared("nesting", "ContainingGroup", { groupId: "@=many", containingGroupId: "@=shown-to" });
    const both = [bruno, chiyo].sort().join(", ");
    expect(await effectsOf(base, [...base, nesting])).toEqual(
        expect.arrayContaining([
            `getsWithoutApproval gained vault: ${bruno}`,
            `mayRequest gained vault: ${both}`,
            `sees gained vault: ${both}`,
        ]),
    );
});

test("reports that members of a group nested two levels deep see what the outermost group sees", async () => {
    const base = [
        group("shown-to", {}),
        group("between", {}),
        group("inner", {}),
        declared("outer-nesting", "ContainingGroup", { groupId: "@=between", containingGroupId: "@=shown-to" }),
        declared("inner-nesting", "ContainingGroup", { groupId: "@=inner", containingGroupId: "@=between" }),
        declared("vault", "Resource", { name: "vault", appId: app, resourceType: "CUSTOM", ...SHOWN }),
    ];
    const member = declared("member", "GroupUser", { groupId: "@=inner", userId: bruno });
    expect(await effectsOf(base, [...base, member])).toEqual(
        expect.arrayContaining([`mayRequest gained vault: ${bruno}`, `sees gained vault: ${bruno}`]),
    );
});

test("reports that new members of a group see the bundles that contain it", async () => {
    const base = [
        group("item", {}),
        declared("bundle", "Bundle", {
            name: "bundle",
            adminOwnerId: administrators,
            visibility: { visibility: "LIMITED", visibilityGroupIds: [] },
        }),
        declared("in-bundle", "BundleGroup", { bundleId: "@=bundle", groupId: "@=item" }),
    ];
    const member = declared("member", "GroupUser", { groupId: "@=item", userId: bruno });
    expect(await effectsOf(base, [...base, member])).toContain(`sees gained bundle: ${bruno}`);
});

test("reports nothing for a user who was already a member through a nested group", async () => {
    const base = [
        group("shown-to", {}),
        group("inner", {}),
        declared("nesting", "ContainingGroup", { groupId: "@=inner", containingGroupId: "@=shown-to" }),
        declared("nested", "GroupUser", { groupId: "@=inner", userId: bruno }),
        group("vault", SHOWN),
    ];
    const member = declared("member", "GroupUser", { groupId: "@=shown-to", userId: bruno });
    expect(await effectsOf(base, [...base, member])).toEqual([]);
});

describe("objects that the token may not see", () => {
    /** Deletes an object after the preview, so that no list contains it. */
    const hide =
        (table: "groups" | "resources" | "owners", name: string) => (store: Store, idOf: (name: string) => string) => {
            store[table].deleteKey(idOf(name));
        };

    test("reports a possible gain for a new member of a hidden group, and what it gives as unknown", async () => {
        const base = [group("hidden", {})];
        const member = declared("member", "GroupUser", { groupId: "@=hidden", userId: bruno });
        const lines = await effectsOf(
            base,
            [...base, member],
            () => {},
            () => {},
            hide("groups", "hidden"),
        );
        const id = deployment?.idOfName("hidden") ?? "";
        expect(lines).toContain(`has maybeGained ${id}: ${bruno}`);
        expect(lines).toContain(`has unknown ${id}: ${HIDDEN}`);
        expect(verdicts.map(({ rule, isKept }) => [rule, isKept])).toEqual([
            ["Nothing new", false],
            ["Nothing of another target", false],
            ["Everything is known", false],
        ]);
    });

    test("reports the holders of a resource in a hidden group as unknown", async () => {
        const base = [
            group("hidden", {}),
            declared("vault", "Resource", { name: "vault", appId: app, resourceType: "CUSTOM" }),
        ];
        const link = declared("link", "GroupResource", { groupId: "@=hidden", resourceId: "@=vault" });
        const lines = await effectsOf(
            base,
            [...base, link],
            () => {},
            () => {},
            hide("groups", "hidden"),
        );
        expect(lines).toContain(`has unknown vault: ${HIDDEN}`);
    });

    test("reports the administrators of a group with a hidden owner as unknown", async () => {
        const base = [owner("hidden", [bruno]), group("governed", { adminOwnerId: administrators })];
        const after = [owner("hidden", [bruno]), group("governed", { adminOwnerId: "@=hidden" })];
        const lines = await effectsOf(
            base,
            after,
            () => {},
            () => {},
            hide("owners", "hidden"),
        );
        expect(lines).toContain(`administers unknown governed: ${HIDDEN}`);
    });
});

test("reports a longer membership even if a nesting gives the same membership for an hour", async () => {
    const base = (durationMinutes: number) => [
        group("inner", {}),
        group("outer", {}),
        declared("inside", "GroupUser", { groupId: "@=inner", userId: bruno }),
        declared("nested", "ContainingGroup", {
            groupId: "@=inner",
            containingGroupId: "@=outer",
            durationMinutes: 60,
        }),
        declared("direct", "GroupUser", { groupId: "@=outer", userId: bruno, durationMinutes }),
    ];
    expect(await effectsOf(base(600), base(0))).toContain(`has longer outer: ${bruno}`);
});

test("reports that a token that cannot see every declared object may not see other objects", async () => {
    const opened = new Deployment(small, new VirtualTime(NOW.toISOString()));
    deployment = opened;
    const hidden = { visibility: { visibility: "LIMITED", visibilityGroupIds: [] } };
    const base = [group("hidden", hidden), group("open", { description: "one" })];
    await opened.up(base);
    const document = await opened.preview([group("hidden", hidden), group("open", { description: "two" })]);
    const unknown = async (reader?: string) =>
        (await opened.impactOf(document, RULES, reader)).account.unknown.map(({ words }) => `${words.toJSON()}`);
    expect(await unknown(chiyo)).toEqual([expect.stringMatching(/^Group "hidden" is not visible to this token/)]);
    expect(await unknown()).toEqual([]);
});

/** Effects of a changed program according to its preview: aspect, fate, target and people. */
async function effectsOf(
    base: Program,
    after: Program,
    outside: (store: Store, idOf: (name: string) => string) => void = () => {},
    first: (store: Store) => void = () => {},
    afterPreview: (store: Store, idOf: (name: string) => string) => void = () => {},
): Promise<string[]> {
    const opened = new Deployment(small, new VirtualTime(NOW.toISOString()));
    deployment = opened;
    opened.outside(first);
    await opened.up(base);
    opened.outside((store) => outside(store, (name) => opened.idOfName(name) ?? ""));
    const document = await opened.preview(after);
    opened.outside((store) => afterPreview(store, (name) => opened.idOfName(name) ?? ""));
    const preview = await opened.impactOf(document);
    const { impact, directory } = preview;
    verdicts = judge(preview, RULES, NOW.toISOString());
    return impact.targets
        .flatMap(({ target, shifts }) =>
            shifts.map(({ aspect, fate, people, level, unknown, begins }) => {
                const ids = people().map(({ id }) => id);
                const at = `${level ? ` at ${level}` : ""}${begins ? ` from ${begins.slice(0, "2026-11-01".length)}` : ""}`;
                const who = unknown?.because ?? ids.sort().join(", ");
                return `${aspect} ${fate} ${directory.nameOf(target.id)}${at}: ${who}`;
            }),
        )
        .sort();
}

function declared(name: string, kind: string, args: Declaration["args"]): Declaration {
    return { name, kind, args };
}

function group(name: string, args: Declaration["args"]): Declaration {
    return declared(name, "Group", { name, appId: app, groupType: "SVC_GROUP", ...args });
}

function reviewedBy(ownerId: string) {
    return [{ ...REVIEWED[0], reviewerStages: [{ operator: "OR", ownerIds: [ownerId] }] }];
}

function owner(name: string, userIds: readonly string[]): Declaration {
    return declared(name, "Owner", { name, userIds });
}

function rule(name: string, when: Declaration["args"], unless?: Declaration["args"]): Declaration {
    return declared(name, "AccessRule", {
        name,
        description: "",
        adminOwnerId: administrators,
        status: "ACTIVE",
        ruleClauses: { when: { clauses: [when] }, ...(unless && { unless: { clauses: [unless] } }) },
    });
}

function selector(key: string, value: string) {
    return { key, value, connectionId: app };
}
