/** The read-only proxy forwards only reads of the API: no writes, other paths, redirects or tokens. */
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type ReadOnlyService, startReadOnlyService } from "../../../src/cli/mcp/read-only-service.js";
import { type Service, startService } from "../../../src/local/service/index.js";

let service: Service;
let proxy: ReadOnlyService;
const opened: { close(): unknown }[] = [];

beforeAll(async () => {
    service = await startService({ token: "a-token-of-the-service" });
    proxy = await startReadOnlyService(service.url, service.token);
});
afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
});
afterAll(async () => {
    await proxy.close();
    await service.close();
});

/** Sends the path unchanged. Unlike `fetch`, it does not resolve `..`. */
function ask(
    method: string,
    path: string,
    { token = proxy.token, to = proxy, body = "" } = {},
): Promise<{ status: number; text: string }> {
    const { port } = new URL(to.url);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    return new Promise((resolve, reject) => {
        const sent = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
            let text = "";
            response.on("data", (part) => {
                text += part;
            });
            response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
        });
        sent.on("error", reject);
        sent.end(body);
    });
}

async function listening(server: Server): Promise<string> {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    opened.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`; // the server listens on a port
}

test("forwards reads with their query and body", async () => {
    expect(await ask("GET", "/v1/groups?page_size=1")).toMatchObject({ status: 200 });
    const query = JSON.stringify({ query: { principal_filter: {} } });
    expect((await ask("POST", "/v1/queries/run", { body: query })).status).not.toBe(403);
});

test.each([
    ["PUT", "/v1/groups"],
    ["POST", "/v1/groups"],
    ["POST", "/v1/queries/run/../../groups"],
    ["DELETE", "/v1/groups/x"],
    ["PATCH", "/v1/groups/x"],
    ["GET", "/v1/../control/calls"],
    ["GET", "/v1/%2e%2e/control/calls"],
    ["GET", "/v1/..%2fcontrol/calls"],
    ["GET", "/v1/..;/control/calls"],
    ["GET", "/v1/groups/x/nothing"],
    ["GET", "/control/calls"],
    ["GET", "/"],
])("%s %s is refused", async (method, path) => {
    service.calls.clear();
    expect(await ask(method, path)).toMatchObject({ status: 403 });
    expect(service.calls.all()).toEqual([]);
});

test("refuses any other token, including the service's own", async () => {
    for (const token of ["", "x", service.token, "ü".repeat(36)].filter((one) => !/[^\x20-\x7e]/.test(one)))
        expect(await ask("GET", "/v1/groups", { token })).toMatchObject({ status: 401 });
});

test("returns a redirect without following it, so the token is not sent elsewhere", async () => {
    const seen: string[] = [];
    const elsewhere = await listening(
        createServer((asked, answer) => {
            seen.push(String(asked.headers.authorization));
            answer.end("{}");
        }),
    );
    const moved = await listening(
        createServer((_, answer) => {
            answer.writeHead(302, { location: elsewhere }).end();
        }),
    );
    const other = await startReadOnlyService(moved, "secret");
    opened.push(other);
    expect(await ask("GET", "/v1/groups", { to: other, token: other.token })).toMatchObject({ status: 302 });
    expect(seen).toEqual([]);
});

test("removes the token from a response that echoes the request", async () => {
    const echo = await listening(
        createServer((asked, answer) => {
            answer.writeHead(400).end(JSON.stringify({ message: `sent ${asked.headers.authorization}` }));
        }),
    );
    const other = await startReadOnlyService(echo, "secret-of-the-service");
    opened.push(other);
    const { text } = await ask("GET", "/v1/groups", { to: other, token: other.token });
    expect(text).toBe('{"message":"sent Bearer …"}');
});

test("replaces names and emails by numbers in every string of a response", async () => {
    const users = [
        {
            user_id: "00000001-0000-4000-8000-000000000000",
            email: "ada@tidewater.example",
            full_name: 'Ada "the \\ first" Brandt',
            first_name: "Ada",
            last_name: "Brandt",
            position: "",
        },
    ];
    const named = await listening(
        createServer((asked, answer) => {
            const isList = asked.url?.startsWith("/v1/users");
            const late = {
                user_id: "00000002-0000-4000-8000-000000000000",
                email: "late@tidewater.example",
                full_name: "Late Comer",
            };
            const description = `Ask ${users[0]?.full_name}-on-call, Late Comer or josé@ünder.example. ${"Z".repeat(400_000)}`;
            answer.setHeader("content-type", "application/json");
            answer.end(JSON.stringify(isList ? { results: users } : { results: [{ description }, late] }));
        }),
    );
    const other = await startReadOnlyService(named, "secret", true);
    opened.push(other);
    const { text } = await ask("GET", "/v1/groups", { to: other, token: other.token });
    expect(text.replace(/Z+/, "")).toBe(
        JSON.stringify({
            results: [
                { description: "Ask Person 1-on-call, Person 2 or unknown@people.invalid. " },
                {
                    user_id: "00000002-0000-4000-8000-000000000000",
                    email: "person-2@people.invalid",
                    full_name: "Person 2",
                },
            ],
        }),
    );
    const { text: list } = await ask("GET", "/v1/users", { to: other, token: other.token });
    expect(list).not.toMatch(/Ada|Brandt|tidewater/);
});

test("responds with 502 if the service is unreachable", async () => {
    const closed = await listening(createServer());
    for (const one of opened.splice(0)) await one.close();
    const other = await startReadOnlyService(closed, "secret");
    opened.push(other);
    const { status, text } = await ask("GET", "/v1/groups", { to: other, token: other.token });
    expect(status).toBe(502);
    expect(text).not.toContain("secret");
});
