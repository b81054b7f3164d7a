import type { Stack, StackOptions } from "./contract/stack.js";
import { LocalStack } from "./local.js";
import { findPulumi, PulumiStack } from "./pulumi.js";

/** Opens a stack: the one of this name where `backend` holds it, and a new, empty one elsewhere. Throws EngineError with one sentence where that cannot be done. */
export async function openStack(options: StackOptions): Promise<Stack> {
    const wanted = options.engine ?? "auto";
    const found = wanted === "local" ? undefined : findPulumi(wanted === "pulumi");
    return found ? PulumiStack.open(options, found) : LocalStack.open(options);
}
