import { OUTSIDER, type World } from "./world.js";

/** A change outside the program through the API. Ids may be references. */
export interface Outside {
    readonly change: keyof typeof CHANGES;
    readonly of?: string;
    readonly with?: string;
    readonly minutes?: number;
    readonly text?: string;
}

type Call = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;
type Given = { readonly of: string; readonly with: string; readonly minutes: number; readonly text: string };

const grant = ({ minutes }: Given) => ({ duration_minutes: minutes, access_level_remote_id: "" });
const LEVEL = "?access_level_remote_id=";

/** All changes by name. */
const CHANGES = {
    "add member": (call: Call, on: Given) => call("POST", `/groups/${on.of}/users/${on.with}`, grant(on)),
    "prolong member": (call: Call, on: Given) => call("PUT", `/groups/${on.of}/users/${on.with}`, grant(on)),
    "remove member": (call: Call, on: Given) => call("DELETE", `/groups/${on.of}/users/${on.with}${LEVEL}`),
    "add link": (call: Call, on: Given) => call("POST", `/groups/${on.of}/resources/${on.with}`, grant(on)),
    "remove links": (call: Call, on: Given) => call("PUT", `/groups/${on.of}/resources`, { resources: [] }),
    "add access": (call: Call, on: Given) => call("POST", `/resources/${on.of}/users/${on.with}`, grant(on)),
    "prolong access": (call: Call, on: Given) => call("PUT", `/resources/${on.of}/users/${on.with}`, grant(on)),
    "remove access": (call: Call, on: Given) => call("DELETE", `/resources/${on.of}/users/${on.with}${LEVEL}`),
    "add tag": (call: Call, on: Given) => call("POST", `/tags/${on.with}/groups/${on.of}`),
    "remove tag": (call: Call, on: Given) => call("DELETE", `/tags/${on.with}/groups/${on.of}`),
    "set owner users": (call: Call, on: Given) => call("PUT", `/owners/${on.of}/users`, { user_ids: [on.with] }),
    "add owner user": async (call: Call, on: Given) => {
        const { users = [] } = (await call("GET", `/owners/${on.of}/users`)) as { users?: { user_id: string }[] };
        return call("PUT", `/owners/${on.of}/users`, { user_ids: [...users.map((one) => one.user_id), on.with] });
    },
    "show to another": async (call: Call, on: Given) => {
        const { visibility_group_ids = [] } = (await call("GET", `/groups/${on.of}/visibility`)) as {
            visibility_group_ids?: string[];
        };
        const groups = [...visibility_group_ids, on.with];
        return call("PUT", `/groups/${on.of}/visibility`, { visibility: "LIMITED", visibility_group_ids: groups });
    },
    "open visibility": (call: Call, on: Given) => call("PUT", `/groups/${on.of}/visibility`, { visibility: "GLOBAL" }),
    "limit visibility": (call: Call, on: Given) =>
        call("PUT", `/groups/${on.of}/visibility`, { visibility: "LIMITED", visibility_group_ids: [on.with] }),
    "open visibility of resource": (call: Call, on: Given) =>
        call("PUT", `/resources/${on.of}/visibility`, { visibility: "GLOBAL" }),
    "open visibility of bundle": (call: Call, on: Given) =>
        call("PUT", `/bundles/${on.of}/visibility`, { visibility: "GLOBAL" }),
    "add to bundle": (call: Call, on: Given) =>
        call("POST", `/bundles/${on.of}/groups`, { group_id: on.with, access_level_remote_id: "" }),
    "describe bundle": (call: Call, on: Given) => call("PUT", `/bundles/${on.of}`, { description: on.text }),
    "delete bundle": (call: Call, on: Given) => call("DELETE", `/bundles/${on.of}`),
    /** Inserts a configuration after the default one. */
    "insert rules": (call: Call, on: Given) =>
        changeRules(call, on, ([everybody, ...others]) => {
            const condition = { group_ids: [on.with] };
            const isThere = others.some((one) => JSON.stringify(one.condition).includes(on.with));
            return everybody === undefined || isThere
                ? undefined
                : [everybody, { ...everybody, condition, require_mfa_to_request: false }, ...others];
        }),
    "drop mfa of rules": (call: Call, on: Given) =>
        changeRules(call, on, (all) => all.map((one) => ({ ...one, require_mfa_to_request: false }))),
    "require mfa of rules": (call: Call, on: Given) =>
        changeRules(call, on, (all) => all.map((one) => ({ ...one, require_mfa_to_request: true }))),
    "require mfa of last rules": (call: Call, on: Given) =>
        changeRules(call, on, (all) =>
            all.map((one) => (one === all.at(-1) ? { ...one, require_mfa_to_request: true } : one)),
        ),
    "set channels": (call: Call, on: Given) =>
        call("PUT", `/groups/${on.of}/message-channels`, { message_channel_ids: [on.with] }),
    "describe group": (call: Call, on: Given) =>
        call("PUT", "/groups", { groups: [{ group_id: on.of, description: on.text }] }),
    "rename group": (call: Call, on: Given) => call("PUT", "/groups", { groups: [{ group_id: on.of, name: on.text }] }),
    "drop mfa of group": (call: Call, on: Given) =>
        call("PUT", "/groups", { groups: [{ group_id: on.of, require_mfa_to_approve: false }] }),
    "require mfa of group": (call: Call, on: Given) =>
        call("PUT", "/groups", { groups: [{ group_id: on.of, require_mfa_to_approve: true }] }),
    "describe resource": (call: Call, on: Given) =>
        call("PUT", "/resources", { resources: [{ resource_id: on.of, description: on.text }] }),
    "drop mfa of resource": (call: Call, on: Given) =>
        call("PUT", "/resources", { resources: [{ resource_id: on.of, require_mfa_to_approve: false }] }),
    "describe owner": (call: Call, on: Given) =>
        call("PUT", "/owners", { owners: [{ owner_id: on.of, description: on.text }] }),
    "rename owner": (call: Call, on: Given) => call("PUT", "/owners", { owners: [{ owner_id: on.of, name: on.text }] }),
    "widen rule": async (call: Call, on: Given) => {
        const { access_rule_id: _, ...rule } = await call("GET", `/access-rules/${on.of}`);
        const { ruleClauses } = rule as { ruleClauses: { when: { clauses: { selectors: object[] }[] } } };
        const [first, ...rest] = ruleClauses.when.clauses;
        const added = { key: "team", value: "platform", connection_id: on.with };
        const when = { clauses: [{ ...first, selectors: [...(first?.selectors ?? []), added] }, ...rest] };
        return call("PUT", `/access-rules/${on.of}`, { ...rule, ruleClauses: { ...ruleClauses, when } });
    },
    "pause rule": async (call: Call, on: Given) => {
        const { access_rule_id: _, ...rule } = await call("GET", `/access-rules/${on.of}`);
        return call("PUT", `/access-rules/${on.of}`, { ...rule, status: "PAUSED" });
    },
    "delete group": (call: Call, on: Given) => call("DELETE", `/groups/${on.of}`),
    "delete owner": (call: Call, on: Given) => call("DELETE", `/owners/${on.of}`),
    "delete resource": (call: Call, on: Given) => call("DELETE", `/resources/${on.of}`),
    "delete tag": (call: Call, on: Given) => call("DELETE", `/tag/${on.of}`),
    "make group": (call: Call, on: Given) =>
        call("POST", "/groups", { name: on.text, group_type: "SVC_GROUP", app_id: on.with }),
    "make owner": (call: Call, on: Given) => call("POST", "/owners", { name: on.text, user_ids: [on.with] }),
    "make resource": (call: Call, on: Given) =>
        call("POST", "/resources", { name: on.text, resource_type: "CUSTOM", app_id: on.with }),
    "make tag": (call: Call, on: Given) => call("POST", "/tag", { tag_key: on.text, tag_value: "" }),
} satisfies Record<string, (call: Call, on: Given) => Promise<unknown>>;

