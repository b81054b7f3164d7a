import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, onTestFinished } from "vitest";
import { type Service, type ServiceOptions, startService } from "../../../src/local/service/index.js";
import { type Answer, answerOf } from "./answer.js";

export { type Answer, answerOf, NOBODY } from "./answer.js";

export interface Harness {
    readonly service: Service;
    /** Makes a call in process, with the token of the service. */
    call(method: string, path: string, body?: unknown): Promise<Answer>;
    /** Makes a call with another token, or without a token if it is null. */
    callAs(token: string | null, method: string, path: string, body?: unknown): Promise<Answer>;
    get(path: string): Promise<Answer>;
    post(path: string, body?: unknown): Promise<Answer>;
    put(path: string, body?: unknown): Promise<Answer>;
    delete(path: string): Promise<Answer>;
    /** The record with this name. The test fails if there is none. */
    named<T extends { name?: string }>(records: readonly T[], name: string): T;
}

const running: Service[] = [];

afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.close()));
});

/** Starts a service for one test. It is closed when the test ends. */
export async function open(options: ServiceOptions = {}): Promise<Harness> {
    const service = await startService(options);
    running.push(service);
    const callAs: Harness["callAs"] = async (token, method, path, body) => {
        const headers = {
            ...(token !== null && { authorization: `Bearer ${token}` }),
            "content-type": "application/json",
        };
        const init = body === undefined ? {} : { body: JSON.stringify(body) };
        return answerOf(await service.fetch(new Request(service.url + path, { method, headers, ...init })));
    };
    const call: Harness["call"] = (method, path, body) => callAs(service.token, method, path, body);
    return {
        service,
        call,
        callAs,
        get: (path) => call("GET", path),
        post: (path, body) => call("POST", path, body),
        put: (path, body) => call("PUT", path, body),
        delete: (path) => call("DELETE", path),
        named(records, name) {
            const found = records.find((record) => record.name === name);
            if (!found) throw new Error(`The organization has no ${name}.`);
            return found;
        },
    };
}

/** Creates a folder for one test. It is removed when the test ends. */
export function temporaryFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), "local-service-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return folder;
}
