import { resourceName, resourceText } from "../../common/names.js";
import type { Properties } from "../../common/properties.js";
import { FORMS } from "../../common/pulumi-type.js";
import { hasUnknown, unknownValue } from "../../common/unknown.js";
import { type DeclaredResource, kindOutputs, programOf } from "../../provider/metadata.js";
import { withNulls } from "../../provider/plugin/wire.js";
import type { Session } from "../../provider/run/session.js";
import { differences, projected } from "../../provider/schema/comparison/differences.js";
import { remembered } from "../../provider/schema/comparison/unreadable.js";
import { differenceText } from "../../provider/sentences.js";
import { computedEnd, endAfterWrite } from "../../provider/shapes/expiry.js";
import { type Kind, keyValues, secretProperties } from "../../provider/shapes/kind.js";
import { existing } from "../../provider/steps/takeover.js";
import { unknownFieldRecord } from "../../provider/steps/unknown-fields.js";
import {
    closed,
    type DeploymentDocument,
    hasSecret,
    openedProperties,
    ordered,
    type StateEntry,
} from "../deployment.js";
import { Organizations } from "./organizations.js";

/** Result of recovering one pending creation. */
export interface RecoveryOutcome {
    /** The resource, such as `Group "prod-oncall"`, or its URN if it does not belong to this package. */
    readonly resource: string;
    /**
     * `taken over`: the object was created, and is now in the state; with `unfinished`, the next `pulumi up` writes its remaining
     * properties. `to be made`: the next `pulumi up` creates the object, or imports or writes an existing one. `left pending`: see
     * `because`.
     */
    readonly result: "taken over" | "taken over, unfinished" | "to be made" | "in the state already" | "left pending";
    readonly id?: string;
    /** The reason why the creation is left pending. */
    readonly because?: string;
}

export interface Recovery {
    /** The recovered document. If there was nothing to change, this is the same object as the input. */
    readonly document: DeploymentDocument;
    /** The results, one for each pending creation. */
    readonly outcomes: readonly RecoveryOutcome[];
}

/** An object that has the natural key of a pending creation. */
interface Candidate {
    readonly id: string;
    /** The object's outputs, to be stored in the state. */
    readonly outputs: Properties;
    /** Descriptions of differences from the values that the create would have sent. Not empty if this is a different object. */
    readonly differs: readonly string[];
    /** Whether some properties must still be written after the creation. */
    readonly unfinished: boolean;
}

/** Result of looking up a pending creation. */
interface RecoveryFinding {
    readonly resource: string;
    readonly noun: string;
    readonly candidates: readonly Candidate[];
    /** The reason why it could not be looked up. */
    readonly obstacle?: string;
}

/**
 * Adds objects to the state that an interrupted run created but could not record. Looks up each pending creation by its natural key. If
 * exactly one object has the values that the create would have sent, and is not in the state yet, it is added as the resource. If no object
 * has the key, the create did not take effect.
 * @throws CallError, SettingsError or WrongOrganizationError if the lookup is not possible
 */
export async function recover(
    document: DeploymentDocument,
    kindOf: (type: string) => Kind | undefined,
    say: (line: string) => void,
): Promise<Recovery> {
    const { deployment } = document;
    const pending = deployment.pending_operations ?? [];
    const organizations = new Organizations(deployment.resources ?? [], kindOf, say);
    const findings = await Promise.all(
        pending.map(async ({ type, resource }) => {
            const kind = type === "creating" ? kindOf(resource.type) : undefined;
            return kind && findingOf(organizations, kind, resource);
        }),
    );
    let entries: readonly StateEntry[] = deployment.resources ?? [];
    const outcomes: RecoveryOutcome[] = [];
    const left = pending.filter(({ type, resource }, index) => {
        if (type !== "creating") return true;
        const finding = findings[index];
        const { outcome, taken } = finding ? judged(entries, resource, finding) : foreign(resource);
        outcomes.push(outcome);
        if (taken) entries = withEntry(entries, recoveredEntry(resource, taken, outcome));
        return outcome.result === "left pending";
    });
    if (left.length === pending.length) return { document, outcomes };
    const { pending_operations: _, ...rest } = deployment;
    const recovered = {
        ...rest,
        resources: ordered(entries),
        ...(left.length > 0 ? { pending_operations: left } : {}),
    };
    return { document: { ...document, deployment: recovered }, outcomes };
}

async function findingOf(organizations: Organizations, kind: Kind, resource: StateEntry): Promise<RecoveryFinding> {
    const { provider = "", inputs = {} } = resource;
    const program = declaredBy(kind, resource);
    const { given } = program;
    const finding = { resource: resourceText(program.resource), noun: kind.noun, candidates: [] };
    // The next run looks up the object that the option `import` specifies, and imports it.
    if (program.import !== undefined) return finding;
    const session = organizations.of(provider);
    const encrypted = (what: string): RecoveryFinding => {
        return {
            ...finding,
            obstacle: `this export encrypts ${what}: run \`pulumi stack export --show-secrets\``,
        };
    };
    if (!session) return encrypted("the token of its provider");
    if ([...kind.key, ...(kind.keyIfGiven ?? [])].some((name) => hasUnknown(given[name]))) {
        return encrypted(`its ${kind.key.join(" and ")}`);
    }
    // What a killed run issued is of no use without its secret, so the next run issues it again.
    const ids = keyValues(kind, given) && !kind.issues ? await kind.find(session.scope.live, given) : [];
    const found = await Promise.all(ids.map((id) => candidateOf(session, kind, program, inputs, id)));
    const candidates = found.filter((candidate) => candidate !== undefined);
    // Do not check documents: they exist as soon as their object exists, and the next run checks whether the declared values were written.
    if (candidates.length === 0 && kind.document === undefined) await organizations.believeMissing(provider);
    return { ...finding, candidates };
}

