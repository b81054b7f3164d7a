import { meant } from "../../common/spelling.js";

/** What a principal can do with a target, as a test names it. */
export const VERBS = {
    reach: "has it, or can get it without anyone else's approval",
    have: "is in the group, or has the resource",
    "climb to": "gets it by several steps, each without anyone else's approval",
    request: "may request it",
    "approve requests for": "may approve requests for it",
    "approve own requests for": "may approve their own requests for it without anyone else",
    administer: "administers it as owner, as leader or by a role",
    see: "finds it in the catalog",
} as const;
export type Verb = keyof typeof VERBS;

/** `<verb> <target> [at level <level>] [unless approved by <number>]`, parsed. */
export interface Expectation {
    readonly verb: Verb;
    /** Selector of targets. */
    readonly target: string;
    /** Id of the level in the end system. Undefined: any level. */
    readonly level?: string;
    /** Access that at least this many other people approve is allowed. */
    readonly approvals?: number;
}

/** Parses what a test expects. @returns what is wrong, as a clause, if it cannot be parsed */
export function parseExpectation(text: string): Expectation | string {
    const verbs = Object.keys(VERBS).sort((a, b) => b.length - a.length) as Verb[]; // the keys of VERBS are its verbs
    const verb = verbs.find((one) => text.startsWith(`${one} `));
    if (!verb) {
        const guess = meant(text.split(" ")[0] ?? "", verbs, 2);
        return `it must begin with one of ${verbs.toReversed().join(", ")}${guess ? `; did you mean "${guess}"?` : ""}`;
    }
    const [, target = "", level, count] = REST.exec(text.slice(verb.length).trim()) ?? [];
    if (target === "") return `it must name what to ${verb}, such as resource:prod-db`;
    if (level !== undefined && !LEVELED.includes(verb))
        return `a level can only be given with ${LEVELED.join(" and ")}`;
    if (count !== undefined && verb !== "reach") return "approvals can only be given with reach";
    const approvals = Number(count);
    if (count !== undefined && !(Number.isInteger(approvals) && approvals >= 1 && approvals <= MOST_APPROVALS))
        return `the number of approvals must be 1 to ${MOST_APPROVALS}`;
    if (count !== undefined && level !== undefined) return "a level cannot be combined with approvals";
    return { verb, target, ...(level !== undefined && { level }), ...(count !== undefined && { approvals }) };
}

const REST = /^(.*?)(?:\s+at level\s+(.+?))?(?:\s+unless approved by\s+(\S+))?$/s;
const LEVELED: readonly Verb[] = ["reach", "have", "request"];
const MOST_APPROVALS = 9;
