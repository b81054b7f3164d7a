// The child process of a Host (host.ts). It loads the SDK once and then runs scripts of the SDK one after the other, each as
// if in a new process: when a script ends, its modules, its listeners and its changes to `process` are removed. Modules that
// were loaded before the first script stay.
//
// Standard input: a line of JSON to start each script, and an empty object to end a script that serves calls. Standard output
// and standard error: what the script prints, and after its end, on both, a line with the mark and the exit code.

require("./lazy-sdk.js");
const { EventEmitter } = require("node:events");
const fs = require("node:fs");
const Module = require("node:module");
const { dirname, join, sep } = require("node:path");
const vm = require("node:vm");

/** Number of `beforeExit` events after which a script is considered ended. The SDK still does work at the second event. */
const LAST_ROUND = 4;

/** Whether the process must end after the current script: scripts that use `import` load ES modules, which Node cannot reload. */
let isLast = false;
/** Compiled modules by file. @type {Map<string, { content: string, code: Function | undefined }>} */
const known = new Map();
/** Modules that have been loaded or are being loaded. */
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
    // A CommonJS module that an ES module imports is in the cache before it is loaded. If the same parent required it in an
    // earlier script, Node mistakes this for a circular dependency.
    const file = Module._resolveFilename(request, parent);
    const waiting = Module._cache[file];
    const isWaiting = waiting && !waiting.loaded && !begun.has(waiting);
    return load.call(this, isWaiting ? file : request, isWaiting ? undefined : parent, ...rest);
};

// Preloads the modules that programs and providers of this package need.
for (const name of ["@pulumi/pulumi", "axios", "zod", "p-retry"]) attempt(() => require(name));
const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
const requireFromSdk = Module.createRequire(join(sdk, "index.js"));
for (const name of ["./cmd/run/instrumentation", "./cmd/run/tracing", "source-map-support/register"])
    attempt(() => requireFromSdk(name));
const grpc = requireFromSdk("@grpc/grpc-js");
const hooks = attempt(() => requireFromSdk("./runtime/closure/v8Hooks"));
// Modules of the SDK contain state of a run, so each script reloads them. Exceptions: the protocol messages and dependencies do
// not contain such state, and V8's debugger must not be opened twice.
const own = Object.keys(require.cache).filter((file) => file.startsWith(join(sdk, sep)));
const staying = [join(sdk, "proto", sep), join(sdk, "node_modules", sep), join(sdk, "runtime", "closure", "v8Hooks.")];
for (const file of own) if (!staying.some((start) => file.startsWith(start))) delete require.cache[file];

/** gRPC servers that the script has started. @type {import("@grpc/grpc-js").Server[]} */
let servers = [];
const bind = grpc.Server.prototype.bindAsync;
grpc.Server.prototype.bindAsync = function (...args) {
    servers.push(this);
    return bind.apply(this, args);
};

/** Folders of the API's schemas, one for each installation of this package that a program used. @type {Set<string>} */
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
// The terminal sends Ctrl-C to all processes. The engine ends this one once the steps in progress are stored.
process.on("SIGINT", () => {});
process.on("beforeExit", () => {
    if (mark === undefined) return;
    round += 1;
    if (round < LAST_ROUND) setImmediate(() => {});
    else end();
});

const before = remember();

/** @param {string} script @param {{ args: string[], cwd: string, env?: Record<string, string>, mark: string }} settings */
function start(script, { args, cwd, env, mark: endMark }) {
    // Otherwise standard input would keep the event loop busy after the script has ended.
    process.stdin.unref();
    if (env) {
        for (const name of Object.keys(process.env)) delete process.env[name];
        Object.assign(process.env, env);
    }
    process.chdir(cwd);
    process.argv = [process.argv[0] ?? "", script, ...args];
    mark = endMark;
    round = 0;
    isLast = isEsm(cwd);
    const own = Module.createRequire(join(cwd, "program.js"));
    attempt(() => schemas.add(join(dirname(own.resolve("pulumi-access-governance/client")), "generated", sep)));
    // Loads the script as the main module, as `node script` does.
    Module._load(script, undefined, true);
}

/** Ends a script that serves calls. The engine calls this only if no call is pending. */
function stop() {
    if (isLast || servers.length === 0) process.exit();
    for (const server of servers) server.forceShutdown();
    end();
}

function end() {
    // Node exits after this, because the event loop is empty.
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
 * The compiled function of a module, cached so that a reloaded module is not recompiled. Undefined for an ES module, and for a
 * module that uses `import()`.
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

/** Records every object that a script may change, and the current listeners of `process`. */
function remember() {
    const loaded = [require.cache, Module, Module.prototype, Module._extensions, Module._pathCache, hooks ?? {}];
    const built = [globalThis, process, process.stdout, process.stderr, console, Error, fs];
    return {
        objects: new Map([...loaded, ...built].map((object) => [object, propertiesOf(object)])),
        listeners: new Set(process.eventNames().flatMap((name) => process.rawListeners(name))),
    };
}

/** Restores the objects and listeners that `remember` recorded. */
function forget() {
    for (const [object, properties] of before.objects) {
        const now = propertiesOf(object);
        for (const key of now.keys()) {
            if (properties.has(key) || stays(String(key)) || Reflect.deleteProperty(object, key)) continue;
            // The global state of source-map-support is not configurable, so its properties are deleted. It installs
            // its hooks only if this state is empty.
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
 * Whether a module stays loaded, because it is slow to load and does not contain state of a run: the TypeScript compiler takes half a
 * second, and the API's schemas half of this package's load time. @param {string} file
 */
function stays(file) {
    return COMPILER.test(file) || [...schemas].some((folder) => file.startsWith(folder));
}

const COMPILER = /[\\/]node_modules[\\/]typescript[\\/]/;

/** @param {object} object @returns {Map<string | symbol, PropertyDescriptor>} */
function propertiesOf(object) {
    // An EventEmitter, such as a stream, holds its own state in properties with an underscore or a symbol.
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

/** Runs work that may fail in other versions of the SDK. Undefined if it throws. @template T @param {() => T} work @returns {T} */
function attempt(work) {
    try {
        return work();
    } catch {
        return undefined;
    }
}
