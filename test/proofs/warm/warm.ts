/**
 * Processes that wait for commands of tests: to start Node and to load an engine or a library takes several times as long as most
 * commands. The stand-ins on PATH ask for one (run.sh); whoever starts them says where, with the variable WARM.
 */
import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";

const secret = randomUUID();
const idle: ChildProcess[] = [];
let address: Promise<string> | undefined;

/** The variable for processes whose commands may run in a waiting one. */
export async function warm(): Promise<{ WARM: string }> {
    address ??= listen();
    return { WARM: await address };
}

async function listen(): Promise<string> {
    const server = createServer({ pauseOnConnect: true }, (socket) => (idle.pop() ?? worker()).send(secret, socket));
    server.listen(0, "127.0.0.1").unref();
    await once(server, "listening");
    return `${(server.address() as AddressInfo).port}:${secret}`; // with a port its address is no path
}

/** Runs one command at a time, so there are as many as run at once. It ends with this process. */
function worker(): ChildProcess {
    const child = fork(join(__dirname, "worker.cjs"), { stdio: ["ignore", "inherit", "inherit", "ipc"], execArgv: [] });
    child.on("message", () => idle.push(child));
    child.on("exit", () => idle.includes(child) && idle.splice(idle.indexOf(child), 1));
    child.unref();
    child.channel?.unref();
    return child;
}
