// A Node process that runs commands one after the other, each with the folder, environment and outputs of the requesting process.
// Modules that a command loads stay loaded for the next one. See warm.ts and run.sh.
const { Readable } = require("node:stream");

process.on("disconnect", () => process.exit());
process.on("message", async (secret, socket) => {
    const lines = new Records(socket);
    const given = await lines.next();
    if (given === secret) await answer(lines, socket);
    socket.destroy();
    process.send("idle");
});

async function answer(lines, socket) {
    const [script, folder, count] = [await lines.next(), await lines.next(), Number(await lines.next())];
    const args = [];
    while (args.length < count) args.push(await lines.next());
    const env = {};
    for (let entry = await lines.next(); entry !== ""; entry = await lines.next()) {
        const at = entry.indexOf("=");
        env[entry.slice(0, at)] = entry.slice(at + 1);
    }
    const exitCode = await inPlace(folder, env, socket, lines, () => require(script).main(args));
    lines.isLast = true;
    await new Promise((resolve) => socket.end(`end ${exitCode}\n`, resolve));
}

/** Runs a command as if this process had been started only for it. */
async function inPlace(folder, env, socket, lines, command) {
    const own = { stdin: Object.getOwnPropertyDescriptor(process, "stdin"), exit: process.exit };
    const writes = ["stdout", "stderr"].map((name) => [name, process[name].write]);
    for (const [name] of writes) {
        process[name].write = (data, encoding, done = encoding) => {
            const bytes = Buffer.from(data, typeof encoding === "string" ? encoding : "utf8");
            if (bytes.length > 0) socket.write(Buffer.concat([Buffer.from(`${name} ${bytes.length}\n`), bytes]));
            if (typeof done === "function") done();
            return true;
        };
    }
    const stdin = Readable.from(
        (async function* () {
            socket.write("stdin 0\n");
            yield Buffer.from(await lines.next("\n"), "base64");
        })(),
    );
    Object.defineProperty(process, "stdin", { value: stdin, configurable: true });
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, env);
    process.chdir(folder);
    process.exitCode = undefined;
    try {
        return await new Promise((resolve, reject) => {
            process.exit = (code) => resolve(code ?? process.exitCode ?? 0);
            command().then((code) => resolve(code ?? process.exitCode ?? 0), reject);
        });
    } catch (error) {
        console.error(error);
        return 255;
    } finally {
        process.exit = own.exit;
        process.exitCode = undefined;
        for (const [name, write] of writes) process[name].write = write;
        Object.defineProperty(process, "stdin", own.stdin);
        process.chdir("/");
    }
}

/** Reads a socket in parts that end with a separator. */
class Records {
    /** Whether the socket has ended. */
    isLast = false;
    #rest = "";
    #waiting;

    constructor(socket) {
        socket.setEncoding("utf8");
        socket.on("data", (text) => {
            this.#rest += text;
            this.#waiting?.();
        });
        // The requesting process was killed, so the command is killed as well.
        socket.on("close", () => this.isLast || process.exit());
        socket.on("error", () => {});
    }

    async next(end = "\0") {
        while (!this.#rest.includes(end)) await new Promise((resolve) => (this.#waiting = resolve));
        this.#waiting = undefined;
        const at = this.#rest.indexOf(end);
        const record = this.#rest.slice(0, at);
        this.#rest = this.#rest.slice(at + 1);
        return record;
    }
}
