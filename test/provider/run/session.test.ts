import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { Session } from "../../../src/provider/run/session.js";

const config: Record<string, string> = {
    "access-governance:url": "http://127.0.0.1:9/v1",
    "access-governance:token": "t",
};
const configured = (lines: string[] = []) => {
    const session = new Session((line) => lines.push(line));
    session.configure({ get: (key) => config[key] });
    return session;
};

describe("the session", () => {
    it("keeps its state when it is configured again", () => {
        const session = configured();
        const { scope } = session;
        session.configure({ get: (key) => config[key] });
        expect(session.scope).toBe(scope);
    });

    it("reports wrong settings only when they are needed", () => {
        const session = new Session(() => undefined);
        session.configure({ get: () => undefined });
        expect(session.problem?.message).toContain("access-governance:url");
        expect(() => session.scope).toThrow("access-governance:url");
    });

    it("prints a message once for each resource, and uses the id if the resource has no name", () => {
        const lines: string[] = [];
        const session = configured(lines);
        const team = { kind: "Group", name: "team", parent: "" };
        for (const resource of [team, { ...team }, { ...team, parent: "urn:one" }, { ...team, name: "" }]) {
            session.tell(resource, " drifted", "9");
            session.tell(resource, " drifted", "9");
        }
        session.tell(team, " is replaced");
        expect(lines).toEqual([
            'Group "team" drifted',
            'Group "team" drifted',
            'Group "9" drifted',
            'Group "team" is replaced',
        ]);
    });

    it("prints a summary at the end that counts each object once, or nothing without findings", () => {
        const lines: string[] = [];
        const session = configured(lines);
        session.end();
        expect(lines).toEqual([]);
        const [one, two] = ["one", "two"].map((name) => ({ kind: "Group", name, parent: "" }));
        for (const resource of [one, one, two]) if (resource) session.note("drifted", resource);
        for (const resource of [one, two]) if (resource) session.note("conflict", resource);
        if (two) session.note("deleted outside", two);
        session.end();
        expect(lines).toEqual(["In all: 2 drifted, 1 deleted outside, 2 conflicts"]);
    });

    it("prints how long the service wants it to wait", async () => {
        const lines: string[] = [];
        const server = createServer((_, response) => response.writeHead(429, { "retry-after": "60" }).end("{}"));
        await once(server.listen(0, "127.0.0.1"), "listening");
        const { port } = server.address() as AddressInfo;
        const stop = new AbortController();
        const session = new Session((line) => {
            lines.push(line);
            stop.abort();
        });
        const settings: Record<string, string> = { ...config, "access-governance:url": `http://127.0.0.1:${port}/v1` };
        session.configure({ get: (key) => settings[key] });
        const call = session.scope.client.call("getApps", {}, { signal: stop.signal });
        await expect(call).rejects.toThrow("was aborted by its caller");
        server.close();
        expect(lines).toEqual(["The service requested a wait of 60 s before attempt 2 of 5: GET /apps returned 429."]);
    });
});
