import * as pulumi from "@pulumi/pulumi";
import { ArgumentError, withHelp } from "../../common/errors.js";
import { unmarked } from "../../common/printable.js";

/** Errors by message. */
const errors = new Map<string, pulumi.RunError>();

/**
 * Returns an error that ends a program with a message and no stack trace. Calls with the same message return the same error object, because
 * the SDK prints each uncaught error object once: ten lookups without a token print one message. `message` and `stack` both return the
 * message, because the SDK prints one or the other. They ignore assignments, because the SDK would prepend "error serializing property …"
 * for each resource that waits for the value.
 * @param problem an error, or a message about an invalid argument
 */
export function programError(problem: Error | string): pulumi.RunError {
    const message = withHelp(typeof problem === "string" ? new ArgumentError(problem) : problem);
    const error = errors.get(message) ?? plainError(unmarked(message));
    errors.set(message, error);
    return error;
}

function plainError(message: string): pulumi.RunError {
    const error = new pulumi.RunError(message);
    const sentence = { get: () => message, set: () => {} };
    return Object.defineProperties(error, { message: sentence, stack: sentence });
}
