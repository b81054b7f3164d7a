import { inspect } from "node:util";
import { runner, sdkModule } from "./sdk.js";

/** The one session of V8's debugger that the SDK opens in every program. */
interface Hooks {
    getSessionAsync(): Promise<{ post(method: "Debugger.enable" | "Debugger.disable"): void }>;
}

/**
 * Makes any uncaught error end a Pulumi program quickly and with little memory. Does nothing in other processes.
 */
export function limitUncaughtErrors(): void {
    if (!runner()) return;
    process.prependListener("uncaughtException", showPlainly);
    process.prependListener("unhandledRejection", showPlainly);
    if (Number.parseInt(process.versions.node, 10) < 22) restDebugger();
}

/**
 * The SDK prints an error with `util.inspect` in colour, with all that hangs on it. On Node 20.20 and 22.23 that never ends if a frame of the
 * stack is a file directly below `node_modules/@scope`, which source maps make of the SDK's own files: its stack alone is shown.
 */
function showPlainly(error: unknown): void {
    if (!(error instanceof Error) || !Object.isExtensible(error)) return;
    const value = (): string => error.stack ?? String(error);
    Object.defineProperty(error, inspect.custom, { value, configurable: true, writable: true });
}

/**
 * While V8's debugger is on, V8 of Node 20 asks at each throw who will catch it, and takes time and memory exponential in the depth of the
 * promises that wait: the outputs of a few resources are enough. The SDK has it on for the source of functions that a program serialises,
 * so it goes on again when the first one is.
 */
function restDebugger(): void {
    const hooks = sdkModule("runtime/closure/v8Hooks") as Hooks | undefined;
    const open = hooks?.getSessionAsync;
    if (!hooks || !open) return;
    const resting = open().then((session) => session.post("Debugger.disable"));
    hooks.getSessionAsync = async () => {
        await resting;
        const session = await open();
        session.post("Debugger.enable");
        return session;
    };
}
