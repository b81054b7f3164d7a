import * as pulumi from "@pulumi/pulumi";
import { FAULT, faultIn } from "../../provider/fault.js";
import { runner } from "./sdk.js";

/** Exit code after which the language host prints nothing: the program has already printed the reason. */
const EXIT_CODE_OF_TOLD_ERRORS = 32;

/**
 * Whether this program reports the fault of each resource, and fails at its end. The engine would stop at the first
 * one that its provider refuses. A run that writes must stop there; a program of the Automation API may share its process, and its exit
 * code, with others.
 */
export function tellsFaults(): boolean {
    return pulumi.runtime.isDryRun() && runner() !== undefined;
}

/** The output in which the provider tells of a fault. */
export function faultOutput(): Record<string, undefined> {
    return tellsFaults() ? { [FAULT]: undefined } : {};
}

/** Reports the fault of a resource, once its provider knows it, and makes the program fail at its end. */
export function tellFault(resource: pulumi.CustomResource): void {
    const fault: unknown = tellsFaults() ? Reflect.get(resource, FAULT) : undefined;
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

/** Advice that was already given and that several faults share. */
const advised = new Set<string>();

/** At the very end: the program may end its process itself, with a code of its own. */
function fail(): void {
    process.exitCode = EXIT_CODE_OF_TOLD_ERRORS;
}
