import type { OperationName } from "../../api/generated/operations.gen.js";
import { refuseOthers } from "./arguments.js";
import type { Organization } from "./organization.js";

/** Arguments by name. A JavaScript program may pass others. */
export type Takes<Args> = { readonly [Key in keyof Args]-?: true };

/** Something that a program calls with arguments by name. */
export interface Callable {
    /** The operations of the API that it uses. */
    readonly operations: readonly OperationName[];
    /** Names of its arguments. */
    readonly takes: readonly string[];
}

/**
 * A function as called outside a program, with checked argument names. `preview` is given if nothing may be written, and
 * receives the planned action as a sentence.
 */
export type Answer = (
    organization: Organization,
    args: object,
    preview?: (sentence: string) => void,
) => Promise<unknown>;

const answers = new WeakMap<object, Answer>();

/** A function with the type of its answer, which programs do not see. */
export function answering<T extends Callable>(callable: T, answer: Answer): T {
    answers.set(callable, answer);
    return callable;
}

/** Undefined for everything else that a module exports. */
export function answerOf(callable: unknown): Answer | undefined {
    return typeof callable === "function" ? answers.get(callable) : undefined;
}

/** Refuses unknown names: a misspelled filter would filter nothing. @throws ArgumentError */
export function checkNames({ operations, takes }: Pick<Callable, "operations" | "takes">, args: unknown): void {
    // A function that writes has the name of its write.
    const name = operations.find((one) => !/^(get|find)/.test(one)) ?? operations[0] ?? "";
    refuseOthers(`${name}: unknown argument`, takes, args);
}
