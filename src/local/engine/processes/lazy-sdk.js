// Prepares a process of the local engine. Must run before the SDK is loaded.
//
// The SDK loads TypeScript and npm's own library, which it needs only to serialise functions. Loading them on first use
// reduces the start of a process from 0.8 to 0.3 seconds. The trace exporters take another 0.1 seconds, and the local engine
// does not use them. Also, the SDK prints uncaught errors in colour. On Node 20.20, util.inspect with colours never returns if
// the error's stack contains a path in node_modules, so colours are switched off for errors.

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
    // The SDK reads the trace exporters from their modules when it is loaded, so each export is loaded separately.
    if (traces) return new Proxy({}, { get: (_, key) => later(() => get()[key]) });
    return new Proxy(() => {}, {
        get: (_, key) => (key === "__esModule" ? true : key === "default" ? (get().default ?? get()) : get()[key]),
    });
};

/** A proxy for a function or class that is loaded when it is first used. @param {() => Function} get @returns {Function} */
function later(get) {
    // The target must be a class: a proxy has the `construct` trap only if its target can be constructed.
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
