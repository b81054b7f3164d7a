import type { WrongReferenceError } from "../../common/errors.js";
import { type Declarer, declarerKey } from "../../common/names.js";
import { propertyOf } from "../../common/paths.js";
import { hasUnknown } from "../../common/unknown.js";
import type { DeclaredResource } from "../metadata.js";
import type { Kind } from "../shapes/kind.js";

/** A reference to a level of a new object that no resource of the program has declared so far. */
interface MissingLevel {
    readonly creator: Declarer;
    readonly level: string;
    readonly resource: Declarer;
    readonly error: WrongReferenceError;
}

/** The access levels that the program adds to its own objects, and references to levels that it has not added so far. */
export class NewLevels {
    /** The levels of each object, by the key of its resource. */
    readonly #added = new Map<string, Set<string>>();
    /** The keys of the resources whose objects get a level that is not known yet. */
    readonly #open = new Set<string>();
    readonly #missing: MissingLevel[] = [];

    /** @param onChange called when the missing levels change */
    constructor(private readonly onChange: () => void = () => {}) {}

    /** Records the level that a resource adds, if its kind does so. */
    declare({ addsLevel }: Pick<Kind, "addsLevel">, { given, ids }: Pick<DeclaredResource, "given" | "ids">): void {
        if (!addsLevel) return;
        const level = given[addsLevel.level];
        const owners = Object.entries(ids).flatMap(([path, owner]) =>
            addsLevel.to.includes(propertyOf(path)) ? [declarerKey(owner)] : [],
        );
        for (const owner of owners) {
            if (typeof level !== "string" || hasUnknown(level)) this.#open.add(owner);
            else this.#added.set(owner, (this.#added.get(owner) ?? new Set()).add(level));
        }
        if (this.#missing.length > 0) this.onChange();
    }

    /** Records a reference to a level of the object of `creator`. */
    require(missing: MissingLevel): void {
        this.#missing.push(missing);
        this.onChange();
    }

    /** The references to levels that nothing adds. Final at the end of the program. */
    get missing(): readonly MissingLevel[] {
        return this.#missing.filter(({ creator, level }) => {
            const owner = declarerKey(creator);
            return !this.#open.has(owner) && !this.#added.get(owner)?.has(level);
        });
    }
}
