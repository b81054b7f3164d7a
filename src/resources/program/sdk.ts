import { createRequire } from "node:module";

/** Path of the SDK's script that runs a program. Undefined in processes of the Automation API, unit tests and providers. */
export function runner(): string | undefined {
    const script = require.main?.filename;
    return script && RUNNER.test(script) ? script : undefined;
}

/**
 * Loads a module of the SDK that runs this program, by its path. Returns undefined in every other process, and if the module does not
 * exist: these modules are internal to the SDK and may disappear in any release, so the caller must work without them.
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
