import { createRequire } from "node:module";

/** The SDK's own script, if it runs a program in this process; other processes are those of the Automation API, of unit tests and of providers. */
export function runner(): string | undefined {
    const script = require.main?.filename;
    return script && RUNNER.test(script) ? script : undefined;
}

/**
 * A module of the SDK that runs this program, by its path. Undefined in every other process, and where there is none: what is internal to
 * the SDK may disappear in its next release, so the caller must cope without it.
 */
export function sdkModule(path: string): unknown {
    const script = runner();
    try {
        return script && createRequire(script)(`../../${path}`);
    } catch {
        return undefined;
    }
}

const RUNNER = /[\\/]cmd[\\/]run[\\/]index\.js$/;
