import type { OperationName } from "../../api/generated/operations.gen.js";
import { refuseOthers } from "./arguments.js";
import type { Organization } from "./organization.js";

/** Names of the arguments of a function, to check them at run time: a JavaScript program may pass others. */
export type Takes<Args> = { readonly [Key in keyof Args]-?: true };

/** Something that a program calls with arguments by name. */
export interface Callable {
    /** The operations of the API that it uses. */
    readonly operations: readonly OperationName[];
    /** Names of its arguments. */
    readonly takes: readonly string[];
}

/**
 * Calls a function of the package outside a program, after the argument names were checked. If `preview` is given, nothing may be written:
 * it receives the planned action as a sentence.
 */
export type Answer = (
    organization: Organization,
    args: object,
    preview?: (sentence: string) => void,
) => Promise<unknown>;

const answers = new WeakMap<object, Answer>();

/** Attaches to a function the way to call it outside a program. */
export function answering<T extends Callable>(callable: T, answer: Answer): T {
    answers.set(callable, answer);
    return callable;
}

/** Returns what `answering` attached; undefined for any other export of a module. */
export function answerOf(callable: unknown): Answer | undefined {
    return typeof callable === "function" ? answers.get(callable) : undefined;
}

/** Refuses unknown names, because a misspelled filter would be ignored. @throws ArgumentError */
export function checkNames({ operations, takes }: Pick<Callable, "operations" | "takes">, args: unknown): void {
    // A function that writes is named after the operation that writes.
    const name = operations.find((one) => !/^(get|find)/.test(one)) ?? operations[0] ?? "";
    refuseOthers(`${name}: unknown argument`, takes, args);
}
