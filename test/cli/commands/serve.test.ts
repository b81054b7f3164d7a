import { once } from "node:events";
import { createServer } from "node:net";
import { Command, CommanderError } from "commander";
import { describe, expect, test } from "vitest";
import { addServe } from "../../../src/cli/commands/serve.js";
import { answerOf } from "../../local/service/harness.js";
import { type RunningCommand, startCommand } from "../command.js";

/** Waits until a command has printed a text on standard output. */
async function until({ child, output }: RunningCommand, text: RegExp): Promise<RegExpMatchArray> {
    for (;;) {
        const match = output.stdout.match(text);
        if (match) return match;
        if (child.exitCode !== null) throw new Error(`It ended: ${output.stdout}${output.stderr}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
}

describe("access-governance serve", () => {
    test("responds at the printed URL, logs each call, and exits with 0 on SIGINT", async () => {
        const run = startCommand(["serve", "--port", "0", "--token", "my-token", "--verbose"]);
        const [, url] = await until(run, /export ACCESS_GOVERNANCE_URL=(\S+)/);
        expect(run.output.stdout).toContain("export ACCESS_GOVERNANCE_TOKEN=my-token");
        const headers = { authorization: "Bearer my-token" };
        const response = await fetch(`${url}/users/whoami`, { headers });
        expect(await response.json()).toMatchObject({ full_name: "Ada Brandt" });
        const [line] = await until(run, /^GET .*$/m);
        expect(line).toMatch(/^GET \/users\/whoami getCurrentUser 200 [\d.]+ ms$/);
        run.child.kill("SIGINT");
        expect((await run.ended).code).toBe(0);
        expect(run.output.stderr).toBe("");
    });

    test("accepts member tokens and a fixed clock", async () => {
        const member = ["--member-token", "bruno@tidewater.example=b=1", "--member-token", "dana@tidewater.example=d"];
        const run = startCommand(["serve", "--port", "0", "--clock", "2026-05-01", ...member]);
        const [, url] = await until(run, /export ACCESS_GOVERNANCE_URL=(\S+)/);
        const get = async (token: string, path: string) => {
            const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
            return answerOf(response);
        };
        expect((await get("b=1", "/users/whoami")).body).toMatchObject({ full_name: "Bruno Castell" });
        expect((await get("d", "/tokens")).status).toBe(403);
        const { body } = await get("local-token", "/tokens");
        expect(body.results.map((token: { created_at: string }) => token.created_at)).toEqual(
            Array(3).fill("2026-05-01T00:00:00.000Z"),
        );
        run.child.kill("SIGTERM");
        expect((await run.ended).code).toBe(0);
    });

    test("warns if other machines can reach it, and exits with 0 on SIGTERM", async () => {
        const run = startCommand(["serve", "--port", "0", "--host", "0.0.0.0"]);
        await until(run, /Ctrl-C/);
        expect(run.output.stderr).toMatch(/^warning: listening on 0\.0\.0\.0: .*\.\n$/);
        run.child.kill("SIGTERM");
        expect((await run.ended).code).toBe(0);
    });

    test("reports a port in use in one sentence, with exit code 1", async () => {
        const server = createServer().listen(0, "127.0.0.1");
        await once(server, "listening");
        const address = server.address();
        const port = typeof address === "object" ? String(address?.port) : "";
        const run = startCommand(["serve", "--port", port]);
        expect((await run.ended).code).toBe(1);
        server.close();
        expect(run.output.stderr).toBe(
            `error: Cannot listen on 127.0.0.1:${port}: the port is in use; choose another one, or 0 for any free port.\nhelp: npx --no-install access-governance explain StartError\n`,
        );
    });

    test.each([
        ["/dev/null/x", "error: Cannot write /dev/null/x.lock: ENOTDIR: not a directory.\n"],
        [`/tmp/${"x".repeat(300)}`, /^error: Cannot write .*: ENAMETOOLONG: name too long\.\n/],
        ["/dev/null", "error: Cannot store the organization in /dev/null: it is not a regular file.\n"],
    ])("reports that data cannot be stored in %s, with exit code 1", async (file, sentence) => {
        const run = startCommand(["serve", "--port", "0", "--data", file]);
        expect((await run.ended).code).toBe(1);
        if (typeof sentence === "string") {
            expect(run.output.stderr).toBe(`${sentence}help: npx --no-install access-governance explain StartError\n`);
        } else expect(run.output.stderr).toMatch(sentence);
    });

    test("reports a usage error with exit code 2", async () => {
        const run = startCommand(["serve", "--port", "70000"]);
        expect((await run.ended).code).toBe(2);
        expect(run.output.stderr).toMatch(/^error: option '--port <number>' argument '70000' is invalid\./);
        expect(run.output.stderr).not.toMatch(/^\s+at /m);
    });
});

describe("usage", () => {
    /** Returns the output for arguments that do not start the service. */
    function usageOf(...args: string[]): string {
        let text = "";
        const print = (more: string) => {
            text += more;
        };
        const program = new Command().exitOverride().configureOutput({ writeOut: print, writeErr: print });
        addServe(program);
        expect(() => program.parse(args, { from: "user" })).toThrow(CommanderError);
        return text;
    }

    test.each([
        [["serve", "--port", "70000"], "It must be a whole number, from 0 to 65535."],
        [["serve", "--port", "http"], "It must be a whole number, from 0 to 65535."],
        [["serve", "--latency", "-5"], "It must be a whole number, 0 or more."],
        [["serve", "--member-token", "bruno@tidewater.example"], "It must be an email and a token, such as"],
        [["serve", "--nothing"], "unknown option '--nothing'"],
        [["reserve"], "unknown command 'reserve'"],
    ])("%j is refused", (args, message) => {
        expect(usageOf(...args)).toContain(message);
    });
});
