import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { Client } from "../../src/api/client.js";
import { InvalidCallError } from "../../src/api/errors.js";
import type { OperationName } from "../../src/api/generated/operations.gen.js";
import type { Parts } from "../../src/api/parameters.js";
import { connect, failureOf, NOBODY, record, TOKEN } from "./harness.js";

describe("a call", () => {
    test("has the types of its operation, and returns the response of the service", async () => {
        const { client, service } = await connect();
        const owner = await client.call("createOwner", { body: { name: "Platform", user_ids: [] } });
        expect(owner.name satisfies string | undefined).toBe("Platform");
        const read = await client.call("getOwner", { path: { owner_id: owner.owner_id } });
        expect(read).toEqual(service.store.owners.get(owner.owner_id));
        // @ts-expect-error: an owner has no id of a group
        expect(owner.group_id).toBeUndefined();
    });

    test("does not compile without its required parameters, and is rejected", async () => {
        const { client, service } = await connect();
        // @ts-expect-error: getOwner takes an owner_id
        await expect(client.call("getOwner")).rejects.toThrow(InvalidCallError);
        expect(service.calls.all()).toEqual([]);
    });

    test("sends the token in a header, and requests JSON", async () => {
        const { client, received } = await record(() => ({ body: { tags: [] } }));
        await client.call("getTags").catch(() => undefined);
        expect(received[0]?.headers).toMatchObject({
            authorization: `Bearer ${TOKEN}`,
            accept: "application/json",
        });
    });

    test("reuses the connection of the previous call", async () => {
        const ports = new Set<number | undefined>();
        const { client } = await record((_, response) => {
            ports.add(response.socket?.remotePort);
            return { body: { apps: [] } };
        });
        for (let call = 0; call < 3; call += 1) await client.call("getApps");
        expect(ports.size).toBe(1);
    });

    test("stops using a connection before the service closes it", async () => {
        const ports: (number | undefined)[] = [];
        const { client } = await record((_, response) => {
            ports.push(response.socket?.remotePort);
            // The client uses a connection for one second less than the service announces.
            response.setHeader("keep-alive", "timeout=2");
            return { body: { apps: [] } };
        });
        await client.call("getApps");
        await new Promise((resolve) => setTimeout(resolve, 1_200));
        await client.call("getApps");
        expect(new Set(ports).size).toBe(2);
    });

    test("uses a path below the base URL, with or without a trailing slash", async () => {
        const { url, received } = await record(() => ({ body: { apps: [] } }));
        await new Client({ url: `${url}//`, token: TOKEN }).call("getApps");
        expect(received[0]?.url).toBe("/v1/apps");
    });

    test.each([
        ["a/b", "/v1/owners/name/a%2Fb"],
        ["a:b?c#d&e=f", "/v1/owners/name/a%3Ab%3Fc%23d%26e%3Df"],
        ["100 %", "/v1/owners/name/100%20%25"],
        ["Größe → 東京", "/v1/owners/name/Gr%C3%B6%C3%9Fe%20%E2%86%92%20%E6%9D%B1%E4%BA%AC"],
        ["../users", "/v1/owners/name/..%2Fusers"],
        ["...", "/v1/owners/name/..."],
    ])("encodes %j in a path", async (owner_name, url) => {
        const { client, received } = await record(() => ({ status: 404, body: {} }));
        await client.call("getOwnerByName", { path: { owner_name } }).catch(() => undefined);
        expect(received.map((request) => request.url)).toEqual([url]);
    });

    test.each<[OperationName, Parts, string]>([
        ["getOwnerByName", { path: { owner_name: "a\ud800" } }, "path.owner_name"],
        ["getGroups", { query: { group_name: "\udfffb" } }, "query.group_name"],
    ])("rejects a lone surrogate in %s, because a URL cannot contain it", async (operation, parts, path) => {
        const { client, service } = await connect();
        const error = await failureOf(client.send(operation, parts));
        expect(error).toBeInstanceOf(InvalidCallError);
        expect(error.message).toContain(`${path} contains a lone surrogate`);
        expect(service.calls.all()).toEqual([]);
    });

    test.each(["", ".", ".."])("rejects %j in a path, because it would lead to another path", async (owner_name) => {
        const { client, received } = await record(() => ({ body: {} }));
        const error = await failureOf(client.call("getOwnerByName", { path: { owner_name } }));
        expect(error).toBeInstanceOf(InvalidCallError);
        expect(error.message).toContain("path.owner_name");
        expect(received).toEqual([]);
    });

    test("sets the time of the client to the date in the last response of the service", async () => {
        const now = Date.parse("2026-03-02T09:00:00.900Z");
        let date = "";
        const { url } = await record(() => ({ headers: { date }, body: { apps: [] } }));
        const client = new Client({ url, token: TOKEN }, () => now);
        expect(client.now()).toBe(now);
        for (const [given, expected] of [
            // The date has no milliseconds.
            [now, now],
            [now + 180_000, now + 179_100],
            [now - 12_000_000, now - 12_000_900],
            [Number.NaN, now - 12_000_900],
        ] as const) {
            date = new Date(given).toUTCString();
            await client.call("getApps");
            expect(client.now()).toBe(expected);
        }
    });

    test("omits query parameters that are undefined", async () => {
        const { client, received } = await record(() => ({ body: { results: [] } }));
        await client.call("getOwners", { query: { cursor: undefined } });
        expect(received[0]?.url).toBe("/v1/owners");
    });

    const refused: [OperationName, Parts, string][] = [
        ["getOwner", { path: { owner_id: "no id" } }, 'path.owner_id is "no id": it must be a UUID'],
        ["getOwners", { query: { page_size: 5000 } }, "query.page_size is 5000: Too big: expected number to be <=1000"],
        ["createOwner", { body: { name: 7, user_ids: [] } }, "body.name is 7: Invalid input: expected string"],
        ["createOwner", { body: { name: "x", user_ids: ["no id"] } }, 'body.user_ids.0 is "no id": it must be a UUID'],
        ["createOwner", {}, "body is required"],
        ["getGroups", { query: { tag_ids: [NOBODY, "no id"] } }, 'query.tag_ids.1 is "no id": it must be a UUID'],
        [
            "getGroups",
            { query: { group_nmae: "x" } },
            "query.group_nmae is not a parameter of this operation. Known query parameters:",
        ],
        ["getGroups", { query: { group_ids: [] } }, "query.group_ids is []: an empty list cannot be sent"],
        ["getGroups", { query: { tag_ids: [] } }, "query.tag_ids is []: an empty list cannot be sent"],
        ["getApp", { path: { app_id: NOBODY, group_id: NOBODY } }, "path.group_id is not a parameter"],
    ];
    test.each(refused)("%s with %j is not sent: %s", async (name, parts, said) => {
        const { client, service } = await connect();
        const error = await failureOf(client.send(name, parts));
        expect(error).toBeInstanceOf(InvalidCallError);
        expect(error.message).toContain(`was not sent: ${said}`);
        expect(error.message).toMatch(/\. Correct the parameters\.$/);
        expect(error.ambiguous).toBe(false);
        expect(service.calls.all()).toEqual([]);
    });
});

