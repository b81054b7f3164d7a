/** A field that this version does not know may decide who gets access, so nothing may be concluded about the object that has it. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Directory } from "../../../src/access/answers/directory.js";
import { type Knowledge, whoCan } from "../../../src/access/answers/questions.js";
import { accessTestSchema } from "../../../src/access/guarantees/tests/access-test.js";
import { runFutureTests } from "../../../src/access/guarantees/tests/future.js";
import { runTests } from "../../../src/access/guarantees/tests/verdicts.js";
import { impactOf } from "../../../src/access/model/change/impact.js";
import type { Facts, Group, Target } from "../../../src/access/model/facts/facts.js";
import { AccessModel, ASPECTS, type Aspect } from "../../../src/access/model/model.js";
import { readFacts } from "../../../src/access/reader/read-facts.js";
import { parseSnapshot } from "../../../src/access/reader/snapshot.js";
import { Client } from "../../../src/api/client.js";
import { type Service, type Store, startService } from "../../../src/local/service/index.js";

const NEWER = ["later_reviewer_ids", "colour", "later_rule"];

let service: Service;
let client: Client;
let group: string;
let other: string;
let resource: string;
let owner: string;

beforeEach(async () => {
    service = await startService({ newerFields: NEWER });
    client = new Client({ url: service.url, token: service.token, retries: 0, readsPerSecond: 10_000 });
    const { groups, resources, owners } = service.store;
    [other = "", group = ""] = groups.all().map((one) => one.group_id);
    resource = resources.all()[0]?.resource_id ?? "";
    owner = owners.all()[0]?.owner_id ?? "";
});
afterEach(() => service.close());

const REQUESTING: readonly Aspect[] = ["getsWithoutApproval", "mayApprove"];
const POWERS: readonly Aspect[] = ["getsWithoutApproval", "mayApprove", "administers"];

function knowledgeOf(facts: Facts, model: AccessModel): Knowledge {
    return { model, directory: new Directory([facts]), isOfProgram: false, limits: [] };
}

/** Adds a field to every stage of a group's request configurations. */
function inStages(store: Store, field: object): void {
    const { request_configurations = [] } = store.groups.get(group);
    store.groups.change(group, {
        request_configurations: request_configurations.map((one) => ({
            ...one,
            reviewer_stages: (one.reviewer_stages ?? []).map((stage) => ({ ...stage, ...field })),
        })),
    });
}

