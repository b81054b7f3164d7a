import { createRequire, Module } from "node:module";

/**
 * Runs `load` with a stand-in for Pulumi's SDK, because loading the SDK would take longer than the rest of the start. The plugin needs only
 * the kinds, but the same files also define the resource classes for programs. The plugin never instantiates those classes, so any base
 * class will do.
 */
export function withoutSdk<T>(load: () => T): T {
    const path = createRequire(__filename).resolve("@pulumi/pulumi");
    const known = require.cache[path];
    const standIn = new Module(path);
    standIn.exports = new Proxy({}, { get: (_, name) => (name === "__esModule" ? true : StandIn) });
    standIn.loaded = true;
    require.cache[path] = standIn;
    try {
        return load();
    } finally {
        if (known) require.cache[path] = known;
        else delete require.cache[path];
    }
}

class StandIn {}
