import type { Stack, StackOptions } from "./contract/stack.js";
import { LocalStack } from "./local.js";
import { findPulumi, PulumiStack } from "./pulumi.js";

/**
 * Opens a stack, and creates it if `backend` does not contain it.
 * @throws EngineError if it cannot be opened
 */
export async function openStack(options: StackOptions): Promise<Stack> {
    const wanted = options.engine ?? "auto";
    const found = wanted === "local" ? undefined : findPulumi(wanted === "pulumi");
    return found ? PulumiStack.open(options, found) : LocalStack.open(options);
}
