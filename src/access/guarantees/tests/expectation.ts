import { meant } from "../../../common/spelling.js";

/** Verbs for what a principal can do with a target. The first match is used, so a verb must precede all verbs that are a prefix of it. */
const VERBS = [
    "approve own requests for",
    "approve requests for",
    "get by machine approval",
    "administer",
    "climb to",
    "request",
    "reach",
    "have",
    "see",
] as const;
export type Verb = (typeof VERBS)[number];

/** Parsed form of `<verb> <target> [at level <level>] [unless approved by <number>]`. */
export interface Expectation {
    readonly verb: Verb;
    /** Selector for the targets. */
    readonly target: string;
    /** Id of the level in the end system. Undefined if any level matches. */
    readonly level?: string;
    /** Access is acceptable if it requires approval by at least this many other people. */
    readonly approvals?: number;
}

/**
 * Parses the expectation of a test.
 * @returns a clause that describes the error if the text cannot be parsed
 */
export function parseExpectation(text: string): Expectation | string {
    const verb = VERBS.find((one) => text === one || text.startsWith(`${one} `));
    if (!verb) {
        const guess = meant(text.split(" ")[0] ?? "", VERBS, 2);
        return `the expectation must begin with one of ${VERBS.toReversed().join(", ")}${guess ? ` (did you mean "${guess}"?)` : ""}`;
    }
    const [, target = "", level, count] = REST.exec(text.slice(verb.length).trim()) ?? [];
    if (/ unless approved\b/.test(target)) return 'put "unless approved by <number>" at the end';
    if (target === "") return `specify a target after "${verb}", such as resource:prod-db`;
    if (level !== undefined && !LEVELED.includes(verb))
        return `a level can only be specified with ${LEVELED.map((one) => `"${one}"`).join(", ")}`;
    if (count !== undefined && verb !== "reach") return 'the number of approvals can only be specified with "reach"';
    if (count !== undefined && !/^[1-9]$/.test(count)) return "the number of approvals must be between 1 and 9";
    if (count !== undefined && level !== undefined) return "a level cannot be combined with approvals";
    return {
        verb,
        target,
        ...(level !== undefined && { level }),
        ...(count !== undefined && { approvals: Number(count) }),
    };
}

const REST = /^(.*?)(?:\s+at level\s+(.+?))?(?:\s+unless approved by\s+(\S+))?$/s;
const LEVELED: readonly Verb[] = ["reach", "have", "request"];
