import * as pulumi from "@pulumi/pulumi";
import { CONFLICT, conflictIn } from "../../provider/conflict.js";
import { runner } from "./sdk.js";

/** Exit code after which the language host prints nothing: the program has already printed the reason. */
const EXIT_CODE_OF_TOLD_ERRORS = 32;

/**
 * Whether this program reports the conflict of each resource, and fails at its end. The engine would stop at the first
 * one that its provider refuses. A run that writes must stop there; a program of the Automation API may share its process, and its exit
 * code, with others.
 */
export function tellsConflicts(): boolean {
    return pulumi.runtime.isDryRun() && runner() !== undefined;
}

/** The output in which the provider tells of a conflict. */
export function conflictOutput(): Record<string, undefined> {
    return tellsConflicts() ? { [CONFLICT]: undefined } : {};
}

/** Reports the conflict of a resource, once its provider knows it, and makes the program fail at its end. */
export function tellConflict(resource: pulumi.CustomResource): void {
    const conflict: unknown = tellsConflicts() ? Reflect.get(resource, CONFLICT) : undefined;
    if (!pulumi.Output.isInstance<unknown>(conflict)) return;
    conflict.apply(async (output) => {
        const { text, advice } = conflictIn(output) ?? {};
        if (text === undefined) return;
        if (advised.size === 0) process.once("exit", fail);
        await pulumi.log.error(text, resource);
        if (advice === undefined || advised.has(advice)) return;
        advised.add(advice);
        await pulumi.log.error(advice);
    });
}

/** Advice that was already given and that several conflicts share. */
const advised = new Set<string>();

/** At the very end: the program may end its process itself, with a code of its own. */
function fail(): void {
    process.exitCode = EXIT_CODE_OF_TOLD_ERRORS;
}
