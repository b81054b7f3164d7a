/** Against processes that are really killed: a mock of the engine's death would close what the system closes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import {
    type EngineAddress,
    engineAddress,
    engineIsAlive,
    engineOf,
    followEngine,
} from "../../src/provider/engine-link.js";

const children: ChildProcess[] = [];

afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** A process that listens as an engine does; `closesAfter` is how long it bears with a connection, in milliseconds. */
async function startEngine(port = 0, closesAfter = 0): Promise<{ address: EngineAddress; kill(): Promise<void> }> {
    const script = `
        const server = require("node:http2").createServer();
        server.on("session", (session) => { if (${closesAfter}) setTimeout(() => session.close(), ${closesAfter}); });
        server.listen(${port}, "127.0.0.1", () => console.log(server.address().port));`;
    const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    const [text] = await once(child.stdout, "data");
    const kill = async () => {
        child.kill("SIGKILL");
        await once(child, "exit");
    };
    return { address: { host: "127.0.0.1", port: Number(text) }, kill };
}

describe("the engine's address", () => {
    const known = (args: readonly string[]) => engineAddress(engineOf(args) ?? "");
    const sdk = "/project/node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js";

    test("is the first argument of a dynamic provider", () => {
        expect(known(["node", sdk, "127.0.0.1:4711"])).toEqual({ host: "127.0.0.1", port: 4711 });
    });

    test.each([
        ["another program", ["node", "/project/program.js", "127.0.0.1:4711"]],
        ["no engine that listens", ["node", sdk, "127.0.0.1:0"]],
        ["no address", ["node", sdk, "report"]],
        ["another machine", ["node", sdk, "engine.example:4711"]],
        ["an engine that runs its providers again", ["node", sdk, "dns:127.0.0.1:4711"]],
        ["an address with something before it", ["node", sdk, "user@127.0.0.1:4711"]],
        ["an address with something after it", ["node", sdk, "127.0.0.1:4711/path"]],
        ["nothing at all", ["node"]],
        ["no first argument", ["node", sdk]],
        ["nothing", []],
    ])("is not known for %s", (_, args) => {
        expect(known(args)).toBeUndefined();
    });
});

test("an engine is alive until it is killed", async () => {
    const { address, kill } = await startEngine();
    expect(await engineIsAlive(address)).toBe(true);
    await kill();
    expect(await engineIsAlive(address)).toBe(false);
});

test("the death of an engine is noticed at once", async () => {
    const { address, kill } = await startEngine();
    let isDead = false;
    const followed = followEngine(address, () => {
        isDead = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isDead).toBe(false);
    await kill();
    const since = Date.now();
    await followed;
    expect(isDead).toBe(true);
    expect(Date.now() - since).toBeLessThan(2_000);
});

test("an engine that only closes the link is followed on", async () => {
    const { address, kill } = await startEngine(0, 100);
    let isDead = false;
    const followed = followEngine(address, () => {
        isDead = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(isDead).toBe(false);
    await kill();
    await followed;
    expect(isDead).toBe(true);
});

test("following keeps no process running", async () => {
    const { address } = await startEngine();
    const module = require.resolve("../../src/provider/engine-link.ts");
    const script = `require("ts-node").register({ transpileOnly: true, experimentalResolver: true });
        require(${JSON.stringify(module)}).followEngine(${JSON.stringify(address)}, () => process.exit(3));`;
    const child = spawn(process.execPath, ["-e", script], { stdio: "inherit" });
    children.push(child);
    expect(await once(child, "exit")).toEqual([0, null]);
});
