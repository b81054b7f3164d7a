/**
 * What every Node process of the local engine runs first, as the text of a file to be given to `--require`.
 *
 * The SDK loads TypeScript and npm's own library, which it needs only to serialise functions: loading them when they are
 * first used brings the start of a process from 0.8 to 0.3 seconds. And it prints an uncaught error in colour, which never
 * ends on Node 20.20 where the error's stack leads through node_modules.
 *
 * Ctrl-C reaches every process of a terminal: it is the engine that ends its processes, once what is under way is stored. A
 * process whose engine was killed ends by itself.
 */
export const PRELOAD = `"use strict";
const Module = require("node:module");
const util = require("node:util");
const load = Module._load;
Module._load = function (request, parent, ...rest) {
    const from = (parent && parent.filename) || "";
    const lazy = request === "typescript" || request === "@npmcli/arborist";
    if (!lazy || !/[\\\\/]@pulumi[\\\\/]pulumi[\\\\/]/.test(from)) return load.call(this, request, parent, ...rest);
    Module._resolveFilename(request, parent);
    let loaded;
    const get = () => (loaded ??= load.call(this, request, parent, ...rest));
    return new Proxy(function () {}, {
        get: (_, key) => (key === "__esModule" ? true : key === "default" ? (get().default ?? get()) : get()[key]),
    });
};
if (/[\\\\/]pulumi[\\\\/]cmd[\\\\/](run|dynamic-provider)\\b/.test(process.argv[1] || "")) {
    process.on("SIGINT", () => {});
    process.stdin.on("end", () => process.exit()).on("error", () => process.exit()).resume().unref();
}
const inspect = util.inspect;
util.inspect = Object.assign(
    (value, options, ...rest) =>
        inspect(value, value instanceof Error && options && options.colors ? { ...options, colors: false } : options, ...rest),
    inspect,
);
`;
