import { describe, expect, it } from "vitest";
import { Session } from "../../src/provider/session.js";

const config: Record<string, string> = {
    "access-governance:url": "http://127.0.0.1:9/v1",
    "access-governance:token": "t",
};
const configured = (lines: string[] = []) => {
    const session = new Session((line) => lines.push(line));
    session.configure({ get: (key) => config[key] });
    return session;
};

describe("session", () => {
    it("is one for all kinds: a later configure keeps what is known", () => {
        const session = configured();
        const { scope } = session;
        session.configure({ get: (key) => config[key] });
        expect(session.scope).toBe(scope);
    });

    it("keeps what is wrong with the settings until it is asked", () => {
        const session = new Session(() => undefined);
        session.configure({ get: () => undefined });
        expect(session.problem).toContain("access-governance:url");
        expect(() => session.scope).toThrow("access-governance:url");
    });

    it("says a thing once", () => {
        const lines: string[] = [];
        const session = configured(lines);
        session.tell("drift a name", "a drifted");
        session.tell("drift a name", "a drifted, again");
        session.tell("drift b name", "b drifted");
        expect(lines).toEqual(["a drifted", "b drifted"]);
    });
});
