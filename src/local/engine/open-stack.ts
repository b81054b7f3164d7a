import type { Stack, StackOptions } from "./contract/stack.js";
import { LocalStack } from "./local.js";
import { findPulumi, PulumiStack } from "./pulumi.js";

/** Opens a stack, or creates it if it does not exist in `backend`. @throws EngineError if the stack cannot be opened */
export async function openStack(options: StackOptions): Promise<Stack> {
    const wanted = options.engine ?? "auto";
    const found = wanted === "local" ? undefined : findPulumi(wanted === "pulumi");
    return found ? PulumiStack.open(options, found) : LocalStack.open(options);
}