/** What the program declared. Its metadata is in the inputs of a dynamic resource, but not in those of the plugin. */
function declaredBy(kind: Kind, { urn, type, inputs = {} }: StateEntry): DeclaredResource {
    const opened = openedProperties(inputs, unknownValue);
    if (!type.startsWith(FORMS.plugin.prefix)) return programOf(kind.name, opened);
    const secrets = Object.keys(inputs).filter((name) => hasSecret(inputs[name]));
    return programOf(kind.name, {
        ...withNulls(kind.fields, opened),
        __label: resourceName(urn),
        __secrets: [...new Set([...secretProperties(kind), ...secrets])],
    });
}

async function candidateOf(
    session: Session,
    kind: Kind,
    program: DeclaredResource,
    inputs: Properties,
    id: string,
): Promise<Candidate | undefined> {
    const { given, secrets, metadata } = program;
    const object = await existing({ session, kind }, id, given);
    if (!object) return undefined;
    const live = remembered(kind.fields, object.live, given);
    // Skip encrypted values, which are unknown at this point. The next preview compares them.
    const different = differences(kind.fields, given, live).filter(({ declared }) => !hasUnknown(declared));
    const isSentOnCreate = ({ property }: { readonly property: string }): boolean => kind.making.includes(property);
    const fixed = kind.fixed(live, given);
    const outputs = kindOutputs(kind.fields, kind.results, {
        declared: projected(kind.fields, given, live),
        live,
        metadata,
        url: session.url,
        createdBy: await session.createdBy(),
        unknownFields: await unknownFieldRecord({ session, kind }, id, given),
        expires: endAfterWrite(kind, { ...computedEnd(kind, session.scope, given), ...live }),
    });
    return {
        id,
        outputs: sealed(outputs, inputs, secrets),
        differs: different.filter(isSentOnCreate).map((difference) => differenceText(kind, program, difference)),
        unfinished: different.some((difference) => !isSentOnCreate(difference) && !(difference.property in fixed)),
    };
}

/**
 * Marks the secrets in outputs. Secrets that are also inputs are copied from there, where they may be encrypted. Other secret values are
 * wrapped, so that `pulumi stack import` encrypts them.
 */
function sealed(outputs: Properties, inputs: Properties, secrets: readonly string[]): Properties {
    return Object.fromEntries(
        Object.entries(outputs).map(([name, value]) => {
            if (hasSecret(inputs[name])) return [name, inputs[name]];
            return [name, secrets.includes(name) && value !== null ? closed(value) : value];
        }),
    );
}

function judged(
    entries: readonly StateEntry[],
    { urn, type }: StateEntry,
    { resource, noun, candidates, obstacle }: RecoveryFinding,
): { readonly outcome: RecoveryOutcome; readonly taken?: Candidate } {
    const leave = (because: string) => ({ outcome: { resource, result: "left pending", because } as const });
    if (obstacle) return leave(obstacle);
    const kept = (id: string): StateEntry | undefined =>
        entries.find((entry) => entry.type === type && entry.id === id);
    const others = candidates.filter(({ id }) => !kept(id));
    const [taken, ...more] = others.filter(({ differs }) => differs.length === 0);
    const ids = others.map(({ id }) => id).join(", ");
    if (more.length > 0)
        return leave(`the service has several objects that match this ${noun} (${ids}): delete all but one`);
    if (taken) {
        const result = taken.unfinished ? "taken over, unfinished" : "taken over";
        return { outcome: { resource, result, id: taken.id }, taken };
    }
    const [other] = others;
    if (other) {
        return leave(
            `the service has a different ${noun} with the same key (${ids}): ${other.differs.join("; ")}. ` +
                `Delete it, or import it with Pulumi's option import and the id ${JSON.stringify(other.id)}`,
        );
    }
    const own = candidates.find(({ id }) => kept(id)?.urn === urn);
    return {
        outcome: own ? { resource, result: "in the state already", id: own.id } : { resource, result: "to be made" },
    };
}

function foreign({ urn }: StateEntry): { readonly outcome: RecoveryOutcome; readonly taken?: Candidate } {
    return { outcome: { resource: urn, result: "left pending", because: "it does not belong to this package" } };
}

function recoveredEntry(
    resource: StateEntry,
    { id, outputs, unfinished }: Candidate,
    outcome: RecoveryOutcome,
): StateEntry {
    const now = new Date().toISOString();
    const reason = `${outcome.resource} (${id}) does not match its declaration yet: the run that created it was interrupted. The next \`pulumi up\` continues from here.`;
    return {
        ...resource,
        id,
        outputs,
        created: now,
        modified: now,
        // If initErrors is set, the engine requests an update regardless of the diff.
        ...(unfinished ? { initErrors: [reason] } : {}),
    };
}

/**
 * Adds an entry. If there is an entry with the same URN, it is marked for deletion by the next run, or removed if its object was already
 * deleted.
 */
function withEntry(entries: readonly StateEntry[], entry: StateEntry): StateEntry[] {
    const others = entries.filter(({ urn, pendingReplacement }) => urn !== entry.urn || !pendingReplacement);
    return [...others.map((other) => (other.urn === entry.urn ? { ...other, delete: true } : other)), entry];
}
