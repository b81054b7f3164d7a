import type { User } from "../facts/facts.js";
import type { PrincipalSet } from "../facts/principals.js";
import type { AccessModel } from "../model.js";
import type { Unlisted } from "./shifts.js";

/** The users that a change adds. */
export class Newcomers {
    #model: AccessModel | undefined;

    constructor(
        private readonly after: AccessModel,
        /** Numbers of the added users. */
        private readonly numbers: ReadonlySet<number>,
    ) {}

    /**
     * Adds the new users to `unlisted.gained` if `after` is open to all users. This is the case if it contains all other users and would
     * also contain a user without any access. The second condition excludes sets that contain all users only by coincidence.
     * @param who returns the corresponding set in another model
     */
    unlisted(unlisted: Unlisted, after: PrincipalSet, who: (model: AccessModel) => PrincipalSet): Unlisted {
        const { numbers } = this;
        const isOpen = (): boolean =>
            after.members === this.after.people.everybody.members ||
            ([...this.after.records.users.keys()].every((number) => numbers.has(number) || after.has(number)) &&
                who(this.#withPlainUser()).has(this.after.records.principals.number(PLAIN_USER.id)));
        if (![...numbers].some((number) => after.has(number)) || !isOpen()) return unlisted;
        return { ...unlisted, gained: new Set([...unlisted.gained, ...numbers]) };
    }

    #withPlainUser(): AccessModel {
        this.#model ??= this.after.with([{ put: "user", value: PLAIN_USER }]);
        return this.#model;
    }
}

/** A user without tags, memberships or roles. */
const PLAIN_USER: User = { id: "plain user", name: "", tags: [], status: "", managerId: null };
