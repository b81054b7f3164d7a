import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DEFAULT_TOKEN, type Organization } from "../../src/local/service/index.js";
import { expect } from "./step-error.js";

const COMMAND = join(__dirname, "../../dist/cli/main.js");

/** The local service as a process of its own. */
export class LocalService {
    private constructor(
        readonly url: string,
        private readonly process: ChildProcess,
    ) {}

    static async start(): Promise<LocalService> {
        const child = spawn(process.execPath, [COMMAND, "serve", "--port", "0"], {
            stdio: ["ignore", "pipe", "inherit"],
        });
        const [line] = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
        const url = /http:\S+/.exec(`${line}`)?.[0];
        expect(url !== undefined, `access-governance serve did not start: ${line}`);
        return new LocalService(url, child);
    }

    async close(): Promise<void> {
        const ended = once(this.process, "exit");
        this.process.kill();
        await ended;
    }

    async call<Answer = unknown>(method: string, path: string, body?: object): Promise<Answer> {
        const answer = await fetch(new URL(path, `${this.url}/`), {
            method,
            headers: { authorization: `Bearer ${DEFAULT_TOKEN}`, "content-type": "application/json" },
            ...(body && { body: JSON.stringify(body) }),
        });
        expect(answer.ok, `${method} ${path}: ${answer.status} ${answer.ok ? "" : await answer.text()}`);
        return (await answer.json()) as Answer;
    }

    snapshot(): Promise<Organization> {
        return this.call("GET", "../control/snapshot");
    }
}
