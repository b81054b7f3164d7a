import type { Store } from "../../../src/local/service/storage/store.js";
import type { Dice } from "../../proofs/simulator/dice.js";
import type { Declaration, Program, Value } from "../../proofs/simulator/program.js";
import { LEVELS, TAGS } from "./organization.js";

/** Arguments of a declaration. */
export type Args = Declaration["args"];

/** Ids of the existing objects that a program can refer to, and the random numbers to draw with. */
export class Surroundings {
    readonly users: readonly string[];
    readonly groups: readonly string[];
    readonly resources: readonly string[];
    readonly tags: readonly string[];
    readonly administrators: string;
    readonly app: string;

    constructor(
        readonly dice: Dice,
        readonly store: Store,
    ) {
        this.users = store.users.all().map(({ user_id }) => user_id);
        this.groups = store.groups.all().map(({ group_id }) => group_id);
        this.resources = store.resources.all().map(({ resource_id }) => resource_id);
        this.tags = store.tags.all().map(({ tag_id }) => tag_id);
        this.administrators = store.owners.all()[0]?.owner_id ?? "";
        this.app = store.apps.all()[0]?.app_id ?? "";
    }

    /** Keys of existing relationships that the program must not declare again. */
    get taken(): Set<string> {
        return new Set([
            ...this.store.groupUsers.all().map(({ group_id, user_id }) => `member ${group_id} ${user_id}`),
            ...this.store.groupResources.all().map((one) => `link ${one.group_id} ${one.resource_id}`),
            ...this.store.userTags.all().map(({ user_id, tag_id }) => `tag ${user_id} ${tag_id}`),
        ]);
    }

    /** A random level of a group or a resource; "" is the default level. */
    levelOf(reference: string): string {
        const isLeveled =
            this.store.groupAccessLevels.where("group_id", reference).length > 0 ||
            this.store.resourceAccessLevels.where("resource_id", reference).length > 0;
        return isLeveled ? this.dice.pick(LEVELS) : "";
    }

    /** Argument `accessLevelRemoteId` with a random level; empty if the object has no levels. */
    atLevel(reference: string): Args {
        const level = this.levelOf(reference);
        return level === "" ? {} : { accessLevelRemoteId: level };
    }

    duration(): Args {
        return this.dice.chance(0.5) ? {} : { durationMinutes: this.dice.pick([0, 60, 1440, 43_200]) };
    }

    visibility(groups: readonly string[]): Args {
        return this.dice.chance(0.4)
            ? { visibility: "GLOBAL" }
            : { visibility: "LIMITED", visibilityGroupIds: this.dice.some(groups, 1) };
    }

    stage(owners: readonly string[]): Args {
        const { dice } = this;
        return {
            operator: dice.pick(["AND", "OR"]),
            ownerIds: dice.some(owners, 1 + dice.below(2)),
            ...(dice.chance(0.15) && { requireAdminApproval: true }),
            ...(dice.chance(0.04) && { requireManagerApproval: true }),
        };
    }

    /** Request configurations: a default one, and some for the members of a group. */
    configurations(groups: readonly string[], owners: readonly string[]): Value {
        const { dice } = this;
        const rules = (): Args => ({
            allowRequests: dice.chance(0.75),
            autoApproval: dice.chance(0.15),
            reviewerStages: Array.from({ length: 1 + dice.below(2) }, () => this.stage(owners)),
            ...(dice.chance(0.2) && { maxDurationMinutes: dice.pick([60, 1440]) }),
        });
        const conditions = dice.some(groups, dice.below(3));
        return [
            { priority: 0, ...rules() },
            ...conditions.map((group, place) => ({
                priority: place + 1,
                condition: { groupIds: [group] },
                ...rules(),
            })),
        ];
    }

    clause(): Args {
        const { dice } = this;
        const selectors = dice
            .some(TAGS, 1 + dice.below(2))
            .map(({ key, value }) => ({ key, value, connectionId: this.app }));
        return dice.chance(0.25)
            ? { selectors: [], attributeSelectors: [{ attribute: "HR_IDP_STATUS", values: ["ACTIVE"] }] }
            : { selectors };
    }
}

/** References to the resources of a kind. */
export function those(program: Program, ...kinds: string[]): string[] {
    return program.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => `@=${name}`);
}

