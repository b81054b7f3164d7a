import { PartialError } from "../../processes/plugin.js";

/** Thrown by a step that failed and has already reported why. */
export class Stopped extends Error {}

/** A protected object would have been deleted. */
export class Protected extends Error {
    constructor(urn: string) {
        super(
            `resource "${urn}" cannot be deleted\nbecause it is protected. To unprotect the resource, either remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\`, or use the command:\n\`pulumi state unprotect '${urn}'\``,
        );
    }
}

/** An error as the Pulumi engine words it. */
export function messageOf(error: unknown): string {
    if (error instanceof PartialError) {
        const count = error.reasons.length;
        return `${count} error${count === 1 ? "" : "s"} occurred:${error.reasons.map((reason) => `\n\t* ${reason}`).join("")}`;
    }
    return error instanceof Error ? error.message : String(error);
}
