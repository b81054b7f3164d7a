import { EngineError } from "./project.js";
import type { Stack, StackOptions } from "./stack.js";
export const LocalStack = {
    async open(_options: StackOptions): Promise<Stack> {
        throw new EngineError("The local engine is not there yet.");
    },
};
