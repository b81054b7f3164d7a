import type { Change } from "../../model/facts/change.js";
import type { Tag, User } from "../../model/facts/facts.js";
import type { AccessModel } from "../../model/model.js";
import { type Assignment, type Atom, all, any, atMostOne, atomsOf, evaluate, type Formula, not } from "./formula.js";

/** A hypothetical person to test access for: a new user, or a current user with other tags or another status. */
export interface PossiblePerson {
    /** Number of the user in the model, or undefined for a new user. */
    readonly number: number | undefined;
    readonly tags: readonly Tag[];
    readonly status: string;
    /** Ids of the groups that the person is added to. */
    readonly groupIds: readonly string[];
}

/** Placeholder id of a new user. */
export const NEW_USER = "a new user";

/** All possible people, distinguished only by the atoms of a formula. */
export class PossiblePeople {
    /** For each combination of facts, one user to whom it applies. */
    readonly #examples = new Map<string, number | undefined>();
    readonly #facts: readonly Extract<Atom, { atom: "fact" }>[];
    readonly #atoms: readonly Atom[];

    constructor(
        private readonly model: AccessModel,
        formula: Formula,
    ) {
        this.#atoms = atomsOf(formula);
        this.#facts = this.#atoms.filter((one) => one.atom === "fact");
        const users = [...model.records.users].filter(([, { isPaladin }]) => isPaladin !== true);
        // A new user makes the simplest example, so it is tried first.
        for (const number of [undefined, ...users.map(([one]) => one)]) {
            const key = this.#facts.map(({ holds }) => (holds(number) ? "1" : "0")).join("");
            if (!this.#examples.has(key)) this.#examples.set(key, number);
        }
    }

    /** True for people with the same facts as a new user. */
    get isNew(): Formula {
        const [first = ""] = this.#examples.keys();
        return this.#isLike(first);
    }

    /** True for people who can exist. */
    get exist(): Formula {
        const statuses = this.#atoms.filter(({ atom }) => atom === "status");
        return all([
            any([...this.#examples.keys()].map((key) => this.#isLike(key))),
            atMostOne(statuses),
            this.#singleValued(),
        ]);
    }

    /** Atoms whose values are unknown because the API does not return them. */
    get unknowns(): Extract<Atom, { atom: "unknown" }>[] {
        return this.#atoms.filter((one) => one.atom === "unknown");
    }

    /** Returns the person that an assignment describes, without tags, groups or a status that are not needed to make the formula true. */
    simplest(formula: Formula, found: Assignment): PossiblePerson {
        const values = new Map(
            this.#atoms.map((atom) => [atom.key, atom.atom === "unknown" ? undefined : found(atom)]),
        );
        const assignment: Assignment = ({ key }) => values.get(key);
        for (const { key, atom } of this.#atoms) {
            if (values.get(key) !== true || atom === "fact") continue;
            values.set(key, false);
            if (evaluate(formula, assignment) !== true) values.set(key, true);
        }
        const isTrue = ({ key }: Atom): boolean => values.get(key) === true;
        return {
            number: this.#examples.get(this.#facts.map((fact) => (isTrue(fact) ? "1" : "0")).join("")),
            tags: this.#atoms.flatMap((one) => (one.atom === "tag" && isTrue(one) ? one.tag : [])),
            status:
                this.#atoms.flatMap((one) => (one.atom === "status" && isTrue(one) ? one.status : []))[0] ??
                this.#otherStatus(),
            groupIds: this.#atoms.flatMap((one) => (one.atom === "joins" && isTrue(one) ? one.groupId : [])),
        };
    }

    #isLike(key: string): Formula {
        return all(this.#facts.map((fact, at) => (key[at] === "1" ? fact : not(fact))));
    }

    /** True if the person has no more than one value of each single-valued tag. */
    #singleValued(): Formula {
        const { singleValuedTags = [] } = this.model.records.assumptions;
        const tags = this.#atoms.filter((one) => one.atom === "tag");
        return all(
            singleValuedTags.map((key) => {
                const values = new Set(tags.flatMap(({ tag }) => (tag.key === key ? tag.value : [])));
                return atMostOne(
                    [...values].map((value) => any(tags.filter(({ tag }) => tag.key === key && tag.value === value))),
                );
            }),
        );
    }

    /** Returns a status that no rule mentions: normally "", or another text if a rule mentions users without a status. */
    #otherStatus(): string {
        return this.#atoms.some((one) => one.atom === "status" && one.status === "") ? "ANOTHER" : "";
    }
}

/** Adds a possible person to the model. The id is that of a current user, or `NEW_USER`. */
export function withPerson(
    model: AccessModel,
    { number, tags, status, groupIds }: PossiblePerson,
): { readonly model: AccessModel; readonly id: string } {
    const known = number === undefined ? undefined : model.records.users.get(number);
    const user: User = { ...(known ?? { id: NEW_USER, name: NEW_USER }), tags, status };
    const joined = groupIds.map((groupId): Change => {
        return { put: "membership", value: { groupId, userId: user.id, level: "", until: null } };
    });
    return { model: model.with([{ put: "user", value: user }, ...joined]), id: user.id };
}

/** Returns the values of atoms for a person. Atoms that the API does not return data for are undefined. */
export function assignmentOf({ number, tags, status, groupIds }: PossiblePerson): Assignment {
    return (one) => {
        switch (one.atom) {
            case "tag":
                return tags.some(
                    ({ key, value, connectionId }) =>
                        key === one.tag.key && value === one.tag.value && connectionId === one.tag.connectionId,
                );
            case "status":
                return status === one.status;
            case "joins":
                return groupIds.includes(one.groupId);
            case "fact":
                return one.holds(number);
            case "unknown":
                return undefined;
        }
    };
}
