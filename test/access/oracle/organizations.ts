import type {
    RequestConfiguration,
    ReviewerStage,
    ScopedRolePermission,
} from "../../../src/api/generated/types.gen.js";
import { passTime } from "../../../src/local/service/passage.js";
import { arrangeHierarchy } from "../../../src/local/service/resources/hierarchy.js";
import { fillRules } from "../../../src/local/service/rules/members.js";
import { emptyOrganization } from "../../../src/local/service/storage/organization.js";
import { createStore, type Store } from "../../../src/local/service/storage/store.js";

export const NOW = new Date("2026-03-01T12:00:00Z");

/** Pseudo-random numbers that are the same for the same seed. */
export class Dice {
    #state: number;

    constructor(seed: number) {
        this.#state = seed >>> 0;
    }

    below(count: number): number {
        this.#state = (Math.imul(this.#state ^ (this.#state >>> 15), 2_246_822_519) + 2_654_435_769) >>> 0;
        const mixed = Math.imul(this.#state ^ (this.#state >>> 13), 3_266_489_917) >>> 0;
        return Math.floor((((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32) * count);
    }

    chance(share: number): boolean {
        return this.below(1000) < share * 1000;
    }

    pick<T>(list: readonly T[]): T {
        const one = list[this.below(list.length)];
        if (one === undefined) throw new RangeError("There is nothing to pick from.");
        return one;
    }

    some<T>(list: readonly T[], share: number): T[] {
        return list.filter(() => this.chance(share));
    }
}

const id = (kind: number) => (number: number) =>
    `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(number).padStart(12, "0")}`;
const ids = {
    user: id(1),
    group: id(2),
    resource: id(3),
    owner: id(4),
    bundle: id(5),
    tag: id(6),
    identity: id(7),
    delegation: id(8),
    binding: id(9),
    template: id(10),
};
const LEVELS = ["", "admin", "reader"];

/** A small random organization in the records of the local service, with everything that affects access. */
export function randomStore(seed: number): Store {
    const dice = new Dice(seed);
    const users = many(3 + dice.below(4), ids.user);
    const store = createStore(emptyOrganization("00000000-0000-4000-8000-000000000000", users[0] ?? ""));
    const groups = many(2 + dice.below(4), ids.group);
    const resources = many(1 + dice.below(3), ids.resource);
    const owners = many(1 + dice.below(3), ids.owner);
    const names = { users, groups, resources, owners };
    for (const [number, tag_id] of many(2, ids.tag).entries())
        store.tags.set({ tag_id, key: "team", value: `${number}` } as never); // the fields that access rules use
    store.configurationTemplates.set({
        configuration_template_id: ids.template(0),
        name: "Template",
        break_glass_user_ids: dice.some(users, 0.3),
    } as never); // the fields that affect access
    for (const user_id of users) putUser(store, dice, names, user_id);
    for (const owner_id of owners) putOwner(store, dice, names, owner_id);
    for (const group_id of groups) putGroup(store, dice, names, group_id);
    for (const resource_id of resources) putResource(store, dice, names, resource_id);
    for (let times = 0; times < 12; times += 1) change(store, dice, names);
    settle(store);
    return store;
}

/** Changes a few records at random, as API calls would. */
export function edit(store: Store, seed: number): void {
    const dice = new Dice(seed);
    const names = {
        users: store.users.all().map(({ user_id }) => user_id),
        groups: store.groups.all().map(({ group_id }) => group_id),
        resources: store.resources.all().map(({ resource_id }) => resource_id),
        owners: store.owners.all().map(({ owner_id }) => owner_id),
    };
    for (let times = 1 + dice.below(4); times > 0; times -= 1) change(store, dice, names);
    settle(store);
}

interface Names {
    readonly users: readonly string[];
    readonly groups: readonly string[];
    readonly resources: readonly string[];
    readonly owners: readonly string[];
}

function settle(store: Store): void {
    arrangeHierarchy(store);
    passTime(store, NOW);
    fillRules(store);
}

/** Makes one random change. */
function change(store: Store, dice: Dice, names: Names): void {
    const { users, groups, resources, owners } = names;
    const [user, group, resource] = [dice.pick(users), dice.pick(groups), dice.pick(resources)];
    const given = { access_level_remote_id: dice.pick(LEVELS), expiration_date: end(dice) };
    const granted = { ...given, propagation_status: null };
    switch (dice.below(16)) {
        case 0:
        case 1:
        case 2:
            if (!store.accessRules.has(group)) store.groupUsers.set({ group_id: group, user_id: user, ...granted });
            break;
        case 3:
            store.resourceUsers.set({ resource_id: resource, user_id: user, ...granted });
            break;
        case 4:
        case 5:
            store.groupResources.set({ group_id: group, resource_id: resource, ...given });
            break;
        case 6: {
            const containing = dice.pick(groups);
            const isFirst = groups.indexOf(group) < groups.indexOf(containing);
            // Groups are not nested in a cycle, because the API rejects that.
            if (isFirst)
                store.groupContainingGroups.set({ group_id: group, containing_group_id: containing, ...given });
            break;
        }
        case 7:
            putBinding(store, dice, groups);
            break;
        case 8:
            putGroup(store, dice, names, group);
            break;
        case 9:
            putResource(store, dice, names, resource);
            break;
        case 10:
            putOwner(store, dice, names, dice.pick(owners));
            break;
        case 11:
            putUser(store, dice, names, user);
            break;
        case 12: {
            const other = dice.pick(users);
            if (other === user) break;
            store.delegations.set({
                id: ids.delegation(dice.below(2)),
                delegator_user_id: user,
                delegate_user_id: other,
                start_time: dice.chance(0.7) ? "2026-02-01T00:00:00Z" : "2026-04-01T00:00:00Z",
                end_time: "2026-05-01T00:00:00Z",
                reason: "",
                created_at: NOW.toISOString(),
                updated_at: NOW.toISOString(),
            });
            break;
        }
        case 13: {
            const bundle_id = ids.bundle(dice.below(2));
            store.bundles.set({ bundle_id, name: "Bundle", admin_owner_id: dice.pick(owners) });
            store.bundleVisibility.set({ bundle_id, ...visibility(dice, groups) });
            for (const group_id of dice.some(groups, 0.3))
                store.bundleGroups.set({ bundle_id, group_id, access_level_remote_id: "", access_level_name: "" });
            for (const resource_id of dice.some(resources, 0.3))
                store.bundleResources.set({
                    bundle_id,
                    resource_id,
                    access_level_remote_id: "",
                    access_level_name: "",
                });
            break;
        }
        case 14: {
            const all = store.groupUsers.all();
            if (all.length > 0) store.groupUsers.delete(dice.pick(all));
            break;
        }
        default: {
            const all = store.groupResources.all();
            if (all.length > 0) store.groupResources.delete(dice.pick(all));
        }
    }
}

function putUser(store: Store, dice: Dice, { users }: Names, user_id: string): void {
    const name = `User ${users.indexOf(user_id)}`;
    store.users.set({
        user_id,
        email: `${user_id}@example.com`,
        full_name: name,
        first_name: name,
        last_name: "",
        position: "",
        ...(dice.chance(0.6) && { hr_idp_status: dice.pick(["ACTIVE", "SUSPENDED"] as const) }),
    });
    store.userFacts.set({
        user_id,
        role: "MEMBER",
        manager_id: dice.chance(0.5) ? dice.pick(users) : null,
        idp_managed: false,
        immutable: false,
    });
    for (const link of store.userTags.where("user_id", user_id)) store.userTags.delete(link);
    for (const tag_id of dice.some(many(2, ids.tag), 0.4)) store.userTags.set({ tag_id, user_id });
    if (dice.chance(0.2))
        store.paladins.set({
            paladin_id: user_id,
            owner_id: ids.owner(0),
            name,
            monitor_mode: dice.chance(0.5),
            instructions: "",
            admin_view_only: false,
            enabled_connectors: [],
        } as never); // the fields that affect access, and those that a response must have
}

function putOwner(store: Store, dice: Dice, { users, groups }: Names, owner_id: string): void {
    const isFromGroup = dice.chance(0.3);
    store.owners.set({
        owner_id,
        name: owner_id,
        description: "",
        access_request_escalation_period: dice.chance(0.2) ? 10 : 0,
        reviewer_message_channel_id: null,
        source_group_id: isFromGroup ? dice.pick(groups) : null,
    });
    store.ownerUsers.set({ owner_id, user_ids: dice.some(users, 0.35) });
}

function putGroup(store: Store, dice: Dice, names: Names, group_id: string): void {
    const { users, groups } = names;
    const binding = store.groups.find(group_id)?.group_binding_id;
    store.groups.set({
        group_id,
        name: group_id,
        admin_owner_id: dice.pick(names.owners),
        group_leader_user_ids: dice.some(users, 0.15),
        ...(dice.chance(0.2) && { configuration_template_id: ids.template(0) }),
        request_configurations: configurations(dice, names),
        ...(binding !== undefined && { group_binding_id: binding }),
    });
    store.groupVisibility.set({ group_id, ...visibility(dice, groups) });
    if (dice.chance(0.25)) {
        // The API creates a new group for an access rule, so it has no members that were added manually.
        if (!store.accessRules.has(group_id))
            for (const one of store.groupUsers.where("group_id", group_id)) store.groupUsers.delete(one);
        store.accessRules.set({
            access_rule_id: group_id,
            status: dice.chance(0.8) ? "ACTIVE" : "PAUSED",
            ruleClauses: {
                when: { clauses: many(1 + dice.below(2), () => clause(dice)) },
                ...(dice.chance(0.4) && { unless: { clauses: [clause(dice)] } }),
            },
        });
    } else if (store.accessRules.has(group_id)) store.accessRules.delete(store.accessRules.get(group_id));
}

function putResource(store: Store, dice: Dice, names: Names, resource_id: string): void {
    const earlier = names.resources.slice(0, names.resources.indexOf(resource_id));
    const parent = earlier.length > 0 && dice.chance(0.3) ? dice.pick(earlier) : undefined;
    store.resources.set({
        resource_id,
        name: resource_id,
        admin_owner_id: dice.pick(names.owners),
        request_configurations: configurations(dice, names),
        resource_type: dice.chance(0.25) ? "SVC_SCOPED_ROLE" : "CUSTOM",
        // A parent precedes its children in the list, because the API rejects cycles.
        ...(parent !== undefined && { parent_resource_id: parent }),
    });
    if (store.resources.get(resource_id).resource_type === "SVC_SCOPED_ROLE")
        store.resourceScopedRolePermissions.set({ resource_id, permissions: permissions(dice, names) });
    else store.resourceScopedRolePermissions.deleteWhere("resource_id", resource_id);
    store.resourceVisibility.set({ resource_id, ...visibility(dice, names.groups) });
    for (const level of store.resourceAccessLevels.where("resource_id", resource_id))
        store.resourceAccessLevels.delete(level);
    if (dice.chance(0.3))
        for (const access_level_remote_id of ["admin", "reader"])
            store.resourceAccessLevels.set({ resource_id, access_level_remote_id, access_level_name: "" });
}

function putBinding(store: Store, dice: Dice, groups: readonly string[]): void {
    for (const binding of store.groupBindings.all()) store.groupBindings.delete(binding);
    const [source_group_id = "", ...others] = dice.chance(0.5) ? groups : [...groups].reverse();
    const group_ids = dice.some(others, 0.5);
    const group_binding_id = ids.binding(0);
    if (group_ids.length > 0)
        store.groupBindings.set({
            group_binding_id,
            source_group_id,
            group_ids,
            created_by_id: ids.user(0),
            created_at: NOW.toISOString(),
        });
    for (const { group_binding_id: _, ...group } of store.groups.all()) {
        const isBound = group_ids.length > 0 && [source_group_id, ...group_ids].includes(group.group_id);
        store.groups.set({ ...group, ...(isBound && { group_binding_id }) });
    }
}

function configurations(dice: Dice, names: Names): RequestConfiguration[] {
    return many(1 + dice.below(3), (priority) => ({
        priority,
        condition:
            priority === 0
                ? null
                : {
                      group_ids: dice.chance(0.8) ? [dice.pick(names.groups)] : [],
                      role_remote_ids: dice.chance(0.3) ? [dice.pick(["admin", "reader"])] : [],
                  },
        allow_requests: dice.chance(0.8),
        auto_approval: dice.chance(0.2),
        require_mfa_to_request: false,
        require_support_ticket: false,
        reason_optional: true,
        reviewer_stages: many(dice.below(3), () => stage(dice, names)),
    }));
}

function permissions(dice: Dice, { groups, resources, owners }: Names): ScopedRolePermission[] {
    return many(1 + dice.below(2), () => {
        const [target_type, targets] = dice.pick([
            ["GROUP", groups],
            ["RESOURCE", resources],
            ["BUNDLE", many(2, ids.bundle)],
            ["OWNER", owners],
        ] as const);
        return {
            target_type,
            permission_name: dice.pick(["READ", "EDIT_ASSIGNMENTS", "EDIT_TAGS"] as const),
            allow_all: dice.chance(0.1),
            target_ids: dice.some(targets, 0.5),
        };
    });
}

function stage(dice: Dice, { users, owners }: Names): ReviewerStage {
    const operator = dice.pick(["AND", "OR"] as const);
    const later = { delay_minutes: 5, owner_ids: dice.some(owners, 0.4), user_ids: dice.some(users, 0.2) };
    return {
        operator,
        owner_ids: dice.some(owners, 0.5),
        require_manager_approval: dice.chance(0.2),
        require_admin_approval: dice.chance(0.2),
        service_user_ids: dice.some(users, 0.1),
        ...(operator === "OR" && dice.chance(0.3) && { escalation: later }),
    };
}

function clause(dice: Dice) {
    return {
        selectors: dice
            .some([0, 1], 0.5)
            .map((number) => ({ key: "team", value: `${number}`, connection_id: ids.tag(0) })),
        attribute_selectors: dice.chance(0.4)
            ? [{ attribute: "HR_IDP_STATUS" as const, values: [dice.pick(["ACTIVE", "SUSPENDED"])] }]
            : [],
    } as never; // the fields that access rules use
}

function visibility(dice: Dice, groups: readonly string[]) {
    const isLimited = dice.chance(0.5);
    return {
        visibility: isLimited ? ("LIMITED" as const) : ("GLOBAL" as const),
        visibility_group_ids: isLimited ? dice.some(groups, 0.3) : [],
    };
}

function end(dice: Dice): string | null {
    if (dice.chance(0.6)) return null;
    return dice.pick(["2026-02-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z", "2026-06-01T00:00:00.000Z"]);
}

function many<T>(count: number, make: (number: number) => T): T[] {
    return Array.from({ length: count }, (_, number) => make(number));
}
