import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { forecastFile } from "./forecast.js";

/** Name of the output that contains the `DeclarationFault` of a wrong declaration. Set only in previews. */
export const FAULT = "__fault";

/** A wrong declaration. */
export interface DeclarationFault {
    /** The error messages, one line each, with the first way to resolve it. */
    readonly lines: readonly string[];
    /** Other ways to resolve the errors, shared by similar ones. */
    readonly advice: string;
}

/** Returns the fault contained in an output, or undefined if there is none. */
export function faultIn(output: unknown): DeclarationFault | undefined {
    // The value is trusted: the provider and its program use the same version of the package.
    return typeof output === "object" && output !== null && "lines" in output
        ? (output as DeclarationFault)
        : undefined;
}

/** End of the name of the file in which a provider process passes faults to the program. */
const LATER_FAULTS = ".later.json";

/**
 * Creates a function that passes faults to the program of an engine, which reports them at its end: faults that only the end of the program
 * confirms, because a resource that follows may resolve them. Each call replaces the faults of the last one, and returns whether it could
 * pass them on. Undefined if no private folder is available.
 */
export function laterFaultsWriter(engine: string): ((faults: readonly DeclarationFault[]) => boolean) | undefined {
    const file = forecastFile(engine)?.replace(/\.jsonl$/, `.${process.pid}${LATER_FAULTS}`);
    if (file === undefined) return undefined;
    const remove = () => rmSync(file, { force: true });
    let isFirst = true;
    return (faults) => {
        if (isFirst) process.once("exit", remove);
        isFirst = false;
        try {
            remove();
            if (faults.length > 0) writeFileSync(file, JSON.stringify(faults), { mode: 0o600, flag: "wx" });
            return true;
        } catch {
            // The disk may be full.
            return false;
        }
    };
}

/** Returns the faults that the providers of an engine passed to its program. */
export function laterFaults(engine: string): readonly DeclarationFault[] {
    return laterFaultFiles(engine).flatMap((file) => JSON.parse(readFileSync(file, "utf8")) as DeclarationFault[]);
}

/** Deletes the files that killed providers left, because a later engine may have the same address. */
export function forgetLaterFaults(engine: string): void {
    for (const file of laterFaultFiles(engine)) rmSync(file, { force: true });
}

function laterFaultFiles(engine: string): string[] {
    const forecast = forecastFile(engine);
    if (forecast === undefined) return [];
    const folder = dirname(forecast);
    const start = basename(forecast).replace(/jsonl$/, "");
    const names = readdirSync(folder).filter((name) => name.startsWith(start) && name.endsWith(LATER_FAULTS));
    return names.map((name) => join(folder, name));
}
