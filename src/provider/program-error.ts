import * as pulumi from "@pulumi/pulumi";

/**
 * What ends a program with one sentence and no stack. The SDK formats an error before it looks whose it is, and Node 20.20 takes a minute and
 * gigabytes to format a stack that leads through `node_modules` in colour.
 */
export function programError(message: string): pulumi.RunError {
    const error = new pulumi.RunError(message);
    error.stack = `${error.name}: ${message}`;
    return error;
}
