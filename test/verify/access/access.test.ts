/** Each deviation in who has access is reported under the rule that it contradicts, or with the nearest rule. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { AccessModel } from "../../../src/access/model/model.js";
import type { RuleNumber } from "../../../src/access/model/step-rules.js";
import { readFacts } from "../../../src/access/reader/read-facts.js";
import { Client } from "../../../src/api/client.js";
import { startService } from "../../../src/local/service/index.js";
import { type Access, verifyAccess } from "../../../src/verify/access/access.js";
import type { Disagreement } from "../../../src/verify/access/disagreement.js";
import { nearestRule } from "../../../src/verify/access/nearest-rule.js";
import { headingOf } from "../../../src/verify/report/text.js";
import { changeInQueries, claim, claimInQueries, listIn, memberOf } from "../claims.js";
import { type Ids, Tampered } from "../organization.js";

let tampered: Tampered;
beforeAll(async () => {
    tampered = await Tampered.start();
});
afterEach(() => tampered.removeEdits());
afterAll(() => tampered.close());

async function verified(client = tampered.client(), sample?: number): Promise<Access> {
    const access = await verifyAccess({ client, sample, progress: () => {} });
    if ("unread" in access) throw new Error(`${access.unread.operation}: ${access.unread.because}`);
    return access;
}

const EXPIRED = "2020-01-01T00:00:00.000Z";
const LATER = "2090-01-01T00:00:00.000Z";

interface Deviation {
    readonly name: string;
    readonly plant: (ids: Ids) => void;
    /** User and target of the expected disagreement. */
    readonly about: (ids: Ids) => { readonly personId: string; readonly targetId: string };
    readonly side: Disagreement["side"];
    /** The contradicted rule; for `service` the nearest one. */
    readonly rule?: RuleNumber;
}

