import { PartialError } from "../../processes/provider-errors.js";

/** Thrown after a step has failed and its error has been reported, or if the operation has been stopped. */
export class Stopped extends Error {}

/** Thrown if a step would delete a protected resource. */
export class Protected extends Error {
    constructor(urn: string) {
        super(
            `resource "${urn}" cannot be deleted\nbecause it is protected. To unprotect the resource, either remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\`, or use the command:\n\`pulumi state unprotect '${urn}'\``,
        );
    }
}

/** Returns the message of an error, worded as in the Pulumi engine. */
export function messageOf(error: unknown): string {
    if (error instanceof PartialError) {
        const count = error.reasons.length;
        return `${count} error${count === 1 ? "" : "s"} occurred:${error.reasons.map((reason) => `\n\t* ${reason}`).join("")}`;
    }
    return error instanceof Error ? error.message : String(error);
}
