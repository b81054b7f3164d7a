/** Compares the result of every lookup with the response of the API. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromWire } from "../../../src/common/wire-names.js";
import * as access from "../../../src/index.js";
import { type CaseOf, cases, here, open, service, world } from "./cases.js";

beforeAll(open);

afterAll(() => service.close());

/** Lookups whose result is not the response of a single path. Each has a separate test below. */
const others = ["getConfigurationTemplate", "getRequestsRelay", "getSyncErrors"];

describe.each(Object.entries(cases))("%s", (name, several: readonly CaseOf<unknown>[]) => {
    const lookup = Object.entries(access).find(([exported]) => exported === name)?.[1] as access.Lookup<
        unknown,
        unknown
    >;

    test.each(several.map((one, at) => [at, one] as const))("returns the same as the API (case %i)", async (_, one) => {
        const [args, path, isEmpty] = await one();
        const found = await lookup(args, here);
        const answer = await api(path);
        const lists = Object.values(Object(answer)).filter(Array.isArray);
        const expected = Array.isArray(found) && !Array.isArray(answer) ? lists[0] : answer;
        expect(found).toEqual(Array.isArray(expected) ? expected.map(camel) : camel(expected));
        if (Array.isArray(found)) expect(found.length > 0).toBe(!isEmpty);
    });
});

test("every lookup has a test case", () => {
    const lookups = Object.entries(access).filter(
        ([name, one]) => name.startsWith("get") && "operations" in Object(one),
    );
    expect(lookups.map(([name]) => name).sort()).toEqual([...Object.keys(cases), ...others].sort());
    const outputs = Object.keys(access).filter((name) => name.startsWith("get") && name.endsWith("Output"));
    expect(outputs.sort()).toEqual(lookups.map(([name]) => `${name}Output`).sort());
});

test("a configuration template is found by name or id", async () => {
    const configurationTemplateId = await world.configurationTemplate();
    const [byName, byId] = await Promise.all([
        access.getConfigurationTemplate({ name: "Ordinary" }, here),
        access.getConfigurationTemplate({ configurationTemplateId }, here),
    ]);
    expect(byName).toMatchObject({ configurationTemplateId, adminOwnerId: world.administrators });
    expect(byId).toEqual(byName);
});

test("getRequestsRelay returns the same requests as the API", async () => {
    const id = await world.request();
    const found = await access.getRequestsRelay({ status: "PENDING", requesterId: world.user("Ada") }, here);
    expect(found).toEqual([camel(await api(`/requests/${id}`))]);
    expect(await access.getRequestsRelay({ status: "DENIED" }, here)).toEqual([]);
});

test("getSyncErrors returns a list", async () => {
    expect(await access.getSyncErrors({ appId: world.app("Tidewater") }, here)).toEqual([]);
});

async function api(path: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${service.token}` };
    const response = await service.fetch(new Request(service.url + path, { headers }));
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
}

function camel(value: unknown): unknown {
    return typeof value === "object" && value !== null ? fromWire(value) : value;
}
