import type { User } from "../../api/generated/types.gen.js";

/** Domain of pseudonymous addresses. Mail to it is never delivered. */
const DOMAIN = "people.invalid";
/** The lookbehind keeps the search linear. */
const EMAIL = /(?<![\p{L}\p{N}_.+-])[\p{L}\p{N}_.+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/** Properties of users that contain a part of the name, which may be a common word. */
const NAME_PARTS = new Set(["first_name", "last_name"]);

/** Pseudonymizes people: replaces names with numbers in responses, and numbers with names in requests. */
export class Pseudonyms {
    readonly #numbers = new Map<string, number>();
    readonly #known = new Replacements();
    readonly #asked = new Replacements();

    /** Adds users. A user keeps the same number. */
    know(users: readonly Pick<User, "user_id" | "email" | "full_name">[]): void {
        for (const { user_id, email, full_name: name } of users) {
            const number = this.#numbers.get(user_id) ?? this.#numbers.size + 1;
            this.#numbers.set(user_id, number);
            this.#pair(email, `person-${number}@${DOMAIN}`);
            this.#pair(name, `Person ${number}`);
        }
    }

    /** Replaces names with numbers. Unknown email addresses are removed. */
    hidden(text: string): string {
        const known = this.#known.replaced(text);
        return known.replace(EMAIL, (email) => (this.#asked.has(email) ? email : `unknown@${DOMAIN}`));
    }

    /** Replaces names in all strings of a JSON value, including names of users who first appear in it. */
    hiddenIn(value: unknown): unknown {
        this.know(usersIn(value));
        return mapped(value, (text, key) => (NAME_PARTS.has(key) && text !== "" ? "Person" : this.hidden(text)));
    }

    /** Replaces numbers with names. */
    named(text: string): string {
        return this.#asked.replaced(text);
    }

    namedIn(value: unknown): unknown {
        return mapped(value, (text) => this.named(text));
    }

    #pair(name: string, stand: string): void {
        if (name === "") return;
        // Two people with the same name can be distinguished only by their addresses.
        if (!this.#known.has(name)) this.#known.set(name, stand);
        this.#asked.set(stand, name);
    }
}

/** Length of the prefixes by which names are indexed. */
const KEY_LENGTH = 3;
const WORD = /[\p{L}\p{N}]/u;

/** Replacements for texts. They are indexed by the first letters, because there may be many thousands. */
class Replacements {
    readonly #stands = new Map<string, string>();
    readonly #byBeginning = new Map<string, string[]>();

    has(name: string): boolean {
        return this.#stands.has(name);
    }

    set(name: string, stand: string): void {
        const key = name.slice(0, KEY_LENGTH).toLowerCase();
        const alike = this.#byBeginning.get(key) ?? [];
        // The longest comes first, because a name may be part of another one.
        if (!this.#stands.has(name))
            this.#byBeginning.set(
                key,
                [...alike, name].sort((one, other) => other.length - one.length),
            );
        this.#stands.set(name, stand);
    }

    /** Replaces whole names. */
    replaced(text: string): string {
        const known = this.#stands.get(text);
        if (known !== undefined) return known;
        let written = "";
        for (let at = 0; at < text.length; ) {
            const name = at === 0 || !WORD.test(text.charAt(at - 1)) ? this.#nameAt(text, at) : undefined;
            written += name === undefined ? text.charAt(at) : this.#stands.get(name);
            at += name?.length ?? 1;
        }
        return written;
    }

    #nameAt(text: string, at: number): string | undefined {
        for (let length = KEY_LENGTH; length > 0; length -= 1)
            for (const name of this.#byBeginning.get(text.slice(at, at + length).toLowerCase()) ?? []) {
                const found = text.slice(at, at + name.length);
                // A single word must match the case, because a word such as "admin" may not refer to a person.
                const isSame = / |@/.test(name) ? found.toLowerCase() === name.toLowerCase() : found === name;
                if (isSame && !WORD.test(text.charAt(at + name.length))) return name;
            }
        return undefined;
    }
}

/** Users anywhere in a JSON value. */
function usersIn(value: unknown): Pick<User, "user_id" | "email" | "full_name">[] {
    if (typeof value !== "object" || value === null) return [];
    const { user_id, email, full_name } = value as Partial<User>; // each is checked
    const own = [user_id, email, full_name];
    const isUser = own.every((one) => typeof one === "string");
    return [
        ...(isUser ? [{ user_id: `${user_id}`, email: `${email}`, full_name: `${full_name}` }] : []),
        ...Object.values(value).flatMap(usersIn),
    ];
}

/** Applies `change` to all strings of a JSON value. `key` is the name of the property that contains the string. */
export function mapped(value: unknown, change: (text: string, key: string) => string, key = ""): unknown {
    if (typeof value === "string") return change(value, key);
    if (Array.isArray(value)) return value.map((one) => mapped(one, change, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapped(one, change, name)]));
}
