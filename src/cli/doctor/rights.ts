import { CallError } from "../../api/errors.js";
import type { User } from "../../api/generated/types.gen.js";
import { grouped } from "../../common/collections.js";
import { counted } from "../../common/counts.js";
import type { TokenRights } from "../../kernel.js";
import { type DoctorFinding, notChecked, ok, problem, warning } from "./finding.js";
import type { ReadTrial } from "./trials.js";

/**
 * Returns findings about read permissions.
 * @param has kinds of the stack; an unreadable one is a problem, not only a warning
 */
export function readFindings(trials: readonly ReadTrial[], has: ReadonlySet<string>): DoctorFinding[] {
    const check = "rights to read";
    const of = (result: ReadTrial["result"]) => trials.filter((trial) => trial.result === result);
    const [may, mayNot, unknown] = [of("may read"), of("may not read"), of("not known")];
    const findings = may.length > 0 ? [ok(check, `can read: ${counted(may.length, "kind")}`)] : [];
    const reason = ({ because = "" }: ReadTrial): string => because;
    for (const [because, refused] of grouped(mayNot, reason)) {
        const kinds = refused.map(({ kind }) => kind);
        const here = kinds.filter((kind) => has.has(kind));
        const isProblem = here.length > 0 || may.length === 0;
        const whose =
            here.length > 0 ? `the stack, which has ${here.join(", ")},` : "a program that declares one of them";
        findings.push(
            (isProblem ? problem : warning)(check, `cannot read: ${kinds.join(", ")} (the service ${because})`, {
                effect: `A preview cannot detect drift of these kinds: \`pulumi preview\` of ${whose} fails. \`access-governance export\` omits them.`,
                remedy: "Use a token whose user can read these kinds.",
            }),
        );
    }
    for (const [because, kinds] of grouped(unknown, reason))
        findings.push(notChecked(check, `${kinds.map(({ kind }) => kind).join(", ")}: ${because}`));
    return findings;
}

/** Findings about write permissions, without writing. */
export async function writeFinding(rights: TokenRights, user: User | undefined): Promise<DoctorFinding> {
    const check = "rights to write";
    const untried = "Write permissions can only be tested by writing, which this command never does";
    const [level, ...others] = (await rights.levels().catch(unanswered)) ?? [];
    if (!user || level === undefined) {
        return notChecked(check, `${untried}. This token cannot read its own permissions`);
    }
    if (others.length > 0) {
        return notChecked(check, `${untried}. ${user.email} has both read-only tokens and tokens that can write`);
    }
    if (level === "READ_ONLY") {
        return warning(check, `the tokens of ${user.email} are read-only`, {
            effect: "`pulumi up`, `pulumi destroy` and actions such as `startCampaign` fail with 403. `pulumi preview`, drift checks, `report`, `impact` and `export` work.",
            remedy: "Keep this token for previews and drift checks, and use a token with write access for `pulumi up`.",
        });
    }
    return ok(
        check,
        `the tokens of ${user.email} have full access, limited by the permissions of the user; ${untried.charAt(0).toLowerCase()}${untried.slice(1)}`,
    );
}

/** Ignores an error of the service, which leaves open what the token may do. @throws the error, if it is any other */
export function unanswered(error: unknown): undefined {
    if (!(error instanceof CallError)) throw error;
}
