import { inspect } from "node:util";
import { runner, sdkModule } from "./sdk.js";

/** SDK module that opens a session of V8's debugger in every program. */
interface Hooks {
    getSessionAsync(): Promise<{ post(method: "Debugger.enable" | "Debugger.disable"): void }>;
}

/** Makes a Pulumi program end quickly and with little memory after an uncaught error. Has no effect in other processes. */
export function limitUncaughtErrors(): void {
    if (!runner()) return;
    process.prependListener("uncaughtException", showPlainly);
    process.prependListener("unhandledRejection", showPlainly);
    if (Number.parseInt(process.versions.node, 10) < 22) pauseDebugger();
}

/**
 * Makes `util.inspect` show only the stack of an error. The SDK uses it to print errors in color with all their properties. On Node 20.20
 * and 22.23, this does not terminate if the stack contains a file directly below `node_modules/@scope`, and source maps turn the paths of
 * the SDK's own files into such paths.
 */
function showPlainly(error: unknown): void {
    if (!(error instanceof Error) || !Object.isExtensible(error)) return;
    const value = (): string => error.stack ?? String(error);
    Object.defineProperty(error, inspect.custom, { value, configurable: true, writable: true });
}

/**
 * Disables V8's debugger until the SDK needs it. While it is enabled, Node 20 predicts at each throw which handler will catch the error.
 * This takes exponential time and memory in the depth of pending promises, and the outputs of a few resources are enough to cause it. The
 * SDK needs the debugger to read the source of functions that a program serializes, so it is enabled again before the first of them.
 */
function pauseDebugger(): void {
    const hooks = sdkModule("runtime/closure/v8Hooks") as Hooks | undefined;
    const open = hooks?.getSessionAsync;
    if (!hooks || !open) return;
    const paused = open().then((session) => session.post("Debugger.disable"));
    hooks.getSessionAsync = async () => {
        await paused;
        const session = await open();
        session.post("Debugger.enable");
        return session;
    };
}
