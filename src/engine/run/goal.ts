import { EngineError } from "../contract/project.js";
import type { State } from "../contract/state.js";
import { isSecret, type Properties } from "../contract/values.js";
import type { Goal } from "./monitor.js";
import { referenceTo } from "./providers.js";

/** What a registration asks for, before anything is known of how it ends. */
export function stateOf(goal: Goal, urn: string, provider: State | undefined): State {
    return {
        urn,
        custom: goal.custom,
        type: goal.type,
        inputs: goal.inputs,
        outputs: {},
        ...(goal.parent && { parent: goal.parent }),
        ...(provider && { provider: referenceTo(provider) }),
        protect: goal.protect,
        retainOnDelete: goal.retainOnDelete,
        ...(goal.deletedWith && { deletedWith: goal.deletedWith }),
        dependencies: goal.dependencies,
        propertyDependencies: goal.propertyDependencies,
        additionalSecretOutputs: goal.additionalSecretOutputs,
        ignoreChanges: goal.ignoreChanges,
    };
}

/** The new inputs with the old values where changes are to be ignored. */
export function ignoring(news: Properties, olds: Properties, ignored: string[]): Properties {
    const result = { ...news };
    for (const path of ignored) {
        if (/[.[\]*]/.test(path))
            throw new EngineError(
                `The local engine ignores changes of whole properties only, not of "${path}": use the Pulumi CLI for this program.`,
            );
        if (path in olds) result[path] = olds[path];
        else delete result[path];
    }
    return result;
}

/** A value in a failed check, as the Pulumi engine prints it. */
export function inWords(value: unknown): string {
    if (isSecret(value)) return `{&{${inWords(value.value)}}}`;
    return `{${typeof value === "string" ? value : JSON.stringify(value)}}`;
}
