import type { Client } from "../../api/client.js";
import { CallError, ForbiddenError, UnauthorizedError } from "../../api/errors.js";
import type { User } from "../../api/generated/types.gen.js";
import { isUnencrypted } from "../../api/options.js";
import { hasVersion } from "../../api/transport/advice.js";
import { type DoctorFinding, notChecked, ok, problem, warning } from "./finding.js";

/** Results of the first call. */
export interface ConnectionCheck {
    readonly findings: readonly DoctorFinding[];
    /** Reason why further calls are not possible; undefined if they are. */
    readonly because?: string | undefined;
    /** User of the token, if the service returns it. */
    readonly user?: User | undefined;
}

/** Maximum clock difference that does not cause a warning, in milliseconds. */
const HARMLESS_MS = 60_000;

/** Checks the address itself, before any call. */
export function addressFinding(url: string): DoctorFinding {
    if (isUnencrypted(url)) {
        return warning("address", `${url} uses http instead of https`, {
            effect: "The token is sent unencrypted, and others on the network can read it.",
            remedy: "Use the https address of the service.",
        });
    }
    if (!hasVersion(url)) {
        return warning("address", `${url} does not end in /v1`, {
            effect: "If this is not the address of the API, every call fails.",
            remedy: `Set ACCESS_GOVERNANCE_URL to the address of the API; probably ${url}/v1.`,
        });
    }
    return ok("address", url);
}

/** Reads the user of the token. With `noToken`, the finding about a missing token, the call only shows whether the service responds. */
export async function checkConnection(client: Client, noToken?: DoctorFinding): Promise<ConnectionCheck> {
    const connected = ({ token, because, user }: Omit<ConnectionCheck, "findings"> & { token: DoctorFinding }) => ({
        findings: [ok("service", "responds as the API specifies"), noToken ?? token, clockFinding(client)],
        because: noToken ? "no token is configured" : because,
        user,
    });
    try {
        const user = await client.call("getCurrentUser");
        return connected({ token: ok("token", `accepted; its user is ${user.email}`), user });
    } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error instanceof UnauthorizedError) {
            const refused = problem("token", `the service ${error.outcome}`, {
                effect: "Every call fails.",
                remedy: "Set ACCESS_GOVERNANCE_TOKEN to a valid API token of this organization. Tokens expire, and belong to one organization.",
            });
            return connected({ token: refused, because: "the token is not accepted" });
        }
        if (error instanceof ForbiddenError) {
            const unnamed = warning(
                "token",
                `accepted, but it cannot read its own user: the service ${error.outcome}`,
                {
                    effect: "The state does not record who created an object, so a wrong organization is detected later.",
                    remedy: error.advice,
                },
            );
            return connected({ token: unnamed });
        }
        const because = "the service did not respond as the API specifies";
        const unanswered = problem("service", firstUpper(error.outcome), {
            effect: "Commands and runs fail, because all of them call the service.",
            remedy: error.advice,
        });
        const clock =
            error.failure.status === undefined
                ? notChecked("clock", "the service did not respond")
                : clockFinding(client);
        return { findings: [unanswered, noToken ?? notChecked("token", because), clock], because };
    }
}

/** Compares the clock of this machine with the clock of the service, known from the service's last response. */
function clockFinding(client: Client): DoctorFinding {
    const ahead = client.now() - Date.now();
    if (Math.abs(ahead) <= HARMLESS_MS) return ok("clock", "matches the clock of the service");
    const seconds = Math.round(Math.abs(ahead) / 1000);
    return warning("clock", `this machine is ${seconds} s ${ahead > 0 ? "behind" : "ahead of"} the service`, {
        effect: "Tokens that are valid for a short time, such as those of OIDC, may be refused, and expiration dates that a program computes are off by the same amount. Durations are not affected, because the service counts them.",
        remedy: "Synchronize this machine's clock with NTP.",
    });
}

function firstUpper(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1);
}
