import type { OperationName } from "../../api/generated/operations.gen.js";
import { refuseOthers } from "./arguments.js";
import type { LookupOrganization } from "./organization.js";

/** Names of the arguments of a function. They are checked at run time, because a JavaScript program can pass unknown arguments. */
export type Takes<Args> = { readonly [Key in keyof Args]-?: true };

/** A function of the package that takes named arguments. */
export interface Callable {
    /** API operations that the function uses. */
    readonly operations: readonly OperationName[];
    /** Names of the arguments. */
    readonly takes: readonly string[];
}

/**
 * Runs a function of the package outside a program. The argument names have already been checked. In a preview, the function must not write
 * to the service. An action calls `say` with a line that describes it.
 */
export type CallAnswer = (
    organization: LookupOrganization,
    args: object,
    isPreview: boolean,
    say: (line: string) => void,
) => Promise<unknown>;

const answers = new WeakMap<object, CallAnswer>();

/** Registers the implementation that runs when `callable` is called outside a program. */
export function answering<T extends Callable>(callable: T, answer: CallAnswer): T {
    answers.set(callable, answer);
    return callable;
}

/** Returns the implementation that `answering` registered, or undefined for any other value. */
export function answerOf(callable: unknown): CallAnswer | undefined {
    return typeof callable === "function" ? answers.get(callable) : undefined;
}

/** Checks the names of arguments, because a misspelled filter would be ignored. @throws ArgumentError if a name is unknown. */
export function checkArgumentNames({ operations, takes }: Pick<Callable, "operations" | "takes">, args: unknown): void {
    // Name the function in messages after the operation that writes, or else the first one.
    const name = operations.find((one) => !/^(get|find)/.test(one)) ?? operations[0] ?? "";
    refuseOthers(`${name}: unknown argument`, takes, args);
}
