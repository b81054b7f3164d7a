import { createRequire, Module } from "node:module";

/**
 * Loads the kinds without Pulumi's SDK, which takes longer than all the rest: their classes, which stand beside them, are for programs. A class
 * that is never made needs no more of the SDK than something to extend.
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
