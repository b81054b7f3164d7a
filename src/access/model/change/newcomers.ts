import type { User } from "../facts/facts.js";
import type { PrincipalSet } from "../facts/principals.js";
import type { AccessModel } from "../model.js";
import type { Unlisted } from "./shifts.js";

/** Users whom a change adds. */
export class Newcomers {
    #model: AccessModel | undefined;

    constructor(
        private readonly after: AccessModel,
        /** Their numbers. */
        private readonly numbers: ReadonlySet<number>,
    ) {}

    /**
     * Omits new users if every other user can do the same, and so could a user without any access. A set that happens to contain
     * all other users is not open to everybody. @param who reads the set from another model
     */
    unlisted(unlisted: Unlisted, after: PrincipalSet, who: (model: AccessModel) => PrincipalSet): Unlisted {
        const { numbers } = this;
        const isOpen = (): boolean =>
            after.members === this.after.people.everybody.members ||
            ([...this.after.records.users.keys()].every((number) => numbers.has(number) || after.has(number)) &&
                who(this.#withAnother()).has(this.after.records.principals.number(ANOTHER.id)));
        if (![...numbers].some((number) => after.has(number)) || !isOpen()) return unlisted;
        return { ...unlisted, gained: new Set([...unlisted.gained, ...numbers]) };
    }

    #withAnother(): AccessModel {
        this.#model ??= this.after.with([{ put: "user", value: ANOTHER }]);
        return this.#model;
    }
}

/** A user without tags, memberships or roles. */
const ANOTHER: User = { id: "another user", name: "", tags: [], status: "", managerId: null };