const deviations: readonly Deviation[] = [
    {
        name: "a nested group whose members do not get the access of the outer group",
        plant: ({ vault, nested }) => claim(tampered, { resource: vault, user: nested, has: false }),
        about: ({ vault, nested }) => ({ personId: nested, targetId: vault }),
        side: "model",
        rule: 4,
    },
    {
        name: "a nested group whose members are not in the outer one",
        plant: ({ outer, nested }) => claimInQueries(tampered, outer, nested, false),
        about: ({ outer, nested }) => ({ personId: nested, targetId: outer }),
        side: "model",
        rule: 4,
    },
    {
        name: "a linked group that gives access to members of its source group",
        plant: ({ linkedVault, sourced }) => claim(tampered, { resource: linkedVault, user: sourced, has: true }),
        about: ({ linkedVault, sourced }) => ({ personId: sourced, targetId: linkedVault }),
        side: "service",
        rule: 7,
    },
    {
        name: "a group leader who has the access of a member",
        plant: ({ ledVault, leader }) => claim(tampered, { resource: ledVault, user: leader, has: true }),
        about: ({ ledVault, leader }) => ({ personId: leader, targetId: ledVault }),
        side: "service",
        rule: 6,
    },
    {
        name: "a resource whose users do not get access to its child resources",
        plant: ({ child, above }) => claim(tampered, { resource: child, user: above, has: false }),
        about: ({ child, above }) => ({ personId: above, targetId: child }),
        side: "model",
        rule: 12,
    },
    {
        name: "an expired grant that is still listed",
        plant: ({ leveled, outsider }) =>
            claim(tampered, { resource: leveled, user: outsider, has: true, until: EXPIRED }),
        about: ({ leveled, outsider }) => ({ personId: outsider, targetId: leveled }),
        side: "service",
        rule: 2,
    },
    {
        name: "an access level that differs from that of the group",
        plant: ({ vault, nested }) => claim(tampered, { resource: vault, user: nested, has: true, level: "steering" }),
        about: ({ vault, nested }) => ({ personId: nested, targetId: vault }),
        side: "level",
        rule: 4,
    },
    {
        name: "an access rule with a user who does not match it",
        plant: ({ rule, outsider }) =>
            tampered.edit("getGroupUsers", (body, [id]) =>
                id === rule ? { ...body, results: [...listIn(body, "results"), memberOf(rule, outsider)] } : body,
            ),
        about: ({ rule, outsider }) => ({ personId: outsider, targetId: rule }),
        side: "service",
        rule: 8,
    },
    {
        name: "an access rule without a user who matches it",
        plant: ({ rule }) =>
            tampered.edit("getGroupUsers", (body, [id]) => (id === rule ? { ...body, results: [] } : body)),
        about: ({ rule, matching }) => ({ personId: matching, targetId: rule }),
        side: "model",
        rule: 8,
    },
    {
        name: "a direct grant that queries do not return",
        plant: ({ leveled, reader }) => claimInQueries(tampered, leveled, reader, false),
        about: ({ leveled, reader }) => ({ personId: reader, targetId: leveled }),
        side: "model",
        rule: 1,
    },
    {
        name: "a list of grants that omits a grant",
        plant: ({ leveled }) =>
            tampered.edit("getResourceUsers", (body, [id]) => (id === leveled ? { ...body, results: [] } : body)),
        about: ({ leveled, reader }) => ({ personId: reader, targetId: leveled }),
        side: "service",
    },
    {
        name: "a query that returns a user whom no list contains",
        plant: ({ leveled, outsider }) => claimInQueries(tampered, leveled, outsider, true),
        about: ({ leveled, outsider }) => ({ personId: outsider, targetId: leveled }),
        side: "service",
    },
    {
        name: "a query with another level",
        plant: ({ outer, nested }) => changeInQueries(tampered, outer, nested, { accessLevelRemoteId: "steering" }),
        about: ({ outer, nested }) => ({ personId: nested, targetId: outer }),
        side: "level",
        rule: 4,
    },
    {
        name: "a direct grant that ends earlier",
        plant: ({ leveled, reader }) => changeInQueries(tampered, leveled, reader, { effectiveExpiration: LATER }),
        about: ({ leveled, reader }) => ({ personId: reader, targetId: leveled }),
        side: "end",
        rule: 2,
    },
    {
        name: "access of a nested group that ends",
        plant: ({ vault, nested }) => changeInQueries(tampered, vault, nested, { effectiveExpiration: LATER }),
        about: ({ vault, nested }) => ({ personId: nested, targetId: vault }),
        side: "end",
        rule: 4,
    },
    {
        name: "a membership in an access rule that ends",
        plant: ({ rule, matching }) => changeInQueries(tampered, rule, matching, { effectiveExpiration: LATER }),
        about: ({ rule, matching }) => ({ personId: matching, targetId: rule }),
        side: "end",
        rule: 8,
    },
    {
        name: "a membership in a linked group that ends",
        plant: ({ source, sourced }) => changeInQueries(tampered, source, sourced, { effectiveExpiration: LATER }),
        about: ({ source, sourced }) => ({ personId: sourced, targetId: source }),
        side: "end",
        rule: 7,
    },
    {
        name: "two grants of which the earlier end counts",
        plant: ({ shared, twice }) => changeInQueries(tampered, shared, twice, { effectiveExpiration: LATER }),
        about: ({ shared, twice }) => ({ personId: twice, targetId: shared }),
        side: "end",
        rule: 11,
    },
    {
        name: "a direct grant that is called inherited",
        plant: ({ shared, twice }) => changeInQueries(tampered, shared, twice, { isDirect: false }),
        about: ({ shared, twice }) => ({ personId: twice, targetId: shared }),
        side: "direct",
        rule: 1,
    },
    {
        name: "inherited access that is called direct",
        plant: ({ child, above }) => changeInQueries(tampered, child, above, { isDirect: true }),
        about: ({ child, above }) => ({ personId: above, targetId: child }),
        side: "direct",
        rule: 12,
    },
    {
        name: "a member of an access rule who is called inherited",
        plant: ({ rule, matching }) => changeInQueries(tampered, rule, matching, { isDirect: false }),
        about: ({ rule, matching }) => ({ personId: matching, targetId: rule }),
        side: "direct",
        rule: 8,
    },
    {
        name: "a user who has a resource for no known reason",
        plant: ({ vault, outsider }) => claim(tampered, { resource: vault, user: outsider, has: true }),
        about: ({ vault, outsider }) => ({ personId: outsider, targetId: vault }),
        side: "service",
    },
];

