// The process of a Host (host.ts): it loads the SDK once and then runs scripts of the SDK one after the other, each as in a
// process of its own. Modules, listeners and changes of `process` by a script are removed with it; modules loaded before the first script stay.
//
// In: a line of JSON on the standard input for each script, and one to end a script that serves. Out: what the script
// prints, and after its end a line on both outputs with the mark and its exit code.

require("./lazy-sdk.js");
const { EventEmitter } = require("node:events");
const fs = require("node:fs");
const Module = require("node:module");
const { dirname, join, sep } = require("node:path");
const vm = require("node:vm");

/** How often the event loop runs empty before the SDK has reported the end of its program: it asks at the second time. */
const LAST_ROUND = 4;

/** Whether the script uses `import`, whose modules cannot be reloaded. Then the process ends with it. */
let isLast = false;
/** The modules that were compiled, by file. @type {Map<string, { content: string, code: Function | undefined }>} */
const known = new Map();
/** The modules that have been loaded, or are being loaded. */
const begun = new WeakSet();
const compile = Module.prototype._compile;
Module.prototype._compile = function (content, filename, ...rest) {
    begun.add(this);
    const code = compiled(content, filename);
    if (!/[\\/]node_modules[\\/]/.test(filename)) isLast ||= !code || /\.m[jt]s["'`]/.test(content);
    if (!code) return compile.call(this, content, filename, ...rest);
    return code.call(this.exports, this.exports, requireOf(this), this, filename, dirname(filename));
};

const load = Module._load;
Module._load = function (request, parent, ...rest) {
    if (!isLast || !parent) return load.call(this, request, parent, ...rest);
    // Imports of an ES module wait in the cache until loaded. Node mistakes one for a cycle if the same module requested it in an earlier script.
    const file = Module._resolveFilename(request, parent);
    const waiting = Module._cache[file];
    const isWaiting = waiting && !waiting.loaded && !begun.has(waiting);
    return load.call(this, isWaiting ? file : request, isWaiting ? undefined : parent, ...rest);
};

// Everything that a program or a provider of this package needs is loaded once.
for (const name of ["@pulumi/pulumi", "axios", "zod", "p-retry"]) attempt(() => require(name));
const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
const requireFromSdk = Module.createRequire(join(sdk, "index.js"));
for (const name of ["./cmd/run/instrumentation", "./cmd/run/tracing", "source-map-support/register"])
    attempt(() => requireFromSdk(name));
const grpc = requireFromSdk("@grpc/grpc-js");
const hooks = attempt(() => requireFromSdk("./runtime/closure/v8Hooks"));
// The SDK keeps state of a run in many places; its messages do not, and V8's debugger must not be opened twice.
const own = Object.keys(require.cache).filter((file) => file.startsWith(join(sdk, sep)));
const staying = [join(sdk, "proto", sep), join(sdk, "node_modules", sep), join(sdk, "runtime", "closure", "v8Hooks.")];
for (const file of own) if (!staying.some((start) => file.startsWith(start))) delete require.cache[file];

/** The servers that the script has opened. @type {import("@grpc/grpc-js").Server[]} */
let servers = [];
const bind = grpc.Server.prototype.bindAsync;
grpc.Server.prototype.bindAsync = function (...args) {
    servers.push(this);
    return bind.apply(this, args);
};

/** Folders of the schemas, in the packages that the programs have. @type {Set<string>} */
const schemas = new Set();

let round = 0;
/** @type {string | undefined} */
let mark;

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
        const { script, ...settings } = JSON.parse(line);
        if (script) start(script, settings);
        else stop();
    }
});
// The parent process has ended.
process.stdin.on("end", () => process.exit()).on("error", () => process.exit());
// Ctrl-C reaches every process of a terminal: the engine ends its processes once steps in progress are stored.
process.on("SIGINT", () => {});
process.on("beforeExit", () => {
    if (mark === undefined) return;
    round += 1;
    if (round < LAST_ROUND) setImmediate(() => {});
    else end();
});

const before = remember();

/** @param {string} script @param {{ args: string[], cwd: string, env?: Record<string, string>, mark: string }} settings */
function start(script, { args, cwd, env, mark: asked }) {
    // The event loop of a program that has ended is empty.
    process.stdin.unref();
    if (env) {
        for (const name of Object.keys(process.env)) delete process.env[name];
        Object.assign(process.env, env);
    }
    process.chdir(cwd);
    process.argv = [process.argv[0] ?? "", script, ...args];
    mark = asked;
    round = 0;
    isLast = isEsm(cwd);
    const own = Module.createRequire(join(cwd, "program.js"));
    attempt(() => schemas.add(join(dirname(own.resolve("pulumi-access-governance/client")), "generated", sep)));
    // As the main module, as in a separate process.
    Module._load(script, undefined, true);
}

