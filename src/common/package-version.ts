import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The parts of this package's package.json that concern versions. */
export interface Manifest {
    readonly version: string;
    /** Supported Node versions, as a range. */
    readonly node: string;
    /** Supported versions of @pulumi/pulumi, as a range. */
    readonly pulumi: string;
}

/** The version of this package. */
export function packageVersion(): string {
    return manifest().version;
}

export function manifest(): Manifest {
    const text = readFileSync(join(__dirname, "../../package.json"), "utf8");
    // The file is part of this package, so its format is known.
    const { version, engines, peerDependencies } = JSON.parse(text) as {
        version: string;
        engines: { node: string };
        peerDependencies: { "@pulumi/pulumi": string };
    };
    return { version, node: engines.node, pulumi: peerDependencies["@pulumi/pulumi"] };
}
