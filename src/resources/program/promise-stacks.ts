import { sdkModule } from "./sdk.js";

/** The SDK's way to remember a promise until it is settled. */
interface Debuggable {
    debuggablePromise(promise: Promise<unknown>, context: unknown): Promise<unknown>;
}

/**
 * Lets the SDK register a resource without the stacks of its promises. It makes four for each property, 120 for a group, and asks for the
 * stack of each, which costs a program more than everything else. They are shown only with PULUMI_DEBUG_PROMISE_LEAKS: then they stay.
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
