import { Client } from "../../api/client.js";
import { isHomeUrl } from "../../common/urls.js";
import { type Kind, TokenRights } from "../../kernel.js";
import type { KernelSettings } from "../../provider/settings.js";
import { addressFinding, checkConnection } from "./connection.js";
import { type DoctorFinding, notChecked, problem } from "./finding.js";
import { missingFindings } from "./missing.js";
import { readFindings, writeFinding } from "./rights.js";
import { homeFindings, organizationFinding, type StackState } from "./state.js";
import { type ReadTrial, Trials } from "./trials.js";
import { type Installed, versionFindings } from "./versions.js";

/** A setting, or the reason why it is invalid. */
export type SettingResult<T> = { readonly value: T } | { readonly wrong: string };

/** The input of an examination. */
export interface ExaminationInput {
    readonly installed: Installed;
    /** The address and other settings. The token in it is ignored in favor of `token`. */
    readonly settings: SettingResult<KernelSettings>;
    readonly token: SettingResult<string>;
    /** Findings about the configuration of a stack, if the settings come from there. */
    readonly configuration: readonly DoctorFinding[];
    readonly kinds: readonly Kind[];
    /** State of a stack, if it is also to be checked. */
    readonly state?: StackState | undefined;
    /** Whether to skip everything that calls the service. */
    readonly isOffline?: boolean;
    readonly progress: (done: number, total: number) => void;
    readonly onWait: (line: string) => void;
}

/** The results of all checks. */
export interface Examination {
    readonly findings: readonly DoctorFinding[];
    /** Results of reading each kind; empty if not tried. */
    readonly kinds: readonly ReadTrial[];
}

/** Sent if no token is configured. The service rejects it, which shows that the service responds. */
const NO_TOKEN = "none";

/** An unresponsive service must not hold up the report. */
const PATIENCE = { retries: 1, timeoutMs: 10_000, maxWaitMs: 30_000 };

/** Runs all checks. It only reads. A check that depends on a failed one is reported as not run. */
export async function examine(subject: ExaminationInput): Promise<Examination> {
    const { settings, state } = subject;
    const versions = [...versionFindings(subject.installed), ...subject.configuration];
    const ofState = state?.findings ?? [];
    if (subject.isOffline) return { findings: [...versions, ...ofState], kinds: [] };
    if ("wrong" in settings) {
        const address = problem("address", withoutStop(settings.wrong), NOTHING_WORKS);
        const token = "wrong" in subject.token ? [tokenFinding(subject.token.wrong)] : [];
        const rest = ["service", ...(token.length > 0 ? [] : ["token"]), "clock", ...RIGHTS];
        const unchecked = rest.map((check) => notChecked(check, "the address cannot be used"));
        const home = state ? homeFindings(state, undefined) : [];
        return { findings: [...versions, address, ...token, ...unchecked, ...ofState, ...home], kinds: [] };
    }
    const token = "value" in subject.token ? subject.token.value : NO_TOKEN;
    const client = new Client({ ...settings.value, ...PATIENCE, token, onWait: subject.onWait });
    const { findings, kinds, organization } = await examineService(subject, client);
    const home = state ? homeFindings(state, client.url) : [];
    return {
        findings: [...versions, addressFinding(client.url), ...findings, ...ofState, ...home, ...organization],
        kinds,
    };
}

const RIGHTS = ["rights to read", "rights to write"];

const NOTHING_WORKS = {
    effect: "Commands and runs fail, because all of them call the service.",
    remedy: "Set the address in the configuration of the stack or in the environment of this command, then run the command again.",
};

async function examineService(
    { token, kinds, state, progress }: ExaminationInput,
    client: Client,
): Promise<Examination & { readonly organization: readonly DoctorFinding[] }> {
    const noToken = "wrong" in token ? tokenFinding(token.wrong) : undefined;
    const { findings, because, user } = await checkConnection(client, noToken);
    const ofState = (why: string) =>
        state && state.objects.length > 0 ? [notChecked("state", `whether the token sees its objects: ${why}`)] : [];
    if (because !== undefined) {
        const unchecked = RIGHTS.map((check) => notChecked(check, because));
        return { findings: [...findings, ...unchecked], kinds: [], organization: ofState(because) };
    }
    const rights = new TokenRights(client, async () => user?.user_id);
    const [trials, writing, organization] = await Promise.all([
        new Trials(client, kinds).all(progress),
        writeFinding(rights, user),
        state ? ofOrganization(state, kinds, client, rights) : [],
    ]);
    return {
        findings: [...findings, ...readFindings(trials, state?.kinds ?? new Set()), writing],
        kinds: trials,
        organization,
    };
}

/**
 * Checks whether the state belongs to this organization, and whether the token can see all of its objects. Skipped if the objects were
 * created at another address.
 */
async function ofOrganization(
    state: StackState,
    kinds: readonly Kind[],
    client: Client,
    rights: TokenRights,
): Promise<readonly DoctorFinding[]> {
    if (state.urls.some((url) => !isHomeUrl(client, url))) {
        return [notChecked("state", "whether the token sees its objects: they were created at another address")];
    }
    const [organization, seen] = await Promise.all([
        state.creator === undefined ? [] : [await organizationFinding(state.creator, client)],
        missingFindings(state.objects, kinds, client, rights),
    ]);
    return [...organization, ...seen];
}

function tokenFinding(wrong: string): DoctorFinding {
    return problem("token", withoutStop(wrong), NOTHING_WORKS);
}

function withoutStop(sentence: string): string {
    return sentence.replace(/\.$/, "");
}
