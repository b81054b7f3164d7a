import { addTo } from "../../../common/collections.js";
import type { AccessRule, Clause, Tag, Unknown, User } from "../facts/facts.js";
import { type OpenUnknown, PrincipalSet } from "../facts/principals.js";

/** Finds the users who match the conditions of access rules. The users are indexed only once, for all rules. */
export class RuleMatches {
    readonly #byTag = new Map<string, Tagged[]>();
    readonly #byStatus = new Map<string, number[]>();
    #hasUnreadTags = false;
    #hasUnreadStatus = false;

    constructor(users: ReadonlyMap<number, User>) {
        for (const [number, { tags, status }] of users) {
            if (tags === undefined) this.#hasUnreadTags = true;
            if (status === undefined) this.#hasUnreadStatus = true;
            for (const tag of tags ?? []) addTo(this.#byTag, tagKey(tag), { number, tag });
            // Users who are not in the HR directory have the status "".
            if (status !== undefined) addTo(this.#byStatus, status, number);
        }
    }

    /**
     * Users who match `when` but not `unless`. The app that a tag comes from is compared only if it is known. If it is unknown, the user
     * counts as matching `when`, and as possibly matching `unless`.
     */
    of(rule: AccessRule, groupId: string): PrincipalSet {
        // The API requires at least one clause, so a rule without clauses does not match anyone.
        const [first, ...others] = rule.when.map((clause) => this.#matching(clause));
        const inside = first ? [...first].filter((number) => others.every((set) => set.has(number))) : [];
        const isExcluded = this.#excluded(rule);
        const isSurelyExcluded = this.#excluded(rule, SURELY);
        const open = inside.filter((number) => isExcluded(number) && !isSurelyExcluded(number));
        const unknownOf = (because: string, ...of: readonly unknown[]): Unknown => {
            return { type: "group", id: groupId, because, variant: JSON.stringify(of) };
        };
        const unknowns = new Set<OpenUnknown>(this.#unread(rule) ? [unknownOf(UNREAD, rule.when, rule.unless)] : []);
        // The variant does not include `when`, because `when` only affects who the candidates are.
        if (open.length > 0) unknowns.add({ ...unknownOf(UNKNOWN_APP, rule.unless), among: PrincipalSet.of(open) });
        const members = Uint32Array.from(inside.filter((number) => !isExcluded(number)));
        return new PrincipalSet(members, undefined, unknowns);
    }

    #excluded({ unless }: AccessRule, isMatch = POSSIBLY): (number: number) => boolean {
        const sets = unless.map((clause) => this.#matching(clause, isMatch));
        return (number) => sets.length > 0 && sets.every((set) => set.has(number));
    }

    #matching({ tags, statuses }: Clause, isMatch = POSSIBLY): Set<number> {
        const tagged = tags.flatMap((wanted) =>
            (this.#byTag.get(tagKey(wanted)) ?? [])
                .filter(({ tag }) => isMatch(wanted, tag))
                .map(({ number }) => number),
        );
        return new Set([...tagged, ...statuses.flatMap((status) => this.#byStatus.get(status) ?? [])]);
    }

    #unread({ when, unless }: AccessRule): boolean {
        const clauses = [...when, ...unless];
        return (
            (this.#hasUnreadTags && clauses.some(({ tags }) => tags.length > 0)) ||
            (this.#hasUnreadStatus && clauses.some(({ statuses }) => statuses.length > 0))
        );
    }
}

/** A user with one of their tags. */
interface Tagged {
    readonly number: number;
    readonly tag: Tag;
}

const UNREAD = "the tags or the status of some users were not read";
const UNKNOWN_APP =
    "the rule excludes users by tags of an app, and the API does not return which app a user's tag comes from";

/**
 * Whether two tags with the same key and value come from the same app: `POSSIBLY` if an app may be unknown, `SURELY` if it must be known.
 */
type IsMatch = (wanted: Tag, found: Tag) => boolean;
const POSSIBLY: IsMatch = (wanted, found) =>
    wanted.connectionId === undefined || found.connectionId === undefined || wanted.connectionId === found.connectionId;
const SURELY: IsMatch = (wanted, found) =>
    wanted.connectionId === undefined || wanted.connectionId === found.connectionId;

function tagKey({ key, value }: Tag): string {
    return `${key}\n${value}`;
}
