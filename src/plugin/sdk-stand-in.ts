import { createRequire, Module } from "node:module";

/**
 * Loads the kinds without Pulumi's SDK, which takes longer than everything else. Their classes,
 * defined in the same files, are only for programs; a class that is never instantiated needs only
 * something to extend.
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
