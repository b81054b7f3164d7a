/**
 * Processes that wait for commands of tests, since starting Node and loading an engine or a library takes several times as long as most
 * commands. The stand-ins on PATH use them through run.sh. The variable WARM has their address.
 */
import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";

const secret = randomUUID();
const idle: ChildProcess[] = [];
let address: Promise<string> | undefined;

/** Environment variable for processes whose commands may run in a waiting process. */
export async function warm(): Promise<{ WARM: string }> {
    address ??= listen();
    return { WARM: await address };
}

async function listen(): Promise<string> {
    const server = createServer({ pauseOnConnect: true }, (socket) => (idle.pop() ?? worker()).send(secret, socket));
    server.listen(0, "127.0.0.1").unref();
    await once(server, "listening");
    return `${(server.address() as AddressInfo).port}:${secret}`; // it listens on a port, so its address is an object
}

/** Starts a worker, which runs one command at a time and exits with this process. */
function worker(): ChildProcess {
    const child = fork(join(__dirname, "worker.cjs"), { stdio: ["ignore", "inherit", "inherit", "ipc"], execArgv: [] });
    child.on("message", () => idle.push(child));
    child.on("exit", () => idle.includes(child) && idle.splice(idle.indexOf(child), 1));
    child.unref();
    child.channel?.unref();
    return child;
}
