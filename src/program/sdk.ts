import { createRequire } from "node:module";

/** Whether the SDK's own script runs a program in this process; otherwise it is one of the Automation API, of unit tests or of a provider. */
export function runsProgram(): boolean {
    return RUNNER.test(require.main?.filename ?? "");
}

/**
 * A module of the SDK that runs this program, by its path. Undefined where there is none: what is internal to the SDK may be gone in
 * its next release, and whoever asks for it has to do without.
 */
export function sdkModule(path: string): unknown {
    try {
        return createRequire(require.main?.filename ?? __filename)(`../../${path}`);
    } catch {
        return undefined;
    }
}

const RUNNER = /[\\/]cmd[\\/]run[\\/]index\.js$/;
