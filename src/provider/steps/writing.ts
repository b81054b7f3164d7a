import { DeclarationConflictError, MissingError, UnfinishedError } from "../../common/errors.js";
import { type Declarer, resourceText } from "../../common/names.js";
import type { Properties } from "../../common/properties.js";
import { repeated } from "../live/repetition.js";
import { type DeclaredResource, type KernelState, kindOutputs, type StateRecord } from "../metadata.js";
import type { Task } from "../run/session.js";
import { attempted, differences, projected } from "../schema/comparison/differences.js";
import { explained } from "../sentences.js";
import { endAfterWrite, withDeclaredDuration } from "../shapes/expiry.js";
import { type DueWork, type Existing, type Kind, keyText, keyValues } from "../shapes/kind.js";
import { compare, propertiesOf, type StateComparison } from "./comparison.js";
import { recreation } from "./loss.js";
import { takenKeyError, waitForRegistrations } from "./moving.js";
import { assertHome, look } from "./observation.js";
import { unknownFieldRecord } from "./unknown-fields.js";

/** An object as stored in the state. */
export interface WrittenObject {
    readonly id: string;
    readonly outputs: Record<string, unknown>;
}

/** The input of a write. */
interface Work {
    readonly object: Existing;
    /** Values to write: those that the program declares, and the defaults of properties that it no longer declares. */
    readonly declared: Properties;
    readonly changes: StateComparison["changes"];
    readonly program: DeclaredResource;
    /** What the state records, or is to record, about the object. Writing the duration changes its expiration date. */
    readonly record: StateRecord;
    /** The last declared values. Undefined for an object that was just created. */
    readonly last?: Properties | undefined;
    /** Also do what is due. */
    readonly isDueDone?: boolean;
}

/**
 * Updates the object by writing only the differences.
 * @throws UnfinishedError if only some of the differences were written
 */
export async function update(
    task: Task,
    id: string,
    state: KernelState,
    program: DeclaredResource,
): Promise<Record<string, unknown>> {
    const { session, kind } = task;
    assertHome(session, id, state);
    const { given, ignored, resource } = program;
    session.ownership.claimObject(kind, id, given, resource, ignored);
    const { live: reading } = session.scope;
    const seen = await look(task, id, state, given);
    const differing =
        seen && "live" in seen ? propertiesOf(compare(kind, program, state, seen.live).changes) : undefined;
    // The diff may be minutes old. Undeclared values are sent back, so they must be read again.
    kind.forget(reading, id, differing);
    const found = await look(task, id, state, given);
    if (!found) {
        throw new MissingError(
            `${resourceText(resource, id)} (${id}) was deleted during this run. Run \`pulumi up\` again to recreate it${recreation(kind, state).text}.`,
        );
    }
    const expired = "expired" in found;
    const known = expired ? withDeclaredDuration(kind, state, given) : state;
    const { declared, changes, live } = compare(kind, program, known, expired ? known.outputs : found.live);
    let isDone = false;
    try {
        await makeRoom(task, program.resource, { id, live }, { ...live, ...declared });
        const outputs = await write(task, {
            object: { id, live },
            declared,
            changes: expired ? [] : changes,
            program,
            record: {
                ...state,
                // The state of an object may not contain the creator yet.
                createdBy: state.createdBy ?? (await session.createdBy()),
                formerSecrets: [...state.secrets, ...state.formerSecrets],
            },
            last: state.declared,
            isDueDone: !expired,
        });
        isDone = true;
        return outputs;
    } finally {
        session.moves.finished(kind.name, id, isDone);
    }
}

/**
 * Writes `changes` and returns the new outputs.
 * @throws UnfinishedError if only some of the changes were written
 */
