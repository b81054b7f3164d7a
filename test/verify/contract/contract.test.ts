/** Each deviation of a service from the API is reported under its heading, and nothing else is reported. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Client } from "../../../src/api/client.js";
import type { OperationName } from "../../../src/api/generated/operations.gen.js";
import { startService } from "../../../src/local/service/index.js";
import { kinds } from "../../../src/resources/kinds.js";
import { type Contract, verifyContract } from "../../../src/verify/contract/contract.js";
import type { ContractFinding } from "../../../src/verify/finding.js";
import { listIn } from "../claims.js";
import { type Body, type Ids, Tampered } from "../organization.js";

let tampered: Tampered;
beforeAll(async () => {
    tampered = await Tampered.start();
});
afterEach(() => tampered.removeEdits());
afterAll(() => tampered.close());

const verified = (client = tampered.client()) => verifyContract({ client, kinds, progress: () => {} });

/** Changes the first item of a list. */
const first = (name: string, change: (item: Body) => Body) => (body: Body) => ({
    ...body,
    [name]: listIn(body, name).map((item, index) => (index === 0 ? change(item) : item)),
});
const without = (name: string) => (item: Body) => {
    const { [name]: _, ...rest } = item;
    return rest;
};
const withField = (name: string, value: unknown) => (item: Body) => ({ ...item, [name]: value });

interface Deviation {
    readonly name: string;
    readonly operation: OperationName;
    readonly plant: (ids: Ids) => void;
    readonly expected: Pick<ContractFinding, "heading"> & Partial<Pick<ContractFinding, "place" | "detail">>;
}

const edited = (operation: OperationName, edit: (body: Body) => Body) => () => tampered.edit(operation, edit);

const deviations: readonly Deviation[] = [
    {
        name: "an enum member in another spelling",
        operation: "getGroupVisibility",
        plant: edited("getGroupVisibility", withField("visibility", "Global")),
        expected: { heading: "members", place: "visibility", detail: "(not an identifier)" },
    },
    {
        name: "a new enum member",
        operation: "getGroupVisibility",
        plant: edited("getGroupVisibility", withField("visibility", "SECRET")),
        expected: { heading: "members", place: "visibility", detail: "SECRET" },
    },
    {
        name: "an unknown type of resource",
        operation: "getResources",
        plant: () => {
            for (const operation of ["getResources", "getResource"] as const)
                tampered.edit(operation, (body) => typed(body, "QUANTUM_VAULT"));
        },
        expected: { heading: "members", place: "results[].resource_type", detail: "QUANTUM_VAULT" },
    },
    {
        name: "a required field that is missing",
        operation: "getOwners",
        plant: edited("getOwners", first("results", without("owner_id"))),
        expected: { heading: "shape", place: "results[].owner_id", detail: "expected string, received undefined" },
    },
    {
        name: "an unknown field",
        operation: "getUsers",
        plant: edited("getUsers", first("results", withField("color", "blue"))),
        expected: { heading: "fields", place: "results[].color", detail: "color" },
    },
    {
        name: "an unknown field whose name is not an identifier",
        operation: "getUsers",
        plant: edited("getUsers", first("results", withField("ada@tidewater.example", 1))),
        expected: { heading: "fields", place: "results[].(not an identifier)" },
    },
    {
        name: "a map in place of fields",
        operation: "getUsers",
        plant: edited("getUsers", (body) => ({
            ...body,
            results: listIn(body, "results").map((user, at) => ({ ...user, [`name${at}`]: 1, [`other${at}`]: 1 })),
        })),
        expected: { heading: "fields", place: "results[]", detail: "16 unknown names, like keys of a map" },
    },
    {
        name: "another name for the paging field",
        operation: "getUsers",
        plant: edited("getUsers", ({ next, ...body }) => ({ ...body, next_cursor: next })),
        expected: { heading: "paging", place: "next_cursor" },
    },
    {
        name: "a list that ends after its first page",
        operation: "getUsers",
        plant: edited("getUsers", withField("next", null)),
        expected: { heading: "paging", place: "next", detail: "no next page although there are more items" },
    },
    {
        name: "a cursor that repeats",
        operation: "getTags",
        plant: () => tampered.repeatPages("getTags"),
        expected: { heading: "paging", place: "next", detail: "the cursor returns the same page again" },
    },
    {
        name: "a cursor that is refused",
        operation: "getTags",
        plant: edited("getTags", withField("next", "again")),
        expected: { heading: "paging", place: "next", detail: "the next page cannot be read" },
    },
    {
        name: "pages larger than requested",
        operation: "getTags",
        plant: edited("getTags", (body) => ({
            ...body,
            results: [...listIn(body, "results"), ...listIn(body, "results")],
        })),
        expected: { heading: "paging", detail: "page_size was 1, but the page has more items" },
    },
    {
        name: "another success status",
        operation: "getMessageChannels",
        plant: () => tampered.refuse("getMessageChannels", 201),
        expected: { heading: "status", detail: "201" },
    },
    {
        name: "a failed request",
        operation: "getMessageChannels",
        plant: () => tampered.refuse("getMessageChannels", 500),
        expected: { heading: "status", detail: "500" },
    },
    {
        name: "parameters that are refused",
        operation: "getSessions",
        plant: () => tampered.refuse("getSessions", 400),
        expected: { heading: "status", detail: "400" },
    },
    {
        name: "dates in another format",
        operation: "getTags",
        plant: edited("getTags", first("results", withField("created_at", "24/11/2026"))),
        expected: { heading: "shape", place: "results[].created_at" },
    },
    {
        name: "null in place of a string",
        operation: "getUsers",
        plant: edited("getUsers", first("results", withField("full_name", null))),
        expected: { heading: "shape", place: "results[].full_name", detail: "expected string, received null" },
    },
    {
        name: "a string in place of a number",
        operation: "getOwners",
        plant: edited("getOwners", first("results", withField("access_request_escalation_period", "0"))),
        expected: { heading: "shape", place: "results[].access_request_escalation_period" },
    },
    {
        name: "a list under another name",
        operation: "getOnCallSchedules",
        plant: edited("getOnCallSchedules", ({ on_call_schedules }) => ({ schedules: on_call_schedules })),
        expected: { heading: "shape" },
    },
    {
        name: "a list with outdated objects",
        operation: "getTags",
        plant: edited("getTags", (body) => ({
            ...body,
            results: listIn(body, "results").map(withField("value", "before")),
        })),
        expected: { heading: "lists", place: "results[].value", detail: "differs from the response of getTag" },
    },
    {
        name: "a list with an object that does not exist",
        operation: "getResources",
        plant: ({ vault }) => {
            // Only the first objects of a list are also read by id.
            tampered.edit("getResources", (body) => ({ ...body, results: leading(body, vault) }));
            tampered.refuse("getResource", 404, ([id]) => id === vault);
        },
        expected: { heading: "lists", detail: "contains an object for which getResource returns 404" },
    },
];