describe("a service that deviates", () => {
    test.each(deviations)("reports $name", async ({ plant, about, side, rule }) => {
        plant(tampered.ids);
        const { disagreements } = await verified();
        const { personId, targetId } = about(tampered.ids);
        const found = disagreements.filter((one) => one.personId === personId && one.target.id === targetId);
        expect(found.map((one) => ({ side: one.side, rule: one.rule }))).toEqual([{ side, rule }]);
        expect(found.map(headingOf)).toEqual([
            side === "service" ? "Not explained by any rule" : expect.stringMatching(`^Rule ${rule}, `),
        ]);
    });

    test("reports the operation if it returns AUTHORIZED for every user", async () => {
        tampered.edit("getResourceUserAccessStatus", (body) => ({ ...body, status: "AUTHORIZED" }));
        const { disagreements } = await verified();
        const found = disagreements.filter(({ against }) => against.includes("getResourceUserAccessStatus"));
        expect(found.length).toBeGreaterThan(5);
        for (const { side, against } of found)
            expect([side, against]).toEqual(["service", ["getResourceUserAccessStatus"]]);
    });

    test("if only one response deviates, reports which operations agree with the model", async () => {
        const { vault, nested } = tampered.ids;
        claimInQueries(tampered, vault, nested, false);
        const { disagreements } = await verified();
        const found = disagreements.find((one) => one.personId === nested && one.target.id === vault);
        expect(found).toMatchObject({ against: ["runQuery"], agreeing: ["getResourceUsers"] });
    });

    test("does not report a deviation that does not recur on the next read", async () => {
        const { vault, nested } = tampered.ids;
        let answers = 0;
        tampered.edit("getResourceUsers", (body, [id]) => {
            if (id !== vault) return body;
            answers += 1;
            // The first response is part of the facts, and the second is compared with them.
            return answers === 2 ? { ...body, results: [] } : body;
        });
        const { disagreements } = await verified();
        expect(disagreements.filter((one) => one.personId === nested && one.target.id === vault)).toEqual([]);
    });
});

