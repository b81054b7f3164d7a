import type { Client } from "../../api/client.js";
import { CallError, NotFoundError } from "../../api/errors.js";
import { counted } from "../../common/counts.js";
import { resourceName } from "../../common/names.js";
import { kindNameOf } from "../../common/pulumi-type.js";
import { isHomeUrl } from "../../common/urls.js";
import { type DeploymentDocument, foreignCodeIn, type Kind, parseState, type StateEntry } from "../../kernel.js";
import { type DoctorFinding, notChecked, ok, problem, warning } from "./finding.js";
import type { StateObject } from "./missing.js";

/** The parts of a state that checks need. */
export interface StackState {
    readonly findings: readonly DoctorFinding[];
    /** Names of the kinds of the resources in the state. */
    readonly kinds: ReadonlySet<string>;
    /** Whether the state contains code that does not come from this package. */
    readonly hasForeignCode: boolean;
    /** Service URLs at which the objects in the state were created. */
    readonly urls: readonly string[];
    /** Id of the user who created most of these objects. */
    readonly creator: string | undefined;
    /** Objects in the state that have ids of their own on the service. */
    readonly objects: readonly StateObject[];
}

const CHECK = "state";

/** Maximum number of resources to name. */
const MAX_PLACES = 5;

/** Known versions of the output of `pulumi stack export`. Version 4 lists features; without any, the version is 3. */
const STATE_VERSIONS: readonly number[] = [3, 4];

/** Features that only add properties to resources, which this package keeps. Resources of the plugin have `refreshBeforeUpdate`. */
const STATE_FEATURES: readonly string[] = ["refreshBeforeUpdate", "taint", "hooks", "replaceWith"];

/** Returns the result for a state that cannot be read. */
export function unreadState(because: string): StackState {
    const unread = problem(CHECK, because.replace(/\.$/, ""), {
        effect: "The stack cannot be checked.",
        remedy: "Run `pulumi stack export --file state.json`, and use that file.",
    });
    return { findings: [unread], kinds: new Set(), hasForeignCode: false, urls: [], creator: undefined, objects: [] };
}

/** Checks whether the objects of the state were created at the address of this run. `url` is undefined if the address is unknown. */
export function homeFindings({ urls }: StackState, url: string | undefined): DoctorFinding[] {
    if (urls.length === 0) return [];
    const others = urls.filter((one) => url === undefined || !isHomeUrl({ url }, one));
    if (url === undefined) return [notChecked(CHECK, "whether it belongs to this address: no address is set")];
    if (others.length === 0) return [ok(CHECK, `created at ${url}`)];
    return [
        problem(CHECK, `its objects were created at ${others.join(" and ")}, but the address is ${url}`, {
            effect: "`pulumi preview` and `pulumi up` refuse to run.",
            remedy: "Restore the former URL, or use another stack for the other organization. If the service itself moved, set access-governance:formerUrl to the former URL.",
        }),
    ];
}

/** Checks whether the user who created the objects of the state is in this organization: another organization does not have that user. */
export async function organizationFinding(creator: string, client: Client): Promise<DoctorFinding> {
    try {
        await client.call("getUser", { query: { user_id: creator } });
        return ok(CHECK, "the user who created its objects belongs to this organization");
    } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (!(error instanceof NotFoundError)) {
            return notChecked(CHECK, `whether it belongs to this organization: the service ${error.outcome}`);
        }
        return warning(CHECK, `this organization does not have the user ${creator}, who created its objects`, {
            effect: "If this is another organization, `pulumi preview` and `pulumi up` stop as soon as an object is missing.",
            remedy: "Check ACCESS_GOVERNANCE_URL and the token. If the user was deleted, ignore this warning.",
        });
    }
}

/**
 * Examines the output of `pulumi stack export`. Ignores everything except resources of `kinds`, and code.
 * @param isAllowed whether a type of resource may have code of its own
 */
