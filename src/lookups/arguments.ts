import * as pulumi from "@pulumi/pulumi";
import type { OperationName } from "../api/generated/operations.gen.js";
import { ArgumentError } from "../errors.js";
import { hint } from "../schema/spelling.js";

/** Each argument by its name: a program that nobody compiles may give others. */
export type Takes<Args> = { readonly [Key in keyof Args]-?: true };

/** Something that a program calls with arguments by name. */
export interface Callable {
    /** The operations of the API that it uses. */
    readonly operations: readonly OperationName[];
    /** Names of its arguments. */
    readonly takes: readonly string[];
}

/** Refuses names that nothing takes: a filter that is misspelt would filter nothing. What is not known yet is checked when it is. @throws ArgumentError */
export function checkNames({ operations, takes }: Callable, args: unknown): void {
    if (pulumi.Output.isInstance(args) || args instanceof Promise) return;
    // What writes is called after it.
    const name = operations.find((one) => !/^(get|find)/.test(one)) ?? operations[0] ?? "";
    refuseOthers(`${name}: there is no argument`, takes, args);
}

/** The same for options, which say whom to ask. @throws ArgumentError */
export function checkOptionNames(options: unknown): void {
    refuseOthers("There is no option", ["url", "token"], options);
}

function refuseOthers(sentence: string, known: readonly string[], given: unknown): void {
    const unknown = Object.entries(Object(given)).find(([name, value]) => value !== undefined && !known.includes(name));
    if (!unknown) return;
    const [name] = unknown;
    const all = known.length === 0 ? "; it takes none." : `; it takes ${known.join(", ")}.`;
    throw new ArgumentError(`${sentence} ${JSON.stringify(name)}${hint(name, known, 2) || all}`);
}
