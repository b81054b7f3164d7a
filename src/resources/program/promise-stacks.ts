import { sdkModule } from "./sdk.js";

/** SDK module that registers unsettled promises. */
interface Debuggable {
    debuggablePromise(promise: Promise<unknown>, context: unknown): Promise<unknown>;
}

/**
 * Stops the SDK from capturing a stack trace for each promise when it registers resources. It creates four promises per property, or 120
 * for a group, and capturing the stack traces takes more time than all other work. The SDK shows them only with PULUMI_DEBUG_PROMISE_LEAKS,
 * so they are still captured if this variable is set.
 */
export function skipPromiseStacks(): void {
    if (process.env.PULUMI_DEBUG_PROMISE_LEAKS) return;
    const sdk = sdkModule("runtime/debuggable") as Partial<Debuggable> | undefined;
    const remember = sdk?.debuggablePromise;
    if (!sdk || !remember) return;
    sdk.debuggablePromise = (promise, context) => {
        const limit = Error.stackTraceLimit;
        Error.stackTraceLimit = 0;
        try {
            return remember(promise, context);
        } finally {
            Error.stackTraceLimit = limit;
        }
    };
}
