import { createRequire, Module } from "node:module";

/**
 * Runs `load` without loading Pulumi's SDK, which would take longer than everything else. The plugin needs only the kinds,
 * but the same files define the classes for programs. Those are never instantiated here, so any base class will do.
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
