// Setup of a process of the local engine before it loads the SDK.
//
// The SDK loads TypeScript and npm's own library, which it needs only to serialise functions: loading them when they are
// first used brings the start of a process from 0.8 to 0.3 seconds. The trace exporters take another tenth of a second, and
// the local engine needs none. And the SDK prints an uncaught error in colour, which never ends on Node 20.20 where the
// error's stack leads through node_modules.

const Module = require("node:module");
const util = require("node:util");

const load = Module._load;
Module._load = function (request, parent, ...rest) {
    const from = parent?.filename ?? "";
    const lazy = request === "typescript" || request === "@npmcli/arborist";
    const traces = /^@opentelemetry\/(?!api$)/.test(request) && /[\\/]cmd[\\/]run[\\/]tracing\.js$/.test(from);
    if (!(lazy || traces) || !/[\\/]@pulumi[\\/]pulumi[\\/]/.test(from))
        return load.call(this, request, parent, ...rest);
    Module._resolveFilename(request, parent);
    let loaded;
    const get = () => {
        loaded ??= load.call(this, request, parent, ...rest);
        return loaded;
    };
    // Trace exporters are removed from their modules on load: each is lazy.
    if (traces) return new Proxy({}, { get: (_, key) => later(() => get()[key]) });
    return new Proxy(() => {}, {
        get: (_, key) => (key === "__esModule" ? true : key === "default" ? (get().default ?? get()) : get()[key]),
    });
};

/** A function or a class that is loaded when it is first called. @param {() => Function} get @returns {Function} */
function later(get) {
    // Only what can be called and constructed itself has both traps.
    return new Proxy(class {}, {
        apply: (_, self, args) => Reflect.apply(get(), self, args),
        construct: (_, args) => Reflect.construct(get(), args),
        get: (_, key) => Reflect.get(get(), key),
    });
}

const inspect = util.inspect;
util.inspect = Object.assign(
    (value, options, ...rest) =>
        inspect(value, value instanceof Error && options?.colors ? { ...options, colors: false } : options, ...rest),
    inspect,
);
