import { operations } from "../api/generated/operations.gen.js";
import { isRead } from "../api/transport/outcome.js";
import { UsageError } from "../common/errors.js";
import type { Properties } from "../common/properties.js";
import { pluginType } from "../common/pulumi-type.js";
import { hint } from "../common/spelling.js";
import type { Live } from "../provider/live/live.js";
import * as all from "../resources/functions.js";
import { answerOf, type Callable, checkArgumentNames } from "../resources/lookups/callable.js";
import { organizationOf } from "../resources/lookups/organization.js";

/** All lookups and actions of the package, by the type token that programs use to call them. */
export const functions: ReadonlyMap<string, Callable> = new Map(
    Object.entries<unknown>(all)
        .filter((entry): entry is [string, Callable] => answerOf(entry[1]) !== undefined)
        .map(([name, callable]) => [pluginType(name), callable]),
);

/**
 * The operation (such as a preview) during which a program calls a function, as reported by the engine; `unknown` if the engine is too old
 * to report it.
 */
export type Phase = "preview" | "up" | "unknown";

/**
 * Calls a function for a program. A list is returned under the name `results`, because the engine requires an object.
 * @throws UsageError if the function does not exist, or if it writes and it is unknown whether this is a preview
 */
export async function callFunction(
    live: Live,
    type: string,
    args: Properties,
    phase: Phase,
    say: (sentence: string) => void,
): Promise<Properties> {
    const callable = functions.get(type);
    const answers = answerOf(callable);
    if (!callable || !answers) {
        const other = hint(type, [...functions.keys()]) || ". Install a version that does.";
        throw new UsageError(
            `This version of access-governance does not support the function ${JSON.stringify(type)}${other}`,
        );
    }
    checkArgumentNames(callable, args);
    if (phase === "unknown" && writes(callable))
        throw new UsageError(
            `${type} writes to the service, but this version of the Pulumi CLI does not report whether the run is a preview. Use a newer version of the CLI.`,
        );
    const organization = organizationOf(live, () => {});
    const answer = await answers(organization, args, phase === "preview", say);
    return Array.isArray(answer) ? { results: answer } : { ...Object(answer) };
}

function writes({ operations: names }: Callable): boolean {
    return names.some((name) => !isRead(operations[name]));
}
