import { CommanderError } from "commander";
import { CallError, InvalidCallError } from "../api/errors.js";
import { ForeignObjectError, RunInProgressError, SettingsError, UsageError } from "../common/errors.js";

/** Exit codes of commands, by error. Scripts rely on these numbers, so existing ones never change. */
export const EXIT_CODES = {
    /** Any error that does not have its own code. */
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
    TooLargeAnswerError: 13,
    WaitLimitError: 15,
    /** Completed except for what the output lists. */
    incomplete: 16,
    /** Rules of `impact` that stop a change, by option. */
    noNewAccessTo: 17,
    maxGained: 18,
    noSelfApproval: 19,
    failOnUnknown: 20,
    /** Answers of `why` other than "yes". */
    no: 21,
    notKnown: 22,
    /** `doctor` found a problem. */
    problem: 23,
    /** `verify` found that the service differs from what this version expects. */
    disagreement: 24,
    /** A test of `test` fails. */
    testFailed: 25,
    /** Like 17 to 20: a rule stops a change. */
    noNewEscalationTo: 26,
    /** Everything is declared, but a secret that the service does not return must be set before a preview. */
    secretNeeded: 27,
    /** The state contains code that does not come from this package. */
    foreignCode: 28,
    /** `pulumi up` made a change that its preview did not show. */
    notReviewed: 29,
    /** Like 17 to 20: a rule stops a change. */
    noMachineApproval: 30,
    /** `coverage` found something that neither a stack declares nor a baseline contains. */
    undeclared: 31,
    /** The usual code of shells for an interrupted command. */
    AbortedError: 130,
} as const;

export const EXIT_CODES_HELP = `Exit codes:
   0  done                         13  response not understood
   1  any other error              14  not supported by the service
   2  bad usage or input           15  wait limit reached
   3  refused input (400)          16  done in part
   4  not authorized (401)         17  a rule forbids the new access
   5  forbidden (403)              18  too many people gain access
   6  not found (404)              19  people could approve their own access
   7  conflict (409)               20  unknown who gains access
   8  rate limited (429)           21  the answer is no
   9  reminder sent too soon       22  the answer is unknown
  10  service failed (5xx)         23  a check found a problem
  11  timed out                    24  the service does not match this version
  12  not reachable                25  an access test failed
  26  new access in several steps
  27  a secret must be set before a preview
  28  the state contains foreign code
  29  something was deployed that was not reviewed
  30  machines alone could approve access
  31  something is neither declared nor in the baseline
 130  interrupted
For what to do, run access-governance explain <exit code>.`;

export function exitCodeOf(error: unknown): number {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.usage;
    if (error instanceof InvalidCallError || error instanceof SettingsError || error instanceof UsageError) {
        return EXIT_CODES.usage;
    }
    if (error instanceof ForeignObjectError || error instanceof RunInProgressError) return EXIT_CODES.ConflictError;
    if (!(error instanceof CallError) || !isNumbered(error.name)) return EXIT_CODES.failed;
    return EXIT_CODES[error.name];
}

function isNumbered(name: string): name is keyof typeof EXIT_CODES {
    return Object.hasOwn(EXIT_CODES, name);
}