export async function write(task: Task, work: Work): Promise<Record<string, unknown>> {
    const { session, kind } = task;
    const { scope } = session;
    const { id, live: before } = work.object;
    const { program, declared, changes, record } = work;
    const { given } = program;
    const properties = propertiesOf(changes);
    const isDue = (found: Properties): boolean =>
        work.isDueDone === true && dueWrites(kind, found, declared, scope.now()).length > 0;
    const isWritten = properties.length > 0 || isDue(before);
    const written = isWritten ? new Date(scope.now()).toISOString() : record.written;
    const isEndWritten = [kind.ends?.duration, kind.ends?.date].some((name) => properties.includes(name ?? ""));
    let live = before;
    const isAdded = (name: string): boolean => !(name in (work.last ?? {})) || record.added?.includes(name) === true;
    let { unknownFields } = record;
    const outputs = (kept: Properties, tried: readonly string[] = []): Record<string, unknown> =>
        kindOutputs(kind.fields, kind.results, {
            ...record,
            unknownFields,
            changedFields: undefined,
            declared: kept,
            live,
            metadata: program.metadata,
            formerSecrets: [...new Set(record.formerSecrets)].filter((name) => !program.secrets.includes(name)),
            url: session.url,
            written,
            tried,
            added: tried.filter(isAdded),
            unconfirmed: undefined,
            expires: isEndWritten ? (endAfterWrite(kind, live) ?? record.expires) : record.expires,
        });
    try {
        session.ownership.claimParts(kind, id, given, program.resource, program.ignored);
        if (!isWritten) {
            // The create may have sent everything.
            unknownFields = await unknownFieldRecord(task, id, given, work.last === undefined);
            return outputs(projected(kind.fields, given, live));
        }
        let left = properties;
        await repeated(scope.client, async (isAgain) => {
            if (isAgain) {
                kind.forget(scope.live, id);
                live = { ...live, ...(await kind.observe(scope.live, id, Object.keys(declared), live, declared)) };
                const now = differences(kind.fields, declared, live);
                left = properties.filter((name) => now.some(({ property }) => property === name));
                if (left.length === 0 && !isDue(live)) return;
            }
            live = await kind.write(scope, id, { properties: left, declared, live }, (done) => {
                live = done;
            });
        });
        unknownFields = await unknownFieldRecord(task, id, given, true);
        return outputs(projected(kind.fields, given, live));
    } catch (error) {
        // The object exists although the write failed, so the state must keep its id. It must also contain every property that may have a
        // value on the service, including those that were declared before.
        const kept = attempted(kind.fields, given, work.last ?? {}, live);
        const open = propertiesOf(differences(kind.fields, declared, live));
        const tried = properties.filter((name) => open.includes(name));
        const cause = error instanceof Error ? explained(kind, error) : String(error);
        const sentence = `${resourceText(program.resource, id)} (${id}) does not match its declaration yet. ${cause} The next \`pulumi up\` continues from here.`;
        throw new UnfinishedError(sentence, id, outputs(kept, tried));
    }
}

/** Returns the output properties of a kind that issues secrets which an update would change. */
export async function changedResults(
    task: Task,
    id: string,
    state: KernelState,
    program: DeclaredResource,
): Promise<readonly string[]> {
    const { session, kind } = task;
    const found = kind.issues && (await look(task, id, state, program.given));
    if (!found || "expired" in found) return [];
    const { live, declared, changes } = compare(kind, program, state, found.live);
    if (changes.length > 0) return kind.results;
    return dueWrites(kind, live, declared, session.scope.now()).flatMap((work) => work.changes);
}

/** Returns the due work that a write does now. */
export function dueWrites(kind: Kind, live: Properties, declared: Properties, now: number): readonly DueWork[] {
    return kind.due?.(live, declared, now).filter(({ changes }) => changes.length > 0) ?? [];
}

/** Waits until the object's new natural key is free. If several renames form a cycle, gives the object a temporary key first. */
async function makeRoom(task: Task, resource: Declarer, { id, live }: Existing, wanted: Properties): Promise<void> {
    const { session, kind } = task;
    const { moves, scope } = session;
    const key = keyValues(kind, wanted);
    if (!key || keyText(kind, live) === keyText(kind, wanted)) return;
    const freed = () => moves.freed(kind.name, holders, id);
    const others = async () => (await kind.find(scope.live, wanted, "fresh")).filter((one) => one !== id);
    let holders = await others();
    const left = () => holders.filter((one) => !moves.isLeaving(kind.name, one));
    const readAgain = async () => {
        holders = await others();
    };
    await waitForRegistrations(task, () => left().length > 0, readAgain);
    if (left().length > 0) throw takenKeyError(task, resource, id, { live, wanted, holders: left() });
    for (let room = await freed(); room !== "free"; room = await freed()) {
        if (room === "held") {
            throw new DeclarationConflictError(
                `${resourceText(resource, id)} would take the name of the ${kind.noun} ${holders.join(", ")}, which was not renamed. ` +
                    "After it has been renamed, run `pulumi up` again to continue.",
            );
        }
        const [moved] = differences(kind.fields, key, live);
        if (!moved) return;
        const { property } = moved;
        const temporary = { ...key, [property]: `${String(live[property])} (moving ${id})` };
        await kind.write(scope, id, { properties: [property], declared: temporary, live }, () => {});
        moves.finished(kind.name, id, true);
    }
}
