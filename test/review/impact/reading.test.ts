/** The effects of a preview depend on objects that it does not contain, so these are read, too. */
import { afterEach, expect, test } from "vitest";
import { seedOrganization } from "../../../src/local/service/seeds/seed.js";
import type { Store } from "../../../src/local/service/storage/store.js";
import type { AccessRules } from "../../../src/review/impact/rules.js";
import { judge } from "../../../src/review/impact/verdicts.js";
import { Deployment } from "../../access/gates/deployment.js";
import { NOW } from "../../access/oracle/organizations.js";
import { VirtualTime } from "../../proofs/simulator/clock.js";
import type { Declaration, Program } from "../../proofs/simulator/program.js";

const small = seedOrganization("small");
const [, bruno = "", chiyo = ""] = small.users.map(({ user_id }) => user_id);
const app = small.apps[0]?.app_id ?? "";
const staff = small.groups[2]?.group_id ?? "";
const tracker = small.resources[0]?.resource_id ?? "";
const ADMIN_LEVEL = { resourceId: tracker, accessLevelRemoteId: "admin" };
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

const NOT_SHOWN = { visibility: { visibility: "LIMITED", visibilityGroupIds: [] } };
const SHOWN = { visibility: { visibility: "LIMITED", visibilityGroupIds: ["@=shown-to"] } };
const AUTOMATIC = { requestConfigurations: [{ ...REVIEWED[0], autoApproval: true }] };

/** A program, and the changed one whose preview is evaluated. */
interface Reading {
    readonly base: Program;
    readonly next: Program;
    /** Changes the service before the program is deployed, before the preview, and before the evaluation. */
    readonly before?: (store: Store) => void;
    readonly outside?: Change;
    readonly afterPreview?: Change;
}
type Change = (store: Store, idOf: (name: string) => string) => void;

/** Adds declarations to a program. */
function adding(base: Program, ...added: Program): Reading {
    return { base, next: [...base, ...added] };
}

const floor = declared("tag", "Tag", { key: "floor", value: "2" });
const tagged = declared("tagged", "UserTag", { userId: bruno, tagId: "@=tag" });
const joins = (groupId: string, userId = bruno) =>
    declared(`${userId} in ${groupId}`, "GroupUser", { groupId, userId });
const nests = (groupId: string, containingGroupId: string, more: object = {}) =>
    declared(`${groupId} in ${containingGroupId}`, "ContainingGroup", { groupId, containingGroupId, ...more });
const links = (groupId: string, resourceId: string, more: object = {}) =>
    declared(`${groupId} gives ${resourceId}`, "GroupResource", { groupId, resourceId, ...more });
const custom = (name: string, more: object = {}) =>
    declared(name, "Resource", { name, appId: app, resourceType: "CUSTOM", ...more });
const delegates = (delegatorUserId: string, delegateUserId: string, startTime: string) =>
    declared("delegation", "Delegation", {
        delegatorUserId,
        delegateUserId,
        startTime,
        endTime: "2026-12-01T00:00:00Z",
        reason: "A week off",
    });
const bundle = declared("bundle", "Bundle", { name: "bundle", adminOwnerId: administrators, ...NOT_SHOWN });
const role = declared("role", "Resource", { name: "role", appId: app, resourceType: "SVC_SCOPED_ROLE" });
const assigning = declared("permissions", "ScopedRolePermissions", {
    resourceId: "@=role",
    permissions: [
        { targetType: "GROUP", permissionName: "EDIT_ASSIGNMENTS", allowAll: false, targetIds: ["@=governed"] },
    ],
});
const staged = (...reviewerStages: Declaration["args"][]) =>
    group("staged", { adminOwnerId: "@=owner", requestConfigurations: [{ ...REVIEWED[0], reviewerStages }] });
const limited = (maxDurationMinutes: number) =>
    group("limited", { requestConfigurations: [{ ...REVIEWED[0], maxDurationMinutes }] });
/** A membership next to a nesting that gives the same one for an hour. */
const nestedFor = (durationMinutes: number) => [
    group("inner", {}),
    group("outer", {}),
    joins("@=inner"),
    nests("@=inner", "@=outer", { durationMinutes: 60 }),
    declared("direct", "GroupUser", { groupId: "@=outer", userId: bruno, durationMinutes }),
];
const reviewedShown = group("vault", { ...SHOWN, requestConfigurations: reviewedBy("@=reviewers") });
const levels = (store: Store): void => {
    for (const level of ["admin", "reader"])
        store.resourceAccessLevels.set({
            resource_id: tracker,
            access_level_remote_id: level,
            access_level_name: level,
        });
    const found = store.resources.get(tracker);
    const rules = (found.request_configurations ?? []).map((one) => ({ ...one, allow_requests: false }));
    store.resources.set({ ...found, request_configurations: rules });
};
const byLevel = [group("open", AUTOMATIC), links("@=open", tracker, { accessLevelRemoteId: "reader" })];
/** Deletes an object after the preview, so that no list contains it. */
const hide =
    (table: "groups" | "resources" | "owners", name: string): Change =>
    (store, idOf) => {
        store[table].deleteKey(idOf(name));
    };

