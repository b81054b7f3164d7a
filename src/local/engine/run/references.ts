import { EngineError } from "../contract/project.js";
import { isEngineSecret, some } from "../contract/values.js";
import type { EngineProvider } from "../processes/plugin.js";
import { ORGANIZATION, type StackName } from "../state/backend.js";
import { stackOutputs } from "../state/deployment.js";
import type { EngineSettings } from "./settings.js";

export const REFERENCE_TYPE = "pulumi:pulumi:StackReference";

/** Returns a provider that reads stack references, which are references to other stacks in the same backend. */
export function stackReferences({ backend, project, passphrase, display }: EngineSettings): EngineProvider {
    const refuse = async (): Promise<never> => {
        throw new EngineError("Stack references can only be read, not created, updated or deleted.");
    };
    return {
        check: refuse,
        diff: refuse,
        create: refuse,
        update: refuse,
        delete: refuse,
        read: async (_urn, id, inputs) => {
            const name = String(inputs.name);
            // A reference without the name of a project refers to a stack of the program's own project.
            const deployment = backend.read(stackNamed(name, project.name));
            if (!deployment) throw new Error(`unknown stack "${name}"`);
            const { outputs, elided } = await stackOutputs(deployment, passphrase);
            if (elided) {
                const message = `eliding undecryptable secrets for stack reference '${name}'`;
                display.diagnostic({ severity: "info", message });
            }
            const secretOutputNames = Object.keys(outputs).filter((key) => some(outputs[key], isEngineSecret));
            return { id, inputs, outputs: { name, outputs, secretOutputNames: secretOutputNames.sort() } };
        },
    };
}

/**
 * Parses a stack name of the form organization/project/stack, organization/stack, or stack.
 * @throws Error with the same message as the Pulumi CLI if the name is invalid
 */
export function stackNamed(name: string, project: string): StackName {
    const parts = name.split("/");
    const stack = parts.at(-1) ?? "";
    if (parts.length > 3 || stack === "") throw new Error("a stack name may not be empty");
    if (parts.length > 1 && parts[0] !== ORGANIZATION) throw new Error(`organization name must be '${ORGANIZATION}'`);
    const strange = /[^A-Za-z0-9_.-]/.exec(stack);
    if (strange)
        throw new Error(
            `a stack name may only contain alphanumeric, hyphens, underscores, or periods: invalid character '${strange[0]}' at position ${strange.index}`,
        );
    return { project: parts.length === 3 ? (parts[1] ?? "") : project, stack };
}
