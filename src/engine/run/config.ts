import { type Properties, secret } from "../contract/values.js";

interface Entry {
    value: string;
    secret: boolean;
}

/** The configuration of a stack, by its whole names (namespace:key). */
export class Config {
    readonly #entries = new Map<string, Entry>();

    set(key: string, entry: Entry): void {
        this.#entries.set(key, entry);
    }

    get(key: string): Entry | undefined {
        return this.#entries.get(key);
    }

    /** As the default provider gets it. */
    properties(): Properties {
        return Object.fromEntries(
            [...this.#entries].map(([key, entry]) => [key, entry.secret ? secret(entry.value) : entry.value]),
        );
    }

    /** As the program gets it. */
    opened(): Record<string, string> {
        return Object.fromEntries([...this.#entries].map(([key, { value }]) => [key, value]));
    }

    /** As anybody may see it. */
    shown(): Record<string, string> {
        return Object.fromEntries([...this.#entries].map(([key, e]) => [key, e.secret ? "[secret]" : e.value]));
    }

    secretKeys(): string[] {
        return [...this.#entries].filter(([, entry]) => entry.secret).map(([key]) => key);
    }

    /** What no line may show. */
    secrets(): string[] {
        return [...this.#entries.values()].filter((entry) => entry.secret).map((entry) => entry.value);
    }
}
