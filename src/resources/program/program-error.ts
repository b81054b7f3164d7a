import * as pulumi from "@pulumi/pulumi";
import { ArgumentError, withHelp } from "../../common/errors.js";
import { unmarked } from "../../common/printable.js";

/** Errors by their sentences. */
const errors = new Map<string, pulumi.RunError>();

/**
 * Ends a program with one sentence and no stack. The same sentence is the same error object, since the SDK prints every uncaught error,
 * each object once: ten lookups without a token print one message. The SDK prints the stack of an error in one case and its message in others, and puts
 * "error serializing property …" in front of it for each resource that waits for the value: the sentence stays as it is.
 * @param problem a text is of an argument that is wrong
 */
export function programError(problem: Error | string): pulumi.RunError {
    const message = withHelp(typeof problem === "string" ? new ArgumentError(problem) : problem);
    const error = errors.get(message) ?? plain(unmarked(message));
    errors.set(message, error);
    return error;
}

function plain(message: string): pulumi.RunError {
    const error = new pulumi.RunError(message);
    const sentence = { get: () => message, set: () => {} };
    return Object.defineProperties(error, { message: sentence, stack: sentence });
}
