import * as pulumi from "@pulumi/pulumi";
import { ArgumentError, withHelp } from "../../common/errors.js";
import { unmarked } from "../../common/printable.js";

/** Errors by their sentences. */
const errors = new Map<string, pulumi.RunError>();

/**
 * Returns an error that ends a program with one sentence and no stack trace. Equal sentences share one error object, because the SDK prints
 * each uncaught error object once: ten lookups without a token print one message. `message` and `stack` both return the sentence and cannot
 * be changed, because the SDK prints one or the other, and puts "error serializing property …" in front for each resource that waits.
 * @param problem an error, or a text about an invalid argument
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