describe("a field that the API description does not have makes the object unknown that it belongs to", () => {
    test.each<[string, (store: Store) => void, () => string, readonly Aspect[]]>([
        ["a reviewer stage", (store) => inStages(store, { later_reviewer_ids: ["s"] }), () => group, REQUESTING],
        [
            "a request configuration",
            (store) => {
                const { request_configurations = [] } = store.groups.get(group);
                store.groups.change(group, {
                    request_configurations: request_configurations.map((one) => ({ ...one, colour: false })),
                });
            },
            () => group,
            REQUESTING,
        ],
        [
            "a group",
            (store) => store.groups.change(group, { colour: "red" } as object),
            () => group,
            [...POWERS, "has"],
        ],
        [
            "a resource",
            (store) => store.resources.change(resource, { colour: 0 } as object),
            () => resource,
            [...POWERS, "has"],
        ],
        [
            "the visibility of a group",
            () =>
                service.faults.add({
                    operation: "getGroupVisibility",
                    answer: { status: 200, body: { visibility: "LIMITED", visibility_group_ids: [], colour: "red" } },
                    times: 100,
                }),
            () => group,
            [...POWERS, "sees", "mayRequest"],
        ],
        ["an owner", (store) => store.owners.change(owner, { colour: "red" } as object), () => group, POWERS],
        [
            "a link between groups",
            () =>
                service.faults.add({
                    operation: "getGroupBindings",
                    answer: {
                        status: 200,
                        body: {
                            results: [
                                {
                                    group_binding_id: "11111111-2222-4333-8444-555555555555",
                                    created_by_id: service.store.currentUserId,
                                    created_at: "2026-01-01T00:00:00Z",
                                    source_group_id: group,
                                    groups: [{ group_id: other }],
                                    colour: "red",
                                },
                            ],
                        },
                    },
                    times: 100,
                }),
            () => group,
            POWERS,
        ],
        [
            "a delegation",
            (store) => {
                const [first, second] = store.users.all().map(({ user_id }) => user_id);
                store.delegations.set({
                    id: "11111111-2222-4333-8444-555555555556",
                    delegator_user_id: first ?? "",
                    delegate_user_id: second ?? "",
                    start_time: "2026-01-01T00:00:00Z",
                    end_time: "2036-01-01T00:00:00Z",
                    reason: "Away",
                    created_at: "2026-01-01T00:00:00Z",
                    updated_at: "2026-01-01T00:00:00Z",
                    colour: "red",
                } as never);
            },
            () => group,
            POWERS,
        ],
    ])("%s", async (_, change, idOf, aspects) => {
        const clean = AccessModel.of(await readFacts(client));
        const id = idOf();
        const target: Target = { type: id === resource ? "resource" : "group", id };
        const isOpen = (model: AccessModel) => (aspect: Aspect) => model.who(aspect, target).unknowns.size > 0;
        const before = ASPECTS.filter(isOpen(clean));
        change(service.store);
        const facts = await readFacts(client);
        const model = AccessModel.of(facts);
        expect(ASPECTS.filter(isOpen(model))).toEqual(
            ASPECTS.filter((aspect) => before.includes(aspect) || aspects.includes(aspect)).filter(
                (aspect) => aspect !== "sees" || aspects.includes("sees"),
            ),
        );
        for (const aspect of aspects)
            expect(JSON.stringify(whoCan(knowledgeOf(facts, model), aspect, target).unknowns)).toMatch(
                /later_reviewer_ids|colour/,
            );
        // The same from a snapshot.
        const again = AccessModel.of(parseSnapshot(JSON.stringify(facts), "facts.json"));
        expect(ASPECTS.filter(isOpen(again))).toEqual(ASPECTS.filter(isOpen(model)));
    });

    test("a permission of a role, which may then cover anything", async () => {
        const role = service.store.resources.get(resource);
        service.store.resources.change(resource, { resource_type: "SVC_SCOPED_ROLE" });
        service.store.resourceScopedRolePermissions.set({
            resource_id: role.resource_id,
            permissions: [{ target_type: "EVENT", permission_name: "READ", allow_all: true, colour: "red" } as never],
        });
        const [first] = service.store.users.all();
        service.store.resourceUsers.set({
            resource_id: resource,
            user_id: first?.user_id ?? "",
            access_level_remote_id: "",
            expiration_date: null,
        } as never);
        const model = AccessModel.of(await readFacts(client));
        for (const id of [group, other]) {
            const { unknowns } = model.who("getsWithoutApproval", { type: "group", id });
            const reasons = [...unknowns].filter(({ because }) => because.includes("colour"));
            expect(reasons.map(({ among }) => among?.size)).toEqual([1]);
        }
    });

    test.each([
        ["null", null],
        ["an empty list", []],
        ["an object without values", { ids: [], name: null }],
        ["an empty text", ""],
    ])("but not with %s, which is like an absent field", async (_, value) => {
        const before = await readFacts(client);
        inStages(service.store, { later_reviewer_ids: value });
        service.store.groups.change(group, { colour: value } as object);
        const { at: _at, ...facts } = await readFacts(client);
        const { at: _then, ...expected } = before;
        expect(facts).toEqual(expected);
    });

    test("and so does an operator of a stage that this version does not know", async () => {
        // The local service accepts only the operators of the API description, so the answer is replaced.
        const answer = await (
            await fetch(`${service.url}/groups?page_size=1000`, {
                headers: { authorization: `Bearer ${service.token}` },
            })
        ).text();
        const body = JSON.parse(
            answer.replace('"operator":"AND"', '"operator":"MOST"').replace('"operator":"OR"', '"operator":"MOST"'),
        );
        service.faults.add({ operation: "getGroups", answer: { status: 200, body }, times: 1 });
        const facts = await readFacts(client);
        const unknown = facts.groups.flatMap(({ requestRules = [] }) =>
            requestRules.flatMap((one) => one.unknownFields ?? []),
        );
        expect(unknown).toEqual([expect.stringContaining("operator MOST")]);
    });
});

test("no field of the local organizations is unknown", async () => {
    for (const seed of ["small", "other"] as const) {
        const another = await startService({ seed });
        const facts = await readFacts(new Client({ url: another.url, token: another.token, readsPerSecond: 10_000 }));
        await another.close();
        expect(facts.unknowns.filter(({ because }) => because.includes("does not know"))).toEqual([]);
        const rules = [...facts.groups, ...facts.resources].flatMap(({ requestRules = [] }) => requestRules);
        expect(rules.filter(({ unknownFields }) => unknownFields)).toEqual([]);
    }
});

