import { CommanderError } from "commander";
import { CallError, InvalidCallError } from "../api/errors.js";
import { SettingsError, UsageError } from "../errors.js";

/** What a command ends with, by what went wrong. Scripts rely on these numbers: they are added to, never changed. */
export const EXIT_CODES = {
    /** Whatever has no number of its own. */
    failed: 1,
    usage: 2,
    BadRequestError: 3,
    UnauthorizedError: 4,
    ForbiddenError: 5,
    NotFoundError: 6,
    ConflictError: 7,
    RateLimitedError: 8,
    CooldownError: 9,
    UnavailableError: 10,
    TimedOutError: 11,
    UnreachableError: 12,
    MalformedAnswerError: 13,
    NotImplementedByServiceError: 14,
    UnexpectedStatusError: 13,
    WaitLimitError: 15,
    /** Done, but for what is listed. */
    incomplete: 16,
    /** Rules of `impact` that stop a change, by what they ask. */
    noNewAccessTo: 17,
    maxGained: 18,
    noSelfApproval: 19,
    failOnUnknown: 20,
    /** Answers of `why` that are not "yes". */
    no: 21,
    notKnown: 22,
    /** `doctor` found that something will not work. */
    problem: 23,
    /** `verify` found that the service differs from what this version knows of it. */
    disagreement: 24,
    /** As shells number a command that was interrupted. */
    AbortedError: 130,
} as const;

export const EXIT_CODES_HELP = `Exit codes:
   0  done                         13  answer not understood
   1  anything else                14  not in this service
   2  bad usage or input           15  waited too long
   3  refused input (400)          16  done in part
   4  not authorized (401)         17  somebody gains access that a rule forbids
   5  forbidden (403)              18  too many gain access
   6  not found (404)              19  somebody needs no approval of others
   7  conflict (409)               20  who gains is not known
   8  rate limited (429)           21  the answer is no
   9  reminded too recently        22  the answer is not known
  10  service failed (5xx)         23  a check found a problem
  11  no answer in time            24  the service differs from this version
  12  not reachable               130  interrupted
access-governance explain 17 says what to do.`;

export function exitCodeOf(error: unknown): number {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.usage;
    if (error instanceof InvalidCallError || error instanceof SettingsError || error instanceof UsageError) {
        return EXIT_CODES.usage;
    }
    if (!(error instanceof CallError) || !isNumbered(error.name)) return EXIT_CODES.failed;
    return EXIT_CODES[error.name];
}

function isNumbered(name: string): name is keyof typeof EXIT_CODES {
    return Object.hasOwn(EXIT_CODES, name);
}