describe("the token", () => {
    test("is not shown when a client is printed", async () => {
        const { client } = await connect();
        await client.call("getUsers");
        expect(inspect(client, { depth: 20, showHidden: true })).not.toContain(TOKEN);
        expect(Object.values(client)).not.toContain(TOKEN);
    });

    test("is removed from messages of the service", async () => {
        const { client } = await record(() => ({
            status: 401,
            headers: { "x-request-id": `r-${TOKEN}` },
            body: { code: "x", message: `The token ${TOKEN} is not known.` },
        }));
        const error = await failureOf(client.call("getUsers"));
        expect(error.message).toContain("The token [token] is not known");
        expect(error.failure.requestId).toBe("r-[token]");
    });

    test("is removed from the error for an invalid response", async () => {
        const { client } = await record(() => ({ body: { apps: [{ [TOKEN]: 1 }], [TOKEN]: 2 } }));
        await failureOf(client.call("getApps"));
    });

    test("is not sent to the target of a redirect", async () => {
        const other = await record(() => ({ body: { apps: [] } }));
        const { client } = await record(() => ({ status: 302, headers: { location: `${other.url}/apps` }, body: "" }));
        await failureOf(client.call("getApps"));
        expect(other.received).toEqual([]);
    });

    test("is not sent to a proxy if the service is on this machine", async () => {
        const proxy = await record(() => ({ body: { apps: [] } }));
        for (const name of ["HTTP_PROXY", "http_proxy"]) vi.stubEnv(name, proxy.url);
        for (const name of ["NO_PROXY", "no_proxy"]) vi.stubEnv(name, "");
        const { client, received } = await record(() => ({ body: { apps: [] } }));
        await client.call("getApps").finally(() => vi.unstubAllEnvs());
        expect([proxy.received.length, received.length]).toEqual([0, 1]);
    });
});
