import * as pulumi from "@pulumi/pulumi";
import { ArgumentError, withHelp } from "../errors.js";

/**
 * What ends a program with one sentence and no stack. The SDK prints the stack of an error in one case and its message in others, and puts
 * "error serializing property …" in front of it for each resource that waits for the value: the sentence stays as it is. A text is of an argument that is wrong.
 */
export function programError(problem: Error | string): pulumi.RunError {
    const message = withHelp(typeof problem === "string" ? new ArgumentError(problem) : problem);
    const error = new pulumi.RunError(message);
    const sentence = { get: () => message, set: () => {} };
    return Object.defineProperties(error, { message: sentence, stack: sentence });
}
