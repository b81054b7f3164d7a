/** Whole runs of a stack whose file contains an address to which the token of the environment does not belong. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { type Service, startService } from "../../src/local/service/index.js";

let service: Service;
let before: ReturnType<Service["snapshot"]>;
let listener: Server;
/** The address of the listener. */
let there: string;
/** Every request to the listener, with its authorization. */
const requests: string[] = [];
let stack: Stack | undefined;

beforeAll(async () => {
    service = await startService({ seed: "small" });
    before = service.snapshot();
    listener = createServer(({ method, url, headers }, response) => {
        requests.push(`${method} ${url} ${headers.authorization}`);
        response.writeHead(401, { "content-type": "application/json" }).end('{"code":401,"message":"Unknown token"}');
    });
    listener.on("connection", () => requests.push("connection"));
    listener.listen(0, "127.0.0.1");
    await once(listener, "listening");
    // A server that listens on a port has an object as its address.
    there = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/v1`;
});
afterEach(async () => {
    await stack?.close();
    stack = undefined;
    requests.length = 0;
    service.calls.clear();
    service.store.restore(before);
});
afterAll(async () => {
    listener.closeAllConnections();
    listener.close();
    await service.close();
});

async function opened(form: string, config: Readonly<Record<string, string>>, url: string): Promise<Stack> {
    stack = await openStack({
        program: join(__dirname, "../programs/settings"),
        engine: "local",
        config: { "settings:form": form, "settings:owners": "Address", ...config },
        env: {
            ACCESS_GOVERNANCE_URL: url,
            ACCESS_GOVERNANCE_TOKEN: service.token,
            OPAL_AUTH_TOKEN: "",
            ACCESS_GOVERNANCE_ALLOW_HTTP: "true",
        },
    });
    return stack;
}

const named = (name: string) => service.store.owners.all().filter((owner) => owner.name === name);

describe.each(["dynamic", "plugin"])("with %s resources, the token of the environment", (form) => {
    test.each([
        ["without an address in the environment", () => ""],
        ["with another address in the environment", () => service.url],
    ])("is not sent to the address in the file of the stack, %s", async (_, url) => {
        const open = await opened(
            form,
            { "access-governance:url": there, "access-governance:allowHttp": "true" },
            url(),
        );
        for (const run of [await open.preview(), await open.up()]) {
            expect(run.exitCode, run.output).not.toBe(0);
            expect(run.output).toContain("ACCESS_GOVERNANCE_URL");
            expect(run.output).not.toContain(service.token);
        }
        expect([requests, service.calls.all()]).toEqual([[], []]);
    });

    test("is sent to the address in the file of the stack if the environment has the same address", async () => {
        const run = await (await opened(form, { "access-governance:url": there }, `${there}/`)).up();
        expect(run.exitCode, run.output).not.toBe(0);
        expect(requests.filter((line) => line.endsWith(`Bearer ${service.token}`))).not.toEqual([]);
    });

    test("is not sent to the address in the state after the file of the stack was changed", async () => {
        const open = await opened(form, { "access-governance:url": service.url }, service.url);
        const run = await open.up();
        expect(run.exitCode, run.output).toBe(0);
        expect(named("Address")).toHaveLength(1);
        service.calls.clear();
        await open.setConfig("access-governance:url", there);
        for (const next of [await open.preview(), await open.up()]) expect(next.exitCode, next.output).not.toBe(0);
        expect([requests, service.calls.writes()]).toEqual([[], []]);
        await open.setConfig("access-governance:url", service.url);
        // For dynamic resources, the failed run has stored the other address, which `destroy` uses.
        await open.destroy();
        expect((await open.up()).exitCode).toBe(0);
        expect((await open.destroy()).exitCode).toBe(0);
        expect([requests, named("Address")]).toEqual([[], []]);
    });
});

describe.each(["dynamic", "plugin"])("with %s resources, the token of the stack", (form) => {
    test("is not sent to the address in the environment", async () => {
        const open = await opened(form, { "access-governance:token": "of-the-stack" }, there);
        for (const run of [await open.preview(), await open.up()]) {
            expect(run.exitCode, run.output).not.toBe(0);
            expect(run.output).toContain("access-governance:url");
        }
        expect(requests).toEqual([]);
    });

    test("is sent to the address of the stack, whatever the environment contains", async () => {
        const own = { "access-governance:url": service.url, "access-governance:token": service.token };
        const open = await opened(form, own, there);
        const run = await open.up();
        expect(run.exitCode, run.output).toBe(0);
        expect(named("Address")).toHaveLength(1);
        expect((await open.destroy()).exitCode).toBe(0);
        expect(requests).toEqual([]);
    });
});
