import { createRequire } from "node:module";

/**
 * Returns the path of the SDK's script that runs the program, or undefined in processes of the Automation API, unit tests and providers.
 */
export function runner(): string | undefined {
    const script = require.main?.filename;
    return script && RUNNER.test(script) ? script : undefined;
}

/**
 * Loads a module of the SDK that runs this program, by path. Returns undefined in all other processes, and if the module does not exist.
 * These modules are internal to the SDK and may be removed in any release, so callers must work without them.
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
