/** Runs of the command in a separate process, which is killed or interrupted. No test objects may remain after its cleanup or the next run. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { failures, TriedOrganization } from "./organization.js";

/** Number of writes in a complete run, including its cleanup. */
const WRITES = 250;

/** Kinds that are skipped by default and can be deleted. */
const INCLUDED = "Delegation,EventStream,User,GroupMessageChannels,GroupOnCallSchedules,ResourceMessageChannels";
/** Number of runs that are killed, at points spread over all writes. */
const COUNT = Number(process.env.VERIFY_KILLS ?? 8);
const POINTS = Array.from({ length: COUNT }, (_, at) => 1 + Math.floor((at * (WRITES - 1)) / (COUNT - 1)));

test.concurrent.each(POINTS.map((point) => [point]))(
    "the next run cleans up after a run killed after write %i",
    async (point) => {
        const organization = await TriedOrganization.start();
        try {
            const { exitCode, signalCode, writes } = await runUntil(organization, point, (child) =>
                child.kill("SIGKILL"),
            );
            expect({ exitCode, signalCode }).toEqual({ exitCode: null, signalCode: "SIGKILL" });
            expect(writes).toBeGreaterThanOrEqual(point);
            const next = await organization.run({ only: ["Tag"] });
            expect(failures(next)).toEqual([]);
            expect(next.left).toEqual([]);
            expect(organization.changes()).toEqual([]);
            expect(existsSync(`${organization.journal}.lock`)).toBe(false);
        } finally {
            await organization.close();
        }
    },
);

test.each([
    ["SIGINT", 1],
    ["SIGINT", 60],
    ["SIGTERM", 130],
] as const)("a run interrupted by %s after write %i cleans up before it exits", async (signal, point) => {
    const organization = await TriedOrganization.start();
    try {
        const { exitCode, stdout } = await runUntil(organization, point, (child) => child.kill(signal));
        expect(exitCode).toBe(130);
        expect(stdout).toContain("Interrupted. ");
        expect(organization.changes()).toEqual([]);
        expect(organization.hasJournal).toBe(false);
    } finally {
        await organization.close();
    }
});

test("a second signal ends the run immediately, and the next run cleans up", async () => {
    const organization = await TriedOrganization.start();
    try {
        const { exitCode } = await runUntil(organization, 60, (child) => {
            // Printed when the process has received the first signal: two pending signals would count as one.
            child.stderr?.on("data", (text) => {
                if (String(text).includes("Press Ctrl-C again")) child.kill("SIGINT");
            });
            child.kill("SIGINT");
        });
        expect(exitCode).toBe(130);
        expect(organization.changes()).not.toEqual([]);
        await organization.run({ only: ["Tag"] });
        expect(organization.changes()).toEqual([]);
    } finally {
        await organization.close();
    }
});

/** Runs the command as a process, and calls `then` once the service has handled `point` writes. */
async function runUntil(
    { service, journal }: TriedOrganization,
    point: number,
    then: (child: ChildProcess) => unknown,
) {
    const main = join(__dirname, "../../../dist/cli/main.js");
    const args = [main, "verify", "--write", "--yes", "--include", INCLUDED, "--journal", journal];
    const child = spawn(process.execPath, args, {
        env: {
            ...process.env,
            ACCESS_GOVERNANCE_URL: service.url,
            ACCESS_GOVERNANCE_TOKEN: service.token,
            ACCESS_GOVERNANCE_READS_PER_SECOND: "100000",
        },
        stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    child.stdout.on("data", (part) => {
        stdout += part;
    });
    child.stderr.resume();
    let isReached = false;
    service.calls.onAnswer = () => {
        if (isReached || service.calls.writes().length < point) return;
        isReached = true;
        void then(child);
    };
    await once(child, "close");
    service.calls.onAnswer = undefined;
    return { exitCode: child.exitCode, signalCode: child.signalCode, stdout, writes: service.calls.writes().length };
}