/** Fields that this version does not know, and what it knows without knowing what follows. */
const SCRIPT = "11111111-2222-4333-8444-555555555555";

describe.each([
    { field: "later_reviewer_ids", approvers: "unknown" },
    // A script may approve by itself, but no person does.
    { field: "opal_script_ids", approvers: "passed" },
])("statements about an object with $field", ({ field, approvers }) => {
    /** The group can only be requested, and a script reviews in its only stage. */
    async function modelWithScript(script: object = { [field]: [SCRIPT] }) {
        const { request_configurations = [] } = service.store.groups.get(group);
        service.store.groups.change(group, {
            request_configurations: request_configurations.map((one) => ({
                ...one,
                auto_approval: false,
                reviewer_stages: [{ operator: "OR", require_manager_approval: false, owner_ids: [], ...script }],
            })),
        });
        const facts = await readFacts(client);
        return { facts, ...knowledgeOf(facts, AccessModel.of(facts)) };
    }

    const CANNOT = ["reach", "approve own requests for", "approve requests for"].map((verb) => `${verb} group:`);

    test("are unknown in tests, also for new users, where they would pass without it", async () => {
        const tested = async (script: object) => {
            const knowledge = await modelWithScript(script);
            const insiders = knowledge.facts.users.filter(({ id }) =>
                ASPECTS.some(
                    (aspect) =>
                        knowledge.model
                            .who(aspect, { type: "group", id: group })
                            .has(knowledge.model.records.principals.number(id)) &&
                        aspect !== "mayRequest" &&
                        aspect !== "sees",
                ),
            );
            const { name } = service.store.groups.get(group);
            const tests = CANNOT.map((text) =>
                accessTestSchema.parse({
                    name: text,
                    who: "everybody",
                    except: insiders.map(({ id }) => `user:${id}`),
                    cannot: `${text}${name}`,
                }),
            );
            const results = runTests(knowledge, tests).map(({ status }) => status);
            const future = runFutureTests(knowledge, tests).map(({ status }) => status);
            return { results, future };
        };
        expect(await tested({})).toEqual({
            results: ["passed", "passed", "passed"],
            future: ["passed", "passed", "passed"],
        });
        expect(await tested({ [field]: [SCRIPT] })).toEqual({
            results: ["unknown", "unknown", approvers],
            future: ["unknown", "unknown", approvers],
        });
    });

    test("are unknown in the impact of a change that involves the object, and only then", async () => {
        const { model, facts } = await modelWithScript();
        const found = facts.groups.find(({ id }) => id === group);
        if (!found) throw new Error("The group was not read.");
        const widerBy = (changed: Group): Aspect[] => {
            const { targets } = impactOf(model, model.with([{ put: "group", value: changed }]));
            const shifts = targets.filter(({ target }) => target.id === group).flatMap((one) => one.shifts);
            return shifts.filter(({ unknown }) => unknown?.isWider).map(({ aspect }) => aspect);
        };
        expect(widerBy({ ...found, name: "Renamed" })).toEqual([]);
        const [rule] = found.requestRules ?? [];
        if (!rule) throw new Error("The group has no request configuration.");
        const longer = { ...found, requestRules: [{ ...rule, maxMinutes: 30 }] };
        const more = approvers === "unknown" ? ["mayApprove"] : [];
        expect(widerBy(longer)).toEqual(expect.arrayContaining(["getsWithoutApproval", ...more]));
    });

    test("are unknown for people who can request the object for the first time", async () => {
        service.store.groupVisibility.set({ group_id: group, visibility: "LIMITED", visibility_group_ids: [] });
        const { model, facts } = await modelWithScript();
        const found = facts.groups.find(({ id }) => id === group);
        if (!found) throw new Error("The group was not read.");
        // The visibility changes, but the request configurations do not.
        const open: Group = { ...found, visibility: { type: "GLOBAL", groupIds: [] } };
        const { targets } = impactOf(model, model.with([{ put: "group", value: open }]));
        const shifts = targets.filter(({ target }) => target.id === group).flatMap((one) => one.shifts);
        expect(
            shifts.filter(({ aspect, unknown }) => aspect === "getsWithoutApproval" && unknown?.isWider),
        ).toHaveLength(1);
    });
});
