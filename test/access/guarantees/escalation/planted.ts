import type { RequestConfiguration } from "../../../../src/api/generated/types.gen.js";
import { emptyOrganization } from "../../../../src/local/service/storage/organization.js";
import { createStore, type Store } from "../../../../src/local/service/storage/store.js";
import { Dice } from "../../oracle/organizations.js";

/** An organization in which one user can get a resource in `length` steps and in no other way. */
export interface Planted {
    readonly store: Store;
    readonly userId: string;
    readonly length: number;
    /** Id of the resource that the chain leads to. */
    readonly goal: string;
}

const LONGEST = 6;
const LINKS = ["condition", "visibility", "owner", "reviewer", "nesting"] as const;
const uuid = (kind: number, number: number): string =>
    `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(number).padStart(12, "0")}`;
const USER = uuid(1, 0);
/** Owner that administers every object but plays no part in the chain. */
const KEEPER = uuid(1, 1);
const KEEPERS = uuid(4, 99);

/** Creates a chain whose steps are of random sorts. Only this user can take the first step. */
export function plantedStore(seed: number): Planted {
    const dice = new Dice(seed);
    const length = 1 + (seed % LONGEST);
    const store = createStore(emptyOrganization(uuid(0, 0), KEEPER));
    for (const user_id of [USER, KEEPER]) putUser(store, user_id);
    putOwner(store, KEEPERS, null, [KEEPER]);
    const groups = Array.from({ length: length - 1 }, (_, number) => uuid(2, number));
    const goal = uuid(3, 0);
    const all = [...groups, goal];
    for (const [at, id] of all.entries()) {
        const before = groups[at - 1];
        if (before === undefined) {
            if (id !== goal && dice.chance(0.5)) put(store, id, { group_leader_user_ids: [USER] });
            else put(store, id, { rule: { auto_approval: true }, seenBy: null });
            continue;
        }
        switch (dice.pick(LINKS)) {
            case "condition":
                put(store, id, {
                    rule: { priority: 1, condition: conditionOf(before), auto_approval: true },
                    seenBy: null,
                });
                break;
            case "visibility":
                put(store, id, { rule: { auto_approval: true }, seenBy: [before] });
                break;
            case "owner":
                putOwner(store, uuid(4, at), before, []);
                put(store, id, { admin_owner_id: uuid(4, at) });
                break;
            case "reviewer":
                putOwner(store, uuid(4, at), before, []);
                put(store, id, { rule: { reviewer_stages: [stageOf(uuid(4, at))] }, seenBy: null });
                break;
            case "nesting": {
                const hub = uuid(2, 100 + at);
                put(store, hub, {});
                store.groupContainingGroups.set({
                    group_id: before,
                    containing_group_id: hub,
                    access_level_remote_id: "",
                    expiration_date: null,
                    propagation_status: null,
                } as never); // the fields of a nesting that the service stores
                put(store, id, {
                    rule: { priority: 1, condition: conditionOf(hub), auto_approval: true },
                    seenBy: null,
                });
                break;
            }
        }
    }
    return { store, userId: USER, length, goal };
}

interface Part {
    /** Configuration by which users may request it. Default: requests are not allowed. */
    readonly rule?: Partial<RequestConfiguration>;
    /** Groups that see it; null for all users. Default: no group. */
    readonly seenBy?: readonly string[] | null;
    readonly admin_owner_id?: string;
    readonly group_leader_user_ids?: readonly string[];
}

function put(
    store: Store,
    id: string,
    { rule, seenBy = [], admin_owner_id = KEEPERS, group_leader_user_ids = [] }: Part,
) {
    const closed = configurationOf({ allow_requests: false });
    const own = rule && configurationOf(rule);
    const request_configurations = own ? [...(own.priority === 0 ? [] : [closed]), own] : [closed];
    const shown = {
        visibility: seenBy ? ("LIMITED" as const) : ("GLOBAL" as const),
        visibility_group_ids: [...(seenBy ?? [])],
    };
    if (id.startsWith("00000002")) {
        const leaders = [...group_leader_user_ids];
        store.groups.set({
            group_id: id,
            name: id,
            admin_owner_id,
            group_leader_user_ids: leaders,
            request_configurations,
        });
        store.groupVisibility.set({ group_id: id, ...shown });
    } else {
        store.resources.set({
            resource_id: id,
            name: id,
            admin_owner_id,
            request_configurations,
            resource_type: "CUSTOM",
        });
        store.resourceVisibility.set({ resource_id: id, ...shown });
    }
}

function configurationOf(part: Partial<RequestConfiguration>): RequestConfiguration {
    return {
        priority: 0,
        condition: null,
        allow_requests: true,
        auto_approval: false,
        require_mfa_to_request: false,
        require_support_ticket: false,
        reason_optional: true,
        reviewer_stages: [],
        ...part,
    } as RequestConfiguration; // all fields that the service reads
}

function conditionOf(groupId: string) {
    return { group_ids: [groupId], role_remote_ids: [] };
}

function stageOf(ownerId: string) {
    return {
        operator: "AND" as const,
        owner_ids: [ownerId],
        require_manager_approval: false,
        require_admin_approval: false,
    };
}

function putOwner(store: Store, owner_id: string, source_group_id: string | null, user_ids: string[]): void {
    store.owners.set({
        owner_id,
        name: owner_id,
        description: "",
        access_request_escalation_period: 0,
        reviewer_message_channel_id: null,
        source_group_id,
    });
    store.ownerUsers.set({ owner_id, user_ids });
}

function putUser(store: Store, user_id: string): void {
    store.users.set({
        user_id,
        email: `${user_id}@example.com`,
        full_name: user_id,
        first_name: user_id,
        last_name: "",
        position: "",
    });
    store.userFacts.set({ user_id, role: "MEMBER", manager_id: null, idp_managed: false, immutable: false });
}
