import * as pulumi from "@pulumi/pulumi";
import { type DeclarationFault, FAULT, faultIn, forgetLaterFaults, laterFaults } from "../../provider/fault.js";
import { runner } from "./sdk.js";

/** Exit code that tells the language host not to print an error, because the program has already done so. */
const EXIT_CODE_OF_REPORTED_ERRORS = 32;

/**
 * Returns whether the program reports the error of each resource itself and fails when it exits, because the engine would stop at the first
 * error. Only for previews, since an update must stop at the first error. Not for the Automation API, because several programs may share a
 * process and its exit code.
 */
export function reportsFaults(): boolean {
    return pulumi.runtime.isDryRun() && runner() !== undefined;
}

/** Returns the output property in which the provider returns an error. */
export function faultOutput(): Record<string, undefined> {
    return reportsFaults() ? { [FAULT]: undefined } : {};
}

/** Reports the error of a resource when the provider returns one, and makes the program fail when it exits. */
export function reportFault(resource: pulumi.CustomResource): void {
    const fault: unknown = reportsFaults() ? Reflect.get(resource, FAULT) : undefined;
    if (!pulumi.Output.isInstance<unknown>(fault)) return;
    fault.apply((output) => logFault(faultIn(output), resource));
}

/**
 * Reports the faults that the providers passed to the program when it ends, because a later resource could have resolved them, and makes it
 * fail.
 */
export function reportLaterFaults(engine: string): void {
    forgetLaterFaults(engine);
    process.once("beforeExit", () => {
        for (const fault of laterFaults(engine)) void logFault(fault);
    });
}

async function logFault(fault: DeclarationFault | undefined, resource?: pulumi.CustomResource): Promise<void> {
    if (fault === undefined) return;
    const { lines, advice } = fault;
    if (!fails) process.once("exit", fail);
    fails = true;
    for (const line of lines) await pulumi.log.error(line, resource);
    if (advice === "" || advised.has(advice)) return;
    advised.add(advice);
    await pulumi.log.error(advice);
}

/** Whether the program fails when it exits. */
let fails = false;

/** Advice that was already printed. Several errors can have the same advice, which is printed once. */
const advised = new Set<string>();

/** Sets the exit code when the process exits, because the program may call `process.exit` with another code. */
function fail(): void {
    process.exitCode = EXIT_CODE_OF_REPORTED_ERRORS;
}
