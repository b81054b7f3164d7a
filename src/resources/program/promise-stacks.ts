import { sdkModule } from "./sdk.js";

/** The SDK's registry of unsettled promises. */
interface Debuggable {
    debuggablePromise(promise: Promise<unknown>, context: unknown): Promise<unknown>;
}

/**
 * Makes the SDK register resources without stacks of promises. It creates four promises per property, 120 for a group, and captures the
 * stack of each, which costs more than everything else. Stacks are shown only with PULUMI_DEBUG_PROMISE_LEAKS, and then kept.
 */
export function leaveOutPromiseStacks(): void {
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
