import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Versions in the manifest of this package. */
export interface Manifest {
    readonly version: string;
    /** The range of Node versions that it runs on. */
    readonly node: string;
    /** The range of versions of @pulumi/pulumi that it works with. */
    readonly pulumi: string;
}

/** The version of this package. */
export function packageVersion(): string {
    return manifest().version;
}

export function manifest(): Manifest {
    const text = readFileSync(join(__dirname, "../../package.json"), "utf8");
    // It is our own file.
    const { version, engines, peerDependencies } = JSON.parse(text) as {
        version: string;
        engines: { node: string };
        peerDependencies: { "@pulumi/pulumi": string };
    };
    return { version, node: engines.node, pulumi: peerDependencies["@pulumi/pulumi"] };
}
