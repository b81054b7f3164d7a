import type { StackOptions } from "../contract/stack.js";
import { type EngineProperties, secret } from "../contract/values.js";

type ConfigValue = string | { secret: string };

/** The configuration of a stack. Keys have the form namespace:key. */
export class StackConfig {
    readonly #values: Map<string, ConfigValue>;

    constructor(values: StackOptions["config"] = {}) {
        this.#values = new Map(Object.entries(values));
    }

    set(key: string, value: ConfigValue): void {
        this.#values.set(key, value);
    }

    /** Returns all values, with secrets marked, for the default provider. */
    properties(): EngineProperties {
        return this.#each(secret);
    }

    /** Returns all values as plain text, for the program. */
    opened(): Record<string, string> {
        return this.#each((value) => value);
    }

    secretKeys(): string[] {
        return [...this.#values].filter(([, value]) => typeof value !== "string").map(([key]) => key);
    }

    /** Replaces each secret value in the text with "[secret]". */
    masked(text: string): string {
        return [...this.#values.values()].reduce<string>(
            (masked, value) =>
                typeof value !== "string" && value.secret ? masked.replaceAll(value.secret, "[secret]") : masked,
            text,
        );
    }

    #each<T>(ofSecret: (value: string) => T): Record<string, string | T> {
        return Object.fromEntries(
            [...this.#values].map(([key, value]) => [key, typeof value === "string" ? value : ofSecret(value.secret)]),
        );
    }
}

/** Returns the values of one namespace, by their names in it. */
export function inNamespace<T>(values: Readonly<Record<string, T>>, namespace: string): Record<string, T> {
    const own = Object.entries(values).filter(([key]) => key.startsWith(`${namespace}:`));
    return Object.fromEntries(own.map(([key, value]) => [key.slice(namespace.length + 1), value]));
}