/** Ends a serving script once no call is pending. */
function stop() {
    if (isLast || servers.length === 0) process.exit();
    for (const server of servers) server.forceShutdown();
    end();
}

function end() {
    // The process has no more work, so it exits.
    if (isLast) return;
    for (const listener of process.rawListeners("exit"))
        if (!before.listeners.has(listener)) listener.call(process, process.exitCode ?? 0);
    const line = `${mark}${process.exitCode ?? 0}\n`;
    forget();
    mark = undefined;
    process.stdin.ref();
    for (const stream of [process.stdout, process.stderr]) stream.write(line);
}

/**
 * The compiled function of a module: V8 keeps its code, so a reloaded module is not recompiled.
 * Undefined for an ES module, and for one that imports another.
 * @param {string} content @param {string} filename
 */
function compiled(content, filename) {
    const last = known.get(filename);
    if (last?.content === content) return last.code;
    const parameters = ["exports", "require", "module", "__filename", "__dirname"];
    const code = /\bimport\s*\(/.test(content)
        ? undefined
        : attempt(() => vm.compileFunction(content, parameters, { filename }));
    known.set(filename, { content, code });
    return code;
}

/** The `require` of a module. @param {NodeModule} module */
function requireOf(module) {
    const resolve = Object.assign((request, options) => Module._resolveFilename(request, module, false, options), {
        paths: (request) => Module._resolveLookupPaths(request, module),
    });
    return Object.assign((id) => module.require(id), {
        resolve,
        main: process.mainModule,
        extensions: Module._extensions,
        cache: Module._cache,
    });
}

/** Everything that a script may extend or replace. */
function remember() {
    const loaded = [require.cache, Module, Module.prototype, Module._extensions, Module._pathCache, hooks ?? {}];
    const built = [globalThis, process, process.stdout, process.stderr, console, Error, fs];
    return {
        objects: new Map([...loaded, ...built].map((object) => [object, propertiesOf(object)])),
        listeners: new Set(process.eventNames().flatMap((name) => process.rawListeners(name))),
    };
}

/** Restores the state before the script. */
function forget() {
    for (const [object, properties] of before.objects) {
        const now = propertiesOf(object);
        for (const key of now.keys()) {
            if (properties.has(key) || stays(String(key)) || Reflect.deleteProperty(object, key)) continue;
            // The state of source-map-support cannot be deleted, and it installs itself only if it has no hooks.
            for (const known of Object.keys(object[key] ?? {}))
                if (known !== "version") Reflect.deleteProperty(object[key], known);
        }
        for (const [key, property] of properties) {
            const { value, get } = now.get(key) ?? {};
            if (!Object.is(value, property.value) || get !== property.get)
                Reflect.defineProperty(object, key, property);
        }
    }
    for (const name of process.eventNames())
        for (const listener of process.rawListeners(name))
            if (!before.listeners.has(listener)) process.removeListener(name, listener);
    process.exitCode = undefined;
    servers = [];
}

/**
 * Whether a file is slow to load and keeps no state of a run: the compiler takes half a second, and the API's schemas half of
 * what this package takes. @param {string} file
 */
function stays(file) {
    return COMPILER.test(file) || [...schemas].some((folder) => file.startsWith(folder));
}

const COMPILER = /[\\/]node_modules[\\/]typescript[\\/]/;

/** @param {object} object @returns {Map<string | symbol, PropertyDescriptor>} */
function propertiesOf(object) {
    // Streams and the like keep state in theirs.
    const isOpen = (key) => !(object instanceof EventEmitter) || (typeof key === "string" && !key.startsWith("_"));
    const keys = Reflect.ownKeys(object).filter(isOpen);
    return new Map(keys.map((key) => [key, Reflect.getOwnPropertyDescriptor(object, key) ?? {}]));
}

/** Whether the program in the folder is an ES module. @param {string} folder @returns {boolean} */
function isEsm(folder) {
    const file = join(folder, "package.json");
    if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, "utf8")).type === "module";
    return dirname(folder) !== folder && isEsm(dirname(folder));
}

/** Features that other versions of the SDK may lack. @template T @param {() => T} work @returns {T} */
function attempt(work) {
    try {
        return work();
    } catch {
        return undefined;
    }
}
