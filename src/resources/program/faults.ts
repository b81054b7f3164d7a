import * as pulumi from "@pulumi/pulumi";
import { FAULT, faultIn } from "../../provider/fault.js";
import { runner } from "./sdk.js";

/** Exit code after which the language host prints nothing: the program has already printed the reason. */
const EXIT_CODE_OF_REPORTED_ERRORS = 32;

/**
 * Whether this program reports the fault of each resource itself and then fails at its end, because the engine would stop at the first
 * fault. Only previews do so: a run that writes must stop at once. Programs of the Automation API do not, because they may share their
 * process and its exit code with others.
 */
export function reportsFaults(): boolean {
    return pulumi.runtime.isDryRun() && runner() !== undefined;
}

/** The output in which the provider returns a fault. */
export function faultOutput(): Record<string, undefined> {
    return reportsFaults() ? { [FAULT]: undefined } : {};
}

/** Reports the fault of a resource, once its provider has returned one, and makes the program fail at its end. */
export function reportFault(resource: pulumi.CustomResource): void {
    const fault: unknown = reportsFaults() ? Reflect.get(resource, FAULT) : undefined;
    if (!pulumi.Output.isInstance<unknown>(fault)) return;
    fault.apply(async (output) => {
        const { lines, advice } = faultIn(output) ?? {};
        if (lines === undefined) return;
        if (advised.size === 0) process.once("exit", fail);
        for (const line of lines) await pulumi.log.error(line, resource);
        if (advice === undefined || advised.has(advice)) return;
        advised.add(advice);
        await pulumi.log.error(advice);
    });
}

/** Advice that was already printed: several faults can share it. */
const advised = new Set<string>();

/** Sets the exit code when the process exits, because the program may call `process.exit` with a code of its own. */
function fail(): void {
    process.exitCode = EXIT_CODE_OF_REPORTED_ERRORS;
}