const READINGS: Readonly<Record<string, Reading>> = {
    "a delegation": adding(
        [owner("reviewers", [bruno]), group("reviewed", { requestConfigurations: reviewedBy("@=reviewers") })],
        delegates(bruno, chiyo, "2026-02-01T00:00:00Z"),
    ),
    "a delegation that begins later": adding(
        [owner("reviewers", [bruno]), group("reviewed", { requestConfigurations: reviewedBy("@=reviewers") })],
        delegates(bruno, chiyo, "2026-11-01T00:00:00Z"),
    ),
    "a new tag that no access rule uses": adding(
        [rule("rule", { selectors: [selector("team", "payments")] })],
        floor,
        tagged,
    ),
    "a new tag that an access rule uses": adding(
        [
            floor,
            rule("rule", { selectors: [selector("floor", "2")] }),
            custom("resource"),
            links("@=rule", "@=resource"),
        ],
        tagged,
    ),
    // It is unknown whether the tag excluded Bruno, because no operation returns the app of a tag.
    "a deleted tag that excludes users from an access rule": {
        base: [floor, rule("rule", { selectors: [selector("region", "eu")] }, { selectors: [selector("floor", "2")] })],
        next: [rule("rule", { selectors: [selector("region", "eu")] }, { selectors: [selector("floor", "2")] })],
        outside: (store, idOf) => {
            const region = small.tags.find(({ key }) => key === "region")?.tag_id ?? "";
            for (const tag of [region, idOf("tag")]) store.userTags.set({ tag_id: tag, user_id: bruno });
        },
    },
    "a visibility group is removed": {
        base: [group("shown", { visibility: { visibility: "LIMITED", visibilityGroupIds: [staff] } })],
        next: [group("shown", NOT_SHOWN)],
    },
    "another administrator of a group": {
        base: [owner("owner", [bruno]), group("governed", { adminOwnerId: administrators })],
        next: [owner("owner", [bruno]), group("governed", { adminOwnerId: "@=owner" })],
    },
    "a group loses a role": {
        base: [group("governed", { adminOwnerId: administrators }), role, assigning, links(staff, "@=role")],
        next: [group("governed", { adminOwnerId: administrators }), role, assigning],
    },
    "an item is added to a bundle": adding(
        [group("item", {}), joins("@=item"), bundle],
        declared("in-bundle", "BundleGroup", { bundleId: "@=bundle", groupId: "@=item" }),
    ),
    "a group is linked to one that everybody sees": adding(
        [group("source", NOT_SHOWN), group("bound", {})],
        declared("binding", "GroupBinding", { sourceGroupId: "@=source", groups: [{ groupId: "@=bound" }] }),
    ),
    // Bruno is not listed: as an administrator of the group he could already add himself.
    "a property that a reviewer stage no longer declares, which stays": {
        base: [
            owner("owner", [bruno]),
            staged({ operator: "AND", ownerIds: [administrators], requireAdminApproval: true }),
        ],
        next: [owner("owner", [bruno]), staged({ operator: "OR", ownerIds: [administrators] })],
    },
    "an undeclared property of reviewer stages whose number changes, which does not stay": {
        base: [
            owner("owner", [bruno]),
            owner("second", [chiyo]),
            staged(
                { operator: "AND", ownerIds: [administrators], requireAdminApproval: true },
                { operator: "AND", ownerIds: ["@=second"] },
            ),
        ],
        next: [
            owner("owner", [bruno]),
            owner("second", [chiyo]),
            staged({ operator: "OR", ownerIds: [administrators] }),
        ],
    },
    "a higher maximum duration": { base: [limited(60)], next: [limited(1440)] },
    "no maximum duration": { base: [limited(60)], next: [limited(-1)] },
    "a request at a new level": {
        ...adding(byLevel, declared("high", "GroupResource", { ...ADMIN_LEVEL, groupId: "@=open" })),
        before: levels,
    },
    "no request at a level": { base: byLevel, next: byLevel.slice(0, 1), before: levels },
    "a role over a group that gives a resource": adding(
        [group("governed", {}), custom("vault"), links("@=governed", "@=vault"), role, assigning],
        declared("grant", "ResourceUser", { resourceId: "@=role", userId: bruno }),
    ),
    "a user sees a linked group, whose source group needs no approval": adding(
        [
            group("shown-to", {}),
            group("source", { ...NOT_SHOWN, ...AUTOMATIC }),
            group("linked", SHOWN),
            declared("binding", "GroupBinding", { sourceGroupId: "@=source", groups: [{ groupId: "@=linked" }] }),
        ],
        joins("@=shown-to"),
    ),
    "a user sees a group without approval that gives a resource": adding(
        [group("shown-to", {}), group("open", { ...SHOWN, ...AUTOMATIC }), custom("vault"), links("@=open", "@=vault")],
        joins("@=shown-to"),
    ),
    "a new auditor, who sees a hidden group without approval": adding(
        [
            group("vault", { ...NOT_SHOWN, ...AUTOMATIC }),
            declared("role", "Resource", { name: "Auditor", appId: app, resourceType: "SVC_ROLE" }),
        ],
        declared("grant", "ResourceUser", { resourceId: "@=role", userId: bruno }),
    ),
    "a reviewer sees the group": adding(
        [owner("reviewers", [bruno]), group("shown-to", {}), reviewedShown],
        joins("@=shown-to"),
    ),
    "an administrator's delegate sees the group": adding(
        [
            owner("administrators", [chiyo]),
            group("shown-to", {}),
            group("vault", {
                ...SHOWN,
                adminOwnerId: "@=administrators",
                requestConfigurations: reviewedBy("@=administrators"),
            }),
            delegates(chiyo, bruno, "2026-01-01T00:00:00Z"),
        ],
        joins("@=shown-to"),
    ),
    "a user becomes a reviewer and sees the group": {
        base: [owner("reviewers", [chiyo]), group("shown-to", {}), reviewedShown],
        next: [owner("reviewers", [bruno]), group("shown-to", {}), reviewedShown, joins("@=shown-to")],
    },
    "a group is nested in one that sees the group": adding(
        [
            owner("reviewers", [bruno]),
            group("shown-to", {}),
            reviewedShown,
            group("many", {}),
            joins("@=many"),
            joins("@=many", chiyo),
        ],
        nests("@=many", "@=shown-to"),
    ),
    "a member of a group that is nested two levels deep": adding(
        [
            group("shown-to", {}),
            group("between", {}),
            group("inner", {}),
            nests("@=between", "@=shown-to"),
            nests("@=inner", "@=between"),
            custom("vault", SHOWN),
        ],
        joins("@=inner"),
    ),
    "a member of a group in a bundle": adding(
        [group("item", {}), bundle, declared("in-bundle", "BundleGroup", { bundleId: "@=bundle", groupId: "@=item" })],
        joins("@=item"),
    ),
    "a user who was already a member through a nested group": adding(
        [
            group("shown-to", {}),
            group("inner", {}),
            nests("@=inner", "@=shown-to"),
            joins("@=inner"),
            group("vault", SHOWN),
        ],
        joins("@=shown-to"),
    ),
    "a member of a group that the token does not see": {
        ...adding([group("hidden", {})], joins("@=hidden")),
        afterPreview: hide("groups", "hidden"),
    },
    "a resource of a group that the token does not see": {
        ...adding([group("hidden", {}), custom("vault")], links("@=hidden", "@=vault")),
        afterPreview: hide("groups", "hidden"),
    },
    "an administrator that the token does not see": {
        base: [owner("hidden", [bruno]), group("governed", { adminOwnerId: administrators })],
        next: [owner("hidden", [bruno]), group("governed", { adminOwnerId: "@=hidden" })],
        afterPreview: hide("owners", "hidden"),
    },
    "a longer membership next to a nesting for an hour": { base: nestedFor(600), next: nestedFor(0) },
};

