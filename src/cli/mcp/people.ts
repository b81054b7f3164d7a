import type { User } from "../../api/generated/types.gen.js";

/** Domain of pseudonymous addresses. Mail to it is never delivered. */
const DOMAIN = "people.invalid";
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Pseudonyms: numbers instead of names in answers, and names instead of numbers in questions. */
export class People {
    readonly #numbers = new Map<string, number>();
    readonly #known = new Map<string, string>();
    readonly #asked = new Map<string, string>();

    /** Adds users. A user keeps the same number. */
    know(users: readonly Pick<User, "user_id" | "email" | "full_name">[]): void {
        for (const { user_id, email, full_name: name } of users) {
            const number = this.#numbers.get(user_id) ?? this.#numbers.size + 1;
            this.#numbers.set(user_id, number);
            this.#pair(email, `person-${number}@${DOMAIN}`);
            this.#pair(name, `Person ${number}`);
        }
    }

    /** Replaces names by numbers. Unknown email addresses are removed. */
    hidden(text: string): string {
        const known = replaced(text, this.#known);
        return known.replace(EMAIL, (email) => (this.#asked.has(email) ? email : `unknown@${DOMAIN}`));
    }

    /** Replaces numbers by names. */
    named(text: string): string {
        return replaced(text, this.#asked);
    }

    #pair(name: string, stand: string): void {
        if (name === "") return;
        // Two people of one name are told apart by their addresses alone.
        if (!this.#known.has(name)) this.#known.set(name, stand);
        this.#asked.set(stand, name);
    }
}

/** Replaces whole names, longest first, because a name may be part of another one. */
function replaced(text: string, names: ReadonlyMap<string, string>): string {
    if (names.size === 0) return text;
    const any = [...names.keys()].sort((one, other) => other.length - one.length).map(escaped);
    const pattern = new RegExp(`(?<![\\w@.+-])(?:${any.join("|")})(?![\\w@+-])`, "gi");
    const byFold = new Map([...names].map(([name, stand]) => [name.toLowerCase(), stand]));
    return text.replace(pattern, (name) => {
        // One word in another case may mean something else, such as "admin".
        const isWord = !/[ @]/.test(name) && !names.has(name);
        return isWord ? name : (byFold.get(name.toLowerCase()) ?? name);
    });
}

function escaped(text: string): string {
    return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
