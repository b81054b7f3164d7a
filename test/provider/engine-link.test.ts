/** These tests kill real processes: a mock could not show how the operating system closes the connections of a dead engine. */
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

interface Engine {
    readonly address: EngineAddress;
    /** Number of connections that clients have opened. */
    readonly links: () => number;
    kill(): Promise<void>;
}

/** Starts a process that listens like an engine. With `closes`, it closes each connection after a moment. */
async function startEngine(closes = false): Promise<Engine> {
    const script = `
        const server = require("node:http2").createServer();
        server.on("session", (session) => {
            console.log("link");
            if (${closes}) setTimeout(() => session.close(), 100);
        });
        server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;
    const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    const [text] = await once(child.stdout, "data");
    let printed = "";
    child.stdout.on("data", (part) => {
        printed += part;
    });
    const kill = async () => {
        child.kill("SIGKILL");
        await once(child, "exit");
    };
    return { address: { host: "127.0.0.1", port: Number(text) }, links: () => printed.split("link").length - 1, kill };
}

describe("the engine's address", () => {
    const known = (args: readonly string[]) => engineAddress(engineOf(args) ?? "");
    const sdk = "/project/node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js";

    test("is the first argument of a dynamic provider", () => {
        expect(known(["node", sdk, "127.0.0.1:4711"])).toEqual({ host: "127.0.0.1", port: 4711 });
    });

    test.each([
        ["another program", ["node", "/project/program.js", "127.0.0.1:4711"]],
        ["port 0", ["node", sdk, "127.0.0.1:0"]],
        ["an argument that is not an address", ["node", sdk, "report"]],
        ["an address on another machine", ["node", sdk, "engine.example:4711"]],
        ["an address that starts with dns:", ["node", sdk, "dns:127.0.0.1:4711"]],
        ["an address with a user name", ["node", sdk, "user@127.0.0.1:4711"]],
        ["an address with a path", ["node", sdk, "127.0.0.1:4711/path"]],
        ["a command line without a script", ["node"]],
        ["a provider without arguments", ["node", sdk]],
        ["an empty command line", []],
    ])("is undefined for %s", (_, args) => {
        expect(known(args)).toBeUndefined();
    });
});

test("an engine is alive until it is killed", async () => {
    const { address, kill } = await startEngine();
    expect(await engineIsAlive(address)).toBe(true);
    await kill();
    expect(await engineIsAlive(address)).toBe(false);
});

test("the callback runs as soon as the engine dies", async () => {
    const { address, links, kill } = await startEngine();
    let isDead = false;
    const followed = followEngine(address, () => {
        isDead = true;
    });
    await expect.poll(links).toBe(1);
    expect(isDead).toBe(false);
    await kill();
    await followed;
    expect(isDead).toBe(true);
    // The callback followed the end of the only link, and not a check at an interval.
    expect(links()).toBe(1);
});

test("an engine that only closes the connection is still followed", async () => {
    const { address, links, kill } = await startEngine(true);
    let isDead = false;
    const followed = followEngine(address, () => {
        isDead = true;
    });
    await expect.poll(links).toBeGreaterThanOrEqual(2);
    expect(isDead).toBe(false);
    await kill();
    await followed;
    expect(isDead).toBe(true);
});

test("following an engine does not keep the process running", async () => {
    const { address } = await startEngine();
    const module = require.resolve("../../src/provider/engine-link.ts");
    const script = `require("ts-node").register({ transpileOnly: true, experimentalResolver: true });
        require(${JSON.stringify(module)}).followEngine(${JSON.stringify(address)}, () => process.exit(3));`;
    const child = spawn(process.execPath, ["-e", script], { stdio: "inherit" });
    children.push(child);
    expect(await once(child, "exit")).toEqual([0, null]);
});