function typed(body: Body, type: string): Body {
    const change = withField("resource_type", type);
    return "results" in body ? { ...body, results: listIn(body, "results").map(change) } : change(body);
}

function leading(body: Body, id: string): Body[] {
    const items = listIn(body, "results");
    return [
        ...items.filter(({ resource_id }) => resource_id === id),
        ...items.filter(({ resource_id }) => resource_id !== id),
    ];
}

describe("a service that deviates", () => {
    test.each(deviations)("reports $name", async ({ operation, plant, expected }) => {
        plant(tampered.ids);
        const { findings } = await verified();
        expect(findings.filter((one) => one.operation === operation)).toContainEqual(expect.objectContaining(expected));
    });

    test("lists an unknown type of audit event, but does not report it as a difference", async () => {
        tampered.edit("getEvents", first("results", withField("event_type", "PLANET_CREATED")));
        const { findings, eventTypes } = await verified();
        expect(findings).toEqual([]);
        expect(eventTypes).toContain("PLANET_CREATED");
    });

    test("reports nothing other than the deviation", async () => {
        for (const { operation, plant } of deviations.filter(({ expected }) => expected.heading === "members")) {
            tampered.removeEdits();
            plant(tampered.ids);
            const { findings } = await verified();
            expect(findings.filter(({ heading }) => heading !== "members")).toEqual([]);
            expect(findings.map((one) => one.operation)).toContain(operation);
        }
    });

    test.each([403, 401])(
        "lists an operation refused with %i, but does not report it as a difference",
        async (status) => {
            tampered.refuse("getTokens", status);
            const { findings, refused } = await verified();
            expect([findings, refused]).toEqual([[], ["getTokens"]]);
        },
    );

    test.each([404, 405, 501])("lists an operation as absent if the service returns %i", async (status) => {
        tampered.refuse("getDelegations", status);
        const { findings, absent } = await verified();
        expect([findings, absent]).toEqual([[], ["getDelegations"]]);
    });

    test("reports a list response without the list", async () => {
        tampered.edit("getApps", () => ({}));
        const { findings } = await verified();
        expect(findings).toContainEqual(expect.objectContaining({ heading: "shape", operation: "getApps" }));
    });
});

describe("a service that follows the API", () => {
    const seeds = [
        { seed: "small" },
        { seed: "medium" },
        { seed: "small", publicSpelling: true },
        { seed: "medium", publicSpelling: true },
    ] as const;

    test.each(seeds)("%j has no finding", async (options) => {
        const service = await startService(options);
        const client = new Client({ url: service.url, token: service.token, retries: 0, readsPerSecond: 100_000 });
        const contract = await verified(client);
        expect(contract.findings).toEqual([]);
        expect([contract.refused, contract.absent]).toEqual([[], []]);
        expect(contract.spelling).toBe("publicSpelling" in options ? "OPAL_" : "SVC_");
        expect(service.calls.writes()).toEqual([]);
        expect(countOf(contract)).toBe(contract.operations);
        await service.close();
    });

    test("makes fewer than 300 calls, and each only once", async () => {
        tampered.world.service.calls.clear();
        const { calls } = await verified();
        const made = tampered.world.service.calls.all();
        expect(calls).toBeLessThanOrEqual(made.length);
        expect(made.length).toBeLessThan(300);
        const gets = made
            .filter(({ method }) => method === "GET")
            .map(({ path, query }) => JSON.stringify([path, query]));
        expect(new Set(gets).size).toBe(gets.length);
    });
});

/** The number of operations with a result. */
function countOf({ answered, refused, absent, untried }: Contract): number {
    return answered.length + refused.length + absent.length + untried.length;
}