export function examineState(
    document: DeploymentDocument,
    kinds: readonly Kind[],
    isAllowed: (type: string) => boolean,
): StackState {
    const { deployment } = document;
    const foreign = foreignCodeIn(document, isAllowed);
    const entries = deployment.resources ?? [];
    const ours = entries.flatMap((entry) => {
        const kind = kindNameOf(entry.type);
        return kind === undefined ? [] : [{ entry, kind }];
    });
    const names = frequencies(ours.map(({ kind }) => kind));
    const states = ours.map(({ entry, kind }) => parseState(kind, entry.outputs ?? {}));
    const unknown = [...names.keys()].filter((name) => !kinds.some((kind) => kind.name === name));
    return {
        findings: [
            contentFinding(unknownFormat(document), ours.length, names),
            ...codeFindings(foreign),
            ...unknownFindings(unknown),
            ...pendingFindings((deployment.pending_operations ?? []).map(({ resource }) => resource)),
        ],
        kinds: new Set(names.keys()),
        hasForeignCode: foreign.length > 0,
        urls: [...frequencies(states.flatMap(({ url }) => url ?? [])).keys()],
        creator: [...frequencies(states.flatMap(({ createdBy }) => createdBy ?? [])).keys()][0],
        objects: ours.flatMap(({ entry: { id, urn, delete: isReplaced }, kind }) =>
            id === undefined || isReplaced ? [] : [{ kind, id, name: resourceName(urn) }],
        ),
    };
}

/** What this package does not know of the format of a state; undefined if it knows everything. */
function unknownFormat({ version, features }: DeploymentDocument): string | undefined {
    if (!STATE_VERSIONS.includes(version))
        return `version ${version}, but this package supports versions ${STATE_VERSIONS.join(" and ")}`;
    const [feature] = features?.filter((one) => !STATE_FEATURES.includes(one)) ?? [];
    return feature === undefined ? undefined : `the feature ${feature}, which this package does not know`;
}

function contentFinding(unknown: string | undefined, count: number, names: ReadonlyMap<string, number>): DoctorFinding {
    const kinds = [...names].map(([name, times]) => `${times} ${name}`).join(", ");
    const content = `${counted(count, "resource")} of this package${kinds && `: ${kinds}`}`;
    if (unknown !== undefined) {
        return warning(CHECK, `${content}; the format of the state has ${unknown}`, {
            effect: "`access-governance recover`, `coverage` and these checks may misinterpret the state.",
            remedy: "Install a newer version of pulumi-access-governance, if there is one.",
        });
    }
    if (count > 0) return ok(CHECK, content);
    return warning(CHECK, content, {
        effect: "No object of the stack was checked.",
        remedy: "If the stack was already deployed, export the state of the stack whose program declares access.",
    });
}

function codeFindings(foreign: ReturnType<typeof foreignCodeIn>): DoctorFinding[] {
    if (foreign.length === 0) return [];
    const places = foreign.map(({ urn, property }) => `${property} of "${resourceName(urn)}"`);
    const more = places.length > MAX_PLACES ? ` and ${places.length - MAX_PLACES} more` : "";
    return [
        problem(
            CHECK,
            `it contains code that does not come from this package: ${places.slice(0, MAX_PLACES).join(", ")}${more}`,
            {
                effect: "Pulumi runs this code with the token, at the next preview or `pulumi up`.",
                remedy: "Find out who wrote the state, restore it from before, and replace the token. If the program has dynamic resources or a plugin of its own, allow the type (`pulumi:providers:<package>` for a plugin) under `allow` in access-rules.json.",
            },
        ),
    ];
}

function unknownFindings(names: readonly string[]): DoctorFinding[] {
    if (names.length === 0) return [];
    return [
        problem(CHECK, `this version of the package does not support ${names.join(", ")}`, {
            effect: "`pulumi preview`, `pulumi up` and `pulumi refresh` of the stack fail.",
            remedy: "Install the version of pulumi-access-governance that wrote the state, or a newer one.",
        }),
    ];
}

function pendingFindings(resources: readonly StateEntry[]): DoctorFinding[] {
    if (resources.length === 0) return [];
    const names = resources.map(({ urn }) => resourceName(urn)).join(", ");
    const count = resources.length === 1 ? "an operation is" : `${resources.length} operations are`;
    return [
        problem(CHECK, `${count} pending, because a run was killed: ${names}`, {
            effect: "Objects that the run created may be missing from the state; `pulumi up` then refuses to create them again.",
            remedy: "Run `pulumi stack export | access-governance recover | pulumi stack import`.",
        }),
    ];
}

/** Counts equal names, the most frequent first. */
function frequencies(names: readonly string[]): Map<string, number> {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return new Map([...counts].sort(([, one], [, other]) => other - one));
}
