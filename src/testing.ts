/** For tests of your own program: it runs against a local service, with no Pulumi CLI, no account and no network. */
import type { Stack, StackOptions } from "./local/engine/contract/stack.js";
import { openStack as open } from "./local/engine/open-stack.js";
import type { Service } from "./local/service/index.js";

export { EngineError } from "./local/engine/contract/project.js";
export type {
    Deployment,
    Diagnostic,
    RefreshOptions,
    Run,
    RunOptions,
    Stack,
    Step,
    UpdateOptions,
} from "./local/engine/contract/stack.js";
export * from "./local/service/index.js";

export interface TestOptions extends StackOptions {
    /** What the program speaks with. */
    readonly service: Service;
    /** "local", the default, needs nothing; "pulumi" is the CLI on PATH; "auto" is the CLI if there is one. */
    engine?: "auto" | "pulumi" | "local";
}

/**
 * Opens an empty stack of a program, with the url and token of `service` in its configuration. The settings of a stack file
 * (`Pulumi.dev.yaml`) are not read: `config` gives those that the program needs. Close it when the tests end.
 * @throws EngineError if there is no such program.
 */
export function openStack({ service, engine = "local", config, ...options }: TestOptions): Promise<Stack> {
    const own = { "access-governance:url": service.url, "access-governance:token": { secret: service.token } };
    return open({ ...options, engine, config: { ...own, ...config } });
}