type Rules = Readonly<Record<string, unknown>>;

/** Rewrites the request configurations of a group in the order of their priorities. */
async function changeRules(
    call: Call,
    { of }: Given,
    change: (rules: readonly Rules[]) => readonly Rules[] | undefined,
): Promise<unknown> {
    const { request_configurations = [] } = (await call("GET", `/groups/${of}`)) as {
        request_configurations?: (Rules & { priority: number })[];
    };
    const changed = change([...request_configurations].sort((a, b) => a.priority - b.priority));
    if (!changed) return undefined;
    const ranked = changed.map((one, priority) => ({ ...one, priority }));
    return call("PUT", "/groups", { groups: [{ group_id: of, request_configurations: ranked }] });
}

class Refused extends Error {}

/** Makes the change and returns the response text. A rejection by the service is not an error of the simulator. */
export async function change(
    world: World,
    outside: Outside,
    resolve: (reference: string) => string | undefined,
): Promise<string | undefined> {
    const of = outside.of === undefined ? "" : resolve(outside.of);
    const other = outside.with === undefined ? "" : resolve(outside.with);
    if (of === undefined || other === undefined) return undefined;
    const call: Call = async (method, path, body) => {
        const answer = await world.answer(method, path, body && JSON.stringify(body), OUTSIDER);
        if (answer.status >= 400) throw new Refused(`${method} ${path}: ${answer.status} ${answer.text}`);
        return answer.text === "" ? {} : JSON.parse(answer.text);
    };
    try {
        const { minutes = 0, text = "" } = outside;
        return JSON.stringify(await CHANGES[outside.change](call, { of, with: other, minutes, text }));
    } catch (error) {
        if (error instanceof Refused) return undefined;
        throw error;
    }
}