describe("access that cannot be compared", () => {
    test("unexplained access through a group with on-call schedules is not reported", async () => {
        const { world, ids } = tampered;
        const [schedule = ""] = world.scheduleIds;
        await world.api("PUT", `/groups/${ids.outer}/on-call-schedules`, { on_call_schedule_ids: [schedule] });
        claim(tampered, { resource: ids.vault, user: ids.outsider, has: true });
        const { disagreements, incomparable } = await verified();
        expect(disagreements.filter(({ personId }) => personId === ids.outsider)).toEqual([]);
        expect(incomparable).toBeGreaterThan(0);
        await world.api("PUT", `/groups/${ids.outer}/on-call-schedules`, { on_call_schedule_ids: [] });
    });

    test("access through a non-human identity is counted, and does not change the end of other access", async () => {
        const { world, ids } = tampered;
        const { store } = world.service;
        const robot = await world.newResource("Robot");
        store.resources.change(robot, { resource_type: "GCP_SERVICE_ACCOUNT" });
        const grant = { access_level_remote_id: "", expiration_date: null };
        const own = await world.newResource("Of a robot");
        store.resourceNonHumanIdentities.set({ resource_id: own, non_human_identity_id: robot, ...grant });
        for (const user of [ids.outsider, ids.reader])
            await world.api("POST", `/resources/${robot}/users/${user}`, { duration_minutes: 0 });
        await world.api("POST", `/resources/${own}/users/${ids.reader}`, { duration_minutes: 60 });
        const { disagreements, incomparable } = await verified();
        expect(disagreements).toEqual([]);
        expect(incomparable).toBe(1);
    });

    test.each([403, 404, 501])(
        "an operation that returns %i is listed as unverified, and everything else is compared",
        async (status) => {
            tampered.refuse("runQuery", status);
            tampered.refuse("getResourceUserAccessStatus", status);
            const { unverified, answers } = await verified();
            expect(unverified.map(({ operation }) => operation).sort()).toEqual([
                "getResourceUserAccessStatus",
                "runQuery",
            ]);
            expect(answers).toBeGreaterThan(10);
        },
    );

    test("access is not compared if a list cannot be read", async () => {
        tampered.refuse("getGroups", 403);
        const access = await verifyAccess({ client: tampered.client(), sample: undefined, progress: () => {} });
        expect(access).toEqual({ unread: { operation: "getGroups", because: "ForbiddenError (403)" } });
    });
});

describe("a service that follows the rules", () => {
    test.each([{ seed: "small" }, { seed: "small", publicSpelling: true }, { seed: "medium" }] as const)(
        "%j has no disagreement",
        async (options) => {
            const service = await startService(options);
            const client = new Client({ url: service.url, token: service.token, retries: 0, readsPerSecond: 100_000 });
            const { disagreements, targets, allTargets } = await verified(client, 50);
            expect(disagreements).toEqual([]);
            expect(targets).toBe(Math.min(50, allTargets));
            expect(service.calls.writes()).toEqual([]);
            await service.close();
        },
    );

    test("has no disagreement about what a nesting gives that ends", async () => {
        const { disagreements } = await verified();
        expect(disagreements).toEqual([]);
        changeInQueries(tampered, tampered.ids.vault, tampered.ids.ending, { effectiveExpiration: null });
        const found = (await verified()).disagreements;
        expect(found.map(({ personId, side, rule }) => ({ personId, side, rule }))).toEqual([
            { personId: tampered.ids.ending, side: "end", rule: 4 },
        ]);
    });

    test("compares the same sample each time", async () => {
        const [one, other] = [await verified(undefined, 7), await verified(undefined, 7)];
        expect([one.targets, one.answers]).toEqual([7, other.answers]);
    });
});

describe("nearestRule", () => {
    const rule = async (about: (ids: Ids) => readonly [personId: string, type: "group" | "resource", id: string]) => {
        const model = AccessModel.of(await readFacts(tampered.client()));
        const [personId, type, id] = about(tampered.ids);
        const parentId = id === tampered.ids.child ? tampered.ids.parent : undefined;
        return nearestRule(model, personId, { type, id }, { hasEnded: false, parentId });
    };

    test("the nearest rule for a leader is the rule on leaders, for the group and its resources", async () => {
        expect(await rule(({ leader, led }) => [leader, "group", led])).toBe(6);
        expect(await rule(({ leader, ledVault }) => [leader, "resource", ledVault])).toBe(6);
    });

    test("the nearest rule for a member of the source of a linked group is the rule on linked groups", async () => {
        expect(await rule(({ sourced, linked }) => [sourced, "group", linked])).toBe(7);
        expect(await rule(({ sourced, linkedVault }) => [sourced, "resource", linkedVault])).toBe(7);
    });

    test("the nearest rule for a user of the parent resource is the rule on child resources", async () => {
        expect(await rule(({ above, child }) => [above, "resource", child])).toBe(12);
    });

    test("there is no nearest rule for any other user", async () => {
        expect(await rule(({ outsider, vault }) => [outsider, "resource", vault])).toBeUndefined();
    });
});