/** A program with about thirty declarations, of every kind that affects access. */
export function randomProgram(around: Surroundings): Program {
    const { dice, users, resources, administrators, app, tags } = around;
    const program: Declaration[] = [];
    const declare = (name: string, kind: string, args: Args): void => {
        program.push({ name, kind, args });
    };
    const some = (most: number, make: (number: number) => void): void => {
        for (let number = 0; number < 1 + dice.below(most); number += 1) make(number);
    };
    const owners = (): string[] => [administrators, ...those(program, "Owner")];
    const groups = (): string[] => [...around.groups, ...those(program, "Group")];
    const things = (): string[] => [...resources, ...those(program, "Resource")];

    some(3, (number) =>
        declare(`owner-${number}`, "Owner", { name: `Owner ${number}`, userIds: dice.some(users, 1 + dice.below(3)) }),
    );
    for (let number = 0; number < 4; number += 1)
        declare(`group-${number}`, "Group", {
            name: `Group ${number}`,
            appId: app,
            groupType: "SVC_GROUP",
            adminOwnerId: dice.pick(owners()),
            ...(dice.chance(0.25) && { groupLeaderUserIds: dice.some(users, 1) }),
            ...(dice.chance(0.6) && { visibility: around.visibility(groups()) }),
            ...(dice.chance(0.75) && { requestConfigurations: around.configurations(groups(), owners()) }),
        });
    if (dice.chance(0.6))
        declare("fed", "Owner", { name: "Fed by a group", sourceGroupId: dice.pick(those(program, "Group")) });
    some(2, (number) =>
        declare(`rule-${number}`, "AccessRule", {
            name: `Rule ${number}`,
            description: "",
            adminOwnerId: dice.pick(owners()),
            status: dice.chance(0.7) ? "ACTIVE" : "PAUSED",
            ruleClauses: {
                when: { clauses: Array.from({ length: 1 + dice.below(2) }, () => around.clause()) },
                ...(dice.chance(0.3) && { unless: { clauses: [around.clause()] } }),
            },
        }),
    );
    for (let number = 0; number < 2; number += 1)
        declare(`resource-${number}`, "Resource", {
            name: `Resource ${number}`,
            appId: app,
            resourceType: "CUSTOM",
            adminOwnerId: dice.pick(owners()),
            ...(dice.chance(0.6) && { visibility: around.visibility(groups()) }),
            ...(dice.chance(0.75) && { requestConfigurations: around.configurations(groups(), owners()) }),
        });
    declare("role", "Resource", { name: "Role", appId: app, resourceType: "SVC_SCOPED_ROLE" });
    declare("admin", "Resource", { name: "Admin", appId: app, resourceType: "SVC_ROLE" });
    declare("role-permissions", "ScopedRolePermissions", {
        resourceId: "@=role",
        permissions: [
            { targetType: "GROUP", permissionName: "READ", allowAll: false, targetIds: dice.some(groups(), 1) },
        ],
    });
    const [whole = "", boundOne = "", ...open] = dice.some(those(program, "Group"), 4);
    declare("whole-members", "GroupUsers", {
        groupId: whole,
        users: dice.some(users, dice.below(4)).map((userId) => ({ userId })),
    });
    // Members cannot be added to the group of an access rule.
    const joinable = [...around.groups, ...open, boundOne];
    const links = around.taken;
    const once = (key: string, make: () => void): void => {
        if (links.has(key)) return;
        links.add(key);
        make();
    };
    const { currentUserId } = around.store;
    // The gate reads with the token of this user. Without the Admin role it could not know that it sees every object.
    once(`grant ${currentUserId} @=admin`, () =>
        declare("administrator", "ResourceUser", { resourceId: "@=admin", userId: currentUserId }),
    );
    for (let number = 0; number < 5; number += 1) {
        const [groupId, userId] = [dice.pick(joinable), dice.pick(users)];
        once(`member ${groupId} ${userId}`, () =>
            declare(`member-${number}`, "GroupUser", {
                groupId,
                userId,
                ...around.atLevel(groupId),
                ...around.duration(),
            }),
        );
    }
    for (let number = 0; number < 4; number += 1) {
        const [groupId, resourceId] = [dice.pick([...groups(), ...those(program, "AccessRule")]), dice.pick(things())];
        once(`link ${groupId} ${resourceId}`, () =>
            declare(`link-${number}`, "GroupResource", {
                groupId,
                resourceId,
                ...around.atLevel(resourceId),
                ...around.duration(),
            }),
        );
    }
    some(2, (number) => {
        const [userId, resourceId] = [dice.pick(users), dice.pick(things())];
        once(`grant ${userId} ${resourceId}`, () =>
            declare(`grant-${number}`, "ResourceUser", {
                resourceId,
                userId,
                ...around.atLevel(resourceId),
                ...around.duration(),
            }),
        );
    });
    if (dice.chance(0.6)) {
        const containingGroupId = dice.pick(around.groups);
        declare("nesting", "ContainingGroup", {
            groupId: dice.pick(open.length > 0 ? open : [boundOne]),
            containingGroupId,
            ...around.atLevel(containingGroupId),
        });
    }
    if (dice.chance(0.4)) declare("binding", "GroupBinding", { sourceGroupId: whole, groups: [{ groupId: boundOne }] });
    declare("bundle", "Bundle", {
        name: "Bundle",
        adminOwnerId: dice.pick(owners()),
        ...(dice.chance(0.7) && { visibility: around.visibility(groups()) }),
    });
    if (dice.chance(0.6)) declare("bundle-group", "BundleGroup", { bundleId: "@=bundle", groupId: dice.pick(open) });
    some(2, (number) => {
        const [userId, tagId] = [dice.pick(users), dice.pick(tags)];
        once(`tag ${userId} ${tagId}`, () => declare(`user-tag-${number}`, "UserTag", { userId, tagId }));
    });
    if (dice.chance(0.3)) {
        const [delegatorUserId = "", delegateUserId = ""] = dice.some(users, 2);
        declare("delegation", "Delegation", delegationOf(delegatorUserId, delegateUserId));
    }
    if (dice.chance(0.4))
        declare("found-visibility", "ResourceVisibility", {
            resourceId: dice.pick(resources),
            ...around.visibility(groups()),
        });
    if (dice.chance(0.4))
        declare("found-reviewers", "ResourceReviewers", {
            resourceId: dice.pick(resources),
            reviewerIds: dice.some(owners(), 1),
        });
    return program;
}

export function delegationOf(delegatorUserId: string, delegateUserId: string): Args {
    return {
        delegatorUserId,
        delegateUserId,
        startTime: "2026-02-01T00:00:00Z",
        endTime: "2026-12-01T00:00:00Z",
        reason: "Somebody is away",
    };
}
