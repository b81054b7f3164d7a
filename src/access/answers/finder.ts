import { UsageError } from "../../common/errors.js";
import type { Target } from "../model/facts/facts.js";
import { type NameChoice, noneError, severalError } from "./choice.js";
import type { Directory, NamedObject } from "./directory.js";

/** A user or non-human identity that can have access. */
export interface FoundPerson extends NamedObject {
    readonly type: "user" | "identity";
}

/** A group, resource or bundle with its name. */
export type NamedTarget = Target & NamedObject;

/**
 * Finds the principal or target that matches a text. Tries the following matches in order, and uses the first that succeeds: id, email,
 * name, name or email ignoring case, a word of the name, the beginning of the name or email, any part of the name or email.
 */
export class Finder {
    readonly #people: readonly FoundPerson[];
    readonly #things: readonly NamedTarget[];

    /**
     * @param identities ids of the non-human identities
     * @param note sentence to add to the error if no object matches
     */
    constructor(
        directory: Directory,
        identities: ReadonlySet<string>,
        private readonly note = "",
    ) {
        const all = [...directory.all()];
        this.#people = all.flatMap((one): FoundPerson[] => {
            if (one.type === "user") return [{ ...one, type: "user" }];
            return identities.has(one.id) ? [{ ...one, type: "identity" }] : [];
        });
        this.#things = all.flatMap((one): NamedTarget[] => {
            const { type } = one;
            return isThing(type) ? [{ ...one, type }] : [];
        });
    }

    /** @throws UsageError if no principal or several principals match */
    person(text: string): FoundPerson {
        return this.#only(text, text, this.#people, "person or machine");
    }

    /**
     * @param text name or id, optionally prefixed with `group:`, `resource:` or `bundle:`
     * @throws UsageError if no target or several targets match
     */
    thing(text: string): NamedTarget {
        const [, prefix, rest] = /^(group|resource|bundle):(.*)$/s.exec(text) ?? [];
        if (prefix === undefined || rest === undefined)
            return this.#only(text, text, this.#things, "group, resource or bundle");
        const narrowed = this.#things.filter(({ type }) => type === prefix);
        return this.#only(text, rest.trim(), narrowed, prefix);
    }

    #only<T extends NamedObject>(said: string, text: string, among: readonly T[], noun: string): T {
        if (text === "") throw new UsageError(`Missing ${noun}. Specify an id or a name.`);
        const lower = text.toLowerCase();
        const ways: ((one: T) => boolean)[] = [
            ({ id }) => id === text,
            ({ email }) => email === text,
            ({ name }) => name === text,
            ({ name, email }) => name.toLowerCase() === lower || email?.toLowerCase() === lower,
            ({ name, email = "" }) =>
                [...name.toLowerCase().split(" "), email.toLowerCase().split("@")[0]].includes(lower),
            ({ name, email }) =>
                name.toLowerCase().startsWith(lower) || email?.toLowerCase().startsWith(lower) === true,
            ({ name, email }) => name.toLowerCase().includes(lower) || email?.toLowerCase().includes(lower) === true,
        ];
        for (const fits of ways) {
            const found = among.filter(fits);
            const [first] = found;
            if (first && found.length === 1) return first;
            if (found.length > 1) throw severalError(JSON.stringify(said), found.map(choiceOf));
        }
        const names = among.flatMap(({ name, email }) => [name, ...(email === undefined ? [] : [email])]);
        throw noneError(noun, text, names, this.note);
    }
}

function isThing(type: NamedObject["type"]): type is Target["type"] {
    return type === "group" || type === "resource" || type === "bundle";
}

function choiceOf({ email, ...named }: NamedObject): NameChoice {
    return email === undefined ? named : { ...named, detail: email };
}
