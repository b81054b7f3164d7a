import type { User } from "../../api/generated/types.gen.js";

/** Where people without a name have their addresses: no mail ever reaches this domain. */
const DOMAIN = "people.invalid";
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Gives people numbers for names, in what an agent is told, and their names back, in what it asks. */
export class People {
    readonly #numbers = new Map<string, number>();
    readonly #known = new Map<string, string>();
    readonly #asked = new Map<string, string>();

    /** People keep the number that they once have. */
    know(users: readonly Pick<User, "user_id" | "email" | "full_name">[]): void {
        for (const { user_id, email, full_name: name } of users) {
            const number = this.#numbers.get(user_id) ?? this.#numbers.size + 1;
            this.#numbers.set(user_id, number);
            this.#pair(email, `person-${number}@${DOMAIN}`);
            this.#pair(name, `Person ${number}`);
        }
    }

    /** The text with numbers for names; an address that nobody is known by is taken out. */
    hidden(text: string): string {
        const known = replaced(text, this.#known);
        return known.replace(EMAIL, (email) => (this.#asked.has(email) ? email : `unknown@${DOMAIN}`));
    }

    /** The text with the names that the numbers stand for. */
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

/** Each whole name by what stands for it, the longest first: a name may be part of another one. */
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
