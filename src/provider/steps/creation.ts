import { ConflictError as AlreadyThereError, BadRequestError, CallError } from "../../api/errors.js";
import { minuteText } from "../../common/counts.js";
import { DeclarationConflictError, UnfinishedError } from "../../common/errors.js";
import { resourceText } from "../../common/names.js";
import { withoutIgnored } from "../../common/paths.js";
import { pick } from "../../common/properties.js";
import { type DeclaredResource, kindOutputs } from "../metadata.js";
import type { Task } from "../run/session.js";
import { differences } from "../schema/comparison/differences.js";
import { wholeElements } from "../schema/comparison/undeclared.js";
import { remembered } from "../schema/comparison/unreadable.js";
import { marksOf } from "../schema/fields.js";
import { explained } from "../sentences.js";
import { computedEnd, endAfterWrite } from "../shapes/expiry.js";
import { type Existing, type Kind, keyText } from "../shapes/kind.js";
import { conflict } from "./check.js";
import { tellInitialValues } from "./initial-values.js";
import { unlessRefused } from "./references.js";
import { createdBefore, existing, importedObject, isCreatedByOthers, takeOver } from "./takeover.js";
import { type WrittenObject, write } from "./writing.js";

/** Prefix of the id that is stored in the state for an unconfirmed object, whose actual id is unknown. */
const UNCONFIRMED = "unconfirmed";

/** Placeholder for a list that the response does not contain. Differs from every list that a program can declare. */
const UNKNOWN_LIST = [null];

/**
 * Creates the object, or imports the one that the option `import` specifies.
 * @throws UnfinishedError if it is incomplete or unconfirmed
 */
export async function create(task: Task, program: DeclaredResource): Promise<WrittenObject> {
    const { session, kind } = task;
    const { given, resource } = program;
    const imported = await importedObject(task, program);
    const made = imported ? takeOver(task, program, imported) : await make(task, program);
    if (!imported) session.ownership.created(kind, made.id, resource);
    const createOnly = Object.keys(given).filter((name) => marksOf(kind.fields[name]).onChange === "ignore");
    const live = { ...made.live, ...pick(given, createOnly) };
    const fixed = kind.fixed(live, given);
    const declared = imported ? withoutIgnored(given, program.ignored) : wholeElements(kind.fields, given, live);
    // The service may fill in a list that the response does not contain, so an empty list is written, too.
    const unknown = Object.keys(declared).filter((name) => Array.isArray(declared[name]) && !(name in live));
    const seen = { ...Object.fromEntries(unknown.map((name) => [name, UNKNOWN_LIST])), ...live };
    const changes = differences(kind.fields, declared, seen).filter(({ property }) => !(property in fixed));
    const object = { id: made.id, live };
    const former = session.ownership
        .predecessors(resource)
        .flatMap(({ id, reason, former = [] }) => (reason === "deleted outside" ? [...former, id] : []))
        .filter((id) => kind.shape === "entity" && id !== made.id);
    session.ownership.claimObject(kind, made.id, {}, resource);
    const outputs = await write(task, {
        object,
        declared,
        changes,
        program,
        record: {
            createdBy: await session.createdBy(),
            expires: endAfterWrite(kind, live),
            written: imported ? undefined : new Date(session.scope.now()).toISOString(),
            former,
        },
        // What an imported object had before is left alone, even if a part of the write fails.
        last: imported && declared,
    });
    if (!imported) await tellInitialValues(task, made.id, program, outputs);
    return { id: made.id, outputs };
}

/** Creates an object, or finds the one that an earlier attempt created. */
async function make(task: Task, program: DeclaredResource): Promise<Existing> {
    const { session, kind } = task;
    const { scope, ownership } = session;
    const { given, resource } = program;
    const before = await existingWithKey(task, program);
    if ("made" in before) return before.made;
    await session.absence.assertHome();
    try {
        return await kind.make(scope, given);
    } catch (error) {
        if (!(error instanceof CallError)) throw error;
        const isReplacing = ownership.predecessors(resource).some(({ sameKey }) => sameKey);
        // A kind that issues secrets looks for what the first attempt left, because it cannot be adopted.
        if (error.ambiguous) return kind.issues ? kind.make(scope, given) : lookUp(task, program, before.known, error);
        const isConflict = error instanceof BadRequestError || error instanceof AlreadyThereError;
        throw isReplacing && isConflict && before.known.length > 0 ? predecessorConflict(kind, program, error) : error;
    }
}

