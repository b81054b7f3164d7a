/** `access-governance watch`, run as a separate process on a program whose group is changed outside Pulumi. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService } from "../../../src/local/service/index.js";
import { Workshop } from "../../adopt/accept/workshop.js";
import { alive } from "../../proofs/kills/processes.js";
import { startCommand } from "../command.js";

let workshop: Workshop;

beforeAll(async () => {
    workshop = await Workshop.open(
        join(__dirname, "../../adopt/accept/programs/literals"),
        await startService({ seed: "small" }),
    );
    await workshop.up();
});
afterAll(() => workshop.close());

/** @param until output after which the process gets a SIGTERM, as from a service manager */
async function watch(args: readonly string[], until?: string): Promise<{ code: number | null; output: string }> {
    const env = await workshop.environment();
    const { child, ended } = startCommand(["watch", "--cwd", workshop.folder, ...args], { env });
    let [output, isEnded] = ["", false];
    for (const stream of [child.stdout, child.stderr])
        stream.on("data", (text: string) => {
            output += text;
            // A second signal would end the process at once.
            if (until !== undefined && output.includes(until) && !isEnded) isEnded = child.kill("SIGTERM");
        });
    const { code } = await ended;
    return { code, output };
}

async function hide(): Promise<void> {
    const { service } = workshop;
    const cranes = service.store.groups.all().find(({ name }) => name === "Cranes");
    await fetch(`${service.url}/groups/${cranes?.group_id}/visibility`, {
        method: "PUT",
        headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
        body: JSON.stringify({ visibility: "LIMITED", visibility_group_ids: [] }),
    });
}

test("--once runs the check the first time, and then only after a change", async () => {
    const first = await watch(["--once"]);
    expect(first.output).toContain("running the check: no earlier check\n");
    expect(first.output).toContain("no drift (exit code 0)\n");
    expect(first.code).toBe(0);
    expect(await watch(["--once"])).toEqual({ code: 0, output: "" });
    await hide();
    const writes = workshop.service.calls.writes().length;
    const touched = await watch(["--once"]);
    expect(touched.output).toMatch(/^\S+Z \S+ by ada@tidewater\.example: Group cranes\n/);
    expect(touched.output).toMatch(/drift found \(exit code 7\)\n$/);
    expect(touched.code).toBe(7);
    expect(workshop.service.calls.writes()).toHaveLength(writes);
    expect(readFileSync(join(workshop.folder, ".access-watch.json"), "utf8")).not.toContain(workshop.service.token);
});

test("accepts another command as the check and another memory file", async () => {
    const memory = join(workshop.folder, "memory.json");
    const command = [process.execPath, "-e", "console.log('looked'); process.exitCode = 3"];
    const { code, output } = await watch(["--once", "--memory", memory, "--", ...command]);
    expect(output).toMatch(/\nlooked\n\S+ check failed \(exit code 3\)\n$/);
    expect(code).toBe(3);
    expect(existsSync(memory)).toBe(true);
});

test("a missing check command is an error, and the next run tries it again", async () => {
    const memory = ["--memory", join(workshop.folder, "none.json")];
    for (let run = 0; run < 2; run += 1) {
        const { code, output } = await watch(["--once", ...memory, "--", "no-such-command"]);
        expect(output).toContain('error: The check "no-such-command" could not be started');
        expect(code).toBe(1);
    }
});

test("without --once, runs until SIGTERM, which also ends a running check", async () => {
    const quick = await watch(["--memory", join(workshop.folder, "a.json"), "--", "true"], "no drift");
    expect(quick.code).toBe(0);
    const during = await watch(
        ["--memory", join(workshop.folder, "b.json"), "--", "sleep", "600"],
        "running the check",
    );
    expect(during.code).toBe(0);
    const nested = ["bash", "-c", "sleep 600 & echo started $! && wait"];
    const { code, output } = await watch(["--memory", join(workshop.folder, "c.json"), "--", ...nested], "started ");
    expect(code).toBe(0);
    const pid = Number(/started (\d+)/.exec(output)?.[1]);
    await expect.poll(() => alive([{ pid, command: "sleep 600" }])).toEqual([]);
});

test.each([
    [["--poll", "1"], "It must be a whole number, from 5 to 3600."],
    [["--cwd", "/nowhere"], "No Pulumi.yaml in /nowhere."],
])("%j is refused", async (args, message) => {
    const { code, output } = await watch(args);
    expect(output).toContain(message);
    expect(code).not.toBe(0);
});