let deployment: Deployment | undefined;
afterEach(() => deployment?.close());

test("the effects of each change, and the rules that it breaks, match reading.txt", async () => {
    const blocks: string[] = [];
    for (const [what, reading] of Object.entries(READINGS)) {
        blocks.push([`${what}:`, ...(await effectsOf(reading)).map((line) => `  ${line}`)].join("\n"));
        deployment?.close();
    }
    await expect(`${blocks.join("\n")}\n`).toMatchFileSnapshot("reading.txt");
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

/** Effects of a changed program according to its preview: aspect, fate, target and people; then the rules that it breaks. */
async function effectsOf({ base, next, before, outside, afterPreview }: Reading): Promise<string[]> {
    const opened = new Deployment(small, new VirtualTime(NOW.toISOString()));
    deployment = opened;
    const change = (made: Change = () => {}) =>
        opened.outside((store) => made(store, (name) => opened.idOfName(name) ?? ""));
    change(before);
    await opened.up(base);
    change(outside);
    const document = await opened.preview(next);
    change(afterPreview);
    const preview = await opened.impactOf(document);
    const nameOf = (id: string) => (id === opened.idOfName("hidden") ? "hidden" : preview.directory.shortNameOf(id));
    const effects = preview.impact.targets.flatMap(({ target, shifts }) =>
        shifts.map(({ aspect, fate, people, level, unknown, begins }) => {
            const names = people().map(({ id }) => nameOf(id));
            const at = `${level ? ` at ${level}` : ""}${begins ? ` from ${begins.slice(0, "2026-11-01".length)}` : ""}`;
            const who = unknown?.because ?? names.sort().join(", ");
            return `${aspect} ${fate} ${nameOf(target.id)}${at}: ${who}`;
        }),
    );
    const broken = judge(preview, RULES, NOW.toISOString()).filter(({ isKept }) => !isKept);
    return [...effects.sort(), ...broken.map(({ rule }) => `breaks: ${rule}`)];
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