/**
 * Looks up the natural key again just before the create, because an object with the same key may have been created after the list was read.
 * Returns the ids of existing objects that do not prevent the create, or an object to use instead of creating one: one that an earlier
 * attempt created, or that was wrongly considered deleted.
 */
async function existingWithKey(
    task: Task,
    program: DeclaredResource,
): Promise<{ readonly made: Existing } | { readonly known: readonly string[] }> {
    const { session, kind } = task;
    const { scope, ownership, moves } = session;
    const { given } = program;
    const holders = await kind.find(scope.live, given, "fresh");
    await moves.freed(kind.name, holders, undefined);
    const ids = holders.some((id) => moves.isLeaving(kind.name, id))
        ? await kind.find(scope.live, given, "fresh")
        : holders;
    const conflicting: string[] = [];
    for (const id of ids) {
        const object = await createdBefore(task, program, id);
        if (object) return { made: { id, live: remembered(kind.fields, object.live, pick(given, kind.making)) } };
        if (!ownership.isReleased(kind.name, id)) conflicting.push(id);
    }
    if (conflicting.length > 0) throw conflict(task, program, conflicting);
    return { known: ids };
}

/**
 * Looks up the object several times after a create that did not get a response, because the service may be busy and its list may lag. The
 * create is repeated only if the key is the id, so that duplicates are impossible.
 */
async function lookUp(
    task: Task,
    program: DeclaredResource,
    known: readonly string[],
    error: CallError,
): Promise<Existing> {
    const { session, kind } = task;
    const { scope } = session;
    const { given, resource } = program;
    const ownId = kind.idOf(given);
    for (let attempt = 0; attempt <= scope.live.patience.attempts; attempt += 1) {
        const candidates = (await unlessRefused(kind.find(scope.live, given, "fresh"))) ?? [];
        const others = await Promise.all(candidates.map((one) => known.includes(one) || isCreatedByOthers(task, one)));
        const [id, ...more] = candidates.filter((_, at) => !others[at]);
        if (more.length > 0) {
            throw new DeclarationConflictError(
                `${resourceText(resource)}: ${error.message} The service now has several objects that match this ${kind.noun} (${[id, ...more].join(", ")}): ` +
                    "delete the duplicates, and import the remaining one with the option import.",
            );
        }
        const object = id === undefined ? undefined : await unlessRefused(existing(task, id, given));
        if (object) {
            const found = remembered(kind.fields, object.live, pick(given, kind.making));
            return { id: object.id, live: { ...computedEnd(kind, scope, given), ...found } };
        }
        if (ownId !== undefined) break;
        await scope.live.patience.wait(attempt);
    }
    if (ownId === undefined) {
        const id = `${UNCONFIRMED} ${keyText(kind, given) ?? ""}`;
        throw await unfinished(task, program, error, id, { live: given, unconfirmed: known });
    }
    try {
        return await kind.make(scope, given);
    } catch (again) {
        if (!(again instanceof CallError)) throw again;
        const live = { ...given, ...computedEnd(kind, scope, given) };
        throw await unfinished(task, program, again, ownId, { live, expires: endAfterWrite(kind, live) });
    }
}

/** Builds the error that makes the engine store an object in the state although its creation is unconfirmed. */
async function unfinished(
    { session, kind }: Task,
    { given, metadata, resource }: DeclaredResource,
    error: CallError,
    id: string,
    kept: Pick<Parameters<typeof kindOutputs>[2], "live" | "expires" | "unconfirmed">,
): Promise<UnfinishedError> {
    const written = new Date(session.scope.now()).toISOString();
    const due = session.visibility.dueAfter(written);
    const later = due === undefined ? "if it is not found" : `if it is still not found after ${minuteText(due)}`;
    const next = kept.unconfirmed
        ? `It was not found afterwards. Run \`pulumi up\` again: it first looks for the object, and creates it only ${later}.`
        : "The next `pulumi up` continues from here.";
    const common = {
        declared: given,
        metadata,
        url: session.url,
        createdBy: await session.createdBy(),
        written,
    };
    return new UnfinishedError(
        `${resourceText(resource)} may exist: ${explained(kind, error)} ${next}`,
        id,
        kindOutputs(kind.fields, kind.results, { ...common, ...kept }),
    );
}

function predecessorConflict(kind: Kind, { resource }: DeclaredResource, error: CallError): DeclarationConflictError {
    return new DeclarationConflictError(
        `${resourceText(resource)} must be replaced, but the service refused to create a second ${kind.noun} in addition to the first: ${error.message} ` +
            `Add Pulumi's option deleteBeforeReplace: true. If the option retainOnDelete keeps the first one, choose a different ${kind.key[0]} for this one.`,
    );
}
