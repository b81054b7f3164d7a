import { InvalidCallError } from "../../api/errors.js";
import { AmbiguousNameError, DeclarationConflictError, MissingError } from "../../common/errors.js";
import { resourceText } from "../../common/names.js";
import { withoutIgnored } from "../../common/paths.js";
import { type Properties, pick, same } from "../../common/properties.js";
import { hasUnknown } from "../../common/unknown.js";
import type { DeclaredResource } from "../metadata.js";
import type { Task } from "../run/session.js";
import { type Difference, differences } from "../schema/comparison/differences.js";
import { strays } from "../schema/comparison/undeclared.js";
import { isUnreadable, remembered } from "../schema/comparison/unreadable.js";
import { marksOf } from "../schema/fields.js";
import { differenceText, strayText } from "../sentences.js";
import { withDuration } from "../shapes/expiry.js";
import { type Existing, type Kind, keyValues } from "../shapes/kind.js";
import { assertMissing } from "./loss.js";

/**
 * Returns the object that the option `import` specifies, if the option still applies. If this run replaces the resource's object, the
 * import was done earlier and the option is ignored, unless it specifies a different existing object.
 * @throws MissingError if the object does not exist
 * @throws NotVisibleError if the object was not found, but the token may not be able to see it
 */
export async function importedObject(task: Task, program: DeclaredResource): Promise<Existing | undefined> {
    const { session, kind } = task;
    const { import: wanted, resource } = program;
    if (wanted === undefined) return undefined;
    const existing = await existingObject(task, program.given, wanted);
    const isReplacing = session.ownership.predecessors(resource).length > 0;
    if (isReplacing && (!existing || session.ownership.isReleased(kind.name, existing.id))) return undefined;
    if (existing) return existing;
    await assertMissing(task, `import: the ${kind.noun} ${JSON.stringify(wanted)}`);
    throw new MissingError(
        `import: no ${kind.noun} has the id or the name ${JSON.stringify(wanted)}. Correct the option, or omit it to create a new one.`,
    );
}

/**
 * Reports the effect of an import.
 * @throws DeclarationConflictError if the object cannot be imported; lists every reason
 */
export function checkTakeOver(task: Task, program: DeclaredResource, { id, live }: Existing): void {
    const { session, kind } = task;
    const { given, resource, adopt } = program;
    const known = mismatches(kind, program, live).filter(({ declared }) => !hasUnknown(declared));
    if (known.length > 0) throw disagreement(task, program, id, known);
    const unread = Object.keys(given).filter((property) => isUnreadable(kind.fields[property]));
    const fate = adopt
        ? " and updates it"
        : unread.length > 0
          ? `; the service does not return ${unread.join(", ")}, so the declared ${unread.length === 1 ? "value is" : "values are"} assumed`
          : "";
    const end =
        kind.removal.does === "delete" ? "; a later `pulumi destroy` removes it, unless retainOnDelete is set" : "";
    session.tell(resource, ` imports ${id}${fate}${end}`);
    if (adopt) tellUpdates(task, program, withoutIgnored(given, program.ignored), live);
    const left = unmanaged(kind, given, live);
    if (left.length > 0) session.tell(resource, ` leaves undeclared properties unchanged: ${left.join(", ")}`);
}

/**
 * Imports the object.
 * @throws DeclarationConflictError if the object differs from the declaration
 */
export function takeOver(task: Task, program: DeclaredResource, { id, live }: Existing): Existing {
    const { kind } = task;
    const { given, adopt } = program;
    const all = mismatches(kind, program, live);
    if (all.length > 0) throw disagreement(task, program, id, all);
    // A value that the service does not return is assumed to be as declared. With `adopt`, it is written instead, if possible.
    const known = adopt ? pick(given, unchanging(kind, live, given)) : given;
    return { id, live: remembered(kind.fields, live, known) };
}

function disagreement(
    { session, kind }: Task,
    program: DeclaredResource,
    id: string,
    found: readonly Difference[],
): DeclarationConflictError {
    const all = found.map((difference) => differenceText(kind, program, difference, session.nameOf)).join("; ");
    return new DeclarationConflictError(`${resourceText(program.resource)} cannot import ${id}: ${all}.`, [
        program.adopt
            ? "Make the program match the service, because the API cannot change these properties."
            : "Make the program match the service, or add the option { adopt: true } to change the service.",
    ]);
}

/** Returns the live object with this id, with its properties in the form of a declaration. */
export async function existing({ session, kind }: Task, id: string, given: Properties): Promise<Existing | undefined> {
    const { live, now } = session.scope;
    const found = await kind.observe(live, id, Object.keys(given), undefined, given);
    return found && { id, live: withDuration(kind.ends, { ...found, ...kind.keyOf(id) }, given, now()) };
}

/**
 * Returns the existing object `id`, which has the natural key of a new object, if an earlier attempt to create this resource created it, or
 * if this run wrongly considered it missing. Otherwise returns undefined.
 */
export async function createdBefore(task: Task, program: DeclaredResource, id: string): Promise<Existing | undefined> {
    const { session, kind } = task;
    const { given, resource } = program;
    if (kind.issues) return undefined;
    const predecessors = session.ownership.predecessors(resource);
    // A membership is identified by its key, so writing it again is harmless.
    const isOwn = predecessors.some(
        (one) => one.id === id && (one.reason === "still exists" || kind.idOf(given) === id),
    );
    const isSame = isOwn || session.absence.has(kind.name, id);
    const mayBeOwn = predecessors.some(({ reason }) => reason === "unconfirmed") || mayBeLost(task, id);
    const object = isSame || mayBeOwn ? await existing(task, id, given) : undefined;
    if (!object || !(isSame || (isAsCreated(kind, given, object.live) && !(await isCreatedByOthers(task, id)))))
        return undefined;
    session.tell(resource, ` already exists and is adopted: ${id}`);
    tellUpdates(task, program, given, remembered(kind.fields, object.live, given));
    return object;
}

/**
 * Whether an audit event shows that another user or the console created the object. Always false for memberships, whose creator does not
 * matter.
 */
export async function isCreatedByOthers({ session, kind }: Task, id: string): Promise<boolean> {
    if (kind.shape === "membership") return false;
    return session.authors.isCreatedByOthers({ kind, id, createdBy: await session.createdBy() });
}

/** Reports what the write after an adoption changes, including undeclared settings. */
function tellUpdates({ session, kind }: Task, program: DeclaredResource, declared: Properties, live: Properties): void {
    const { resource } = program;
    const written = differences(kind.fields, declared, live);
    for (const difference of written) {
        if (hasUnknown(difference.declared)) continue;
        session.tell(resource, ` updates: ${differenceText(kind, program, difference, session.nameOf)}`);
    }
    const properties = pick(
        declared,
        written.map(({ property }) => property),
    );
    for (const stray of strays(kind.fields, {}, properties, live)) session.tell(resource, `: ${strayText(stray)}`);
}

/** Whether an object has exactly the values that creating it from its declaration would send. */
function isAsCreated(kind: Kind, given: Properties, live: Properties): boolean {
    const made = pick(given, kind.making);
    return differences(kind.fields, made, remembered(kind.fields, live, made)).length === 0;
}

/**
 * Returns the differences that prevent an import: every difference or, with `adopt`, those that no write can correct. Values that the
 * service does not return are assumed to be as declared.
 */
function mismatches(kind: Kind, { given, ignored, adopt }: DeclaredResource, live: Properties): Difference[] {
    const all = differences(kind.fields, withoutIgnored(given, ignored), remembered(kind.fields, live, given));
    return adopt ? all.filter(({ property }) => unchanging(kind, live, given).includes(property)) : all;
}

function unchanging(kind: Kind, live: Properties, given: Properties): string[] {
    return [...kind.replacing, ...Object.keys(kind.fixed(live, given))];
}

/**
 * Returns the names of undeclared properties that have a value, which an import does not change. Includes parts that were not read,
 * although they may be empty.
 */
function unmanaged(kind: Kind, given: Properties, live: Properties): string[] {
    const isEmpty = (value: unknown): boolean =>
        value === null || value === "" || value === false || (Array.isArray(value) && value.length === 0);
    return Object.keys(kind.fields).filter((name) => {
        const { onChange, writeOnly } = marksOf(kind.fields[name]);
        const isThere = name in live ? !isEmpty(live[name]) : kind.documents({ [name]: true }).length > 0;
        return !(name in given) && onChange === undefined && !writeOnly && isThere;
    });
}

/**
 * Finds the object whose id, or first key property, is `wanted`. `given` contains the properties to read, and what the program declares of the
 * rest of the key.
 * @throws AmbiguousNameError if several objects have that name
 */
export async function existingObject(task: Task, given: Properties, wanted: string): Promise<Existing | undefined> {
    const { session, kind } = task;
    const byId = await observedById(task, wanted, given);
    if (byId) return byId;
    // If the id is derived from the key, the object was already looked up.
    if (kind.idOf(given) !== undefined) return undefined;
    const [name = ""] = kind.key;
    const isWhole = same(keyValues(kind, given)?.[name], wanted);
    const { live } = session.scope;
    const [id, ...more] = (await unlessInvalid(isWhole ? kind.find(live, given) : kind.named?.(live, wanted))) ?? [];
    if (more.length > 0) {
        const all = [id, ...more].join(", ");
        throw new AmbiguousNameError(
            `import: several objects of this kind are named ${JSON.stringify(wanted)} (${all}). Use the id.`,
        );
    }
    return id === undefined ? undefined : existing(task, id, given);
}

async function observedById(task: Task, wanted: string, given: Properties): Promise<Existing | undefined> {
    return unlessInvalid(existing(task, wanted, given));
}

/** Returns undefined if `work` cannot ask for what the program specifies, because an id or a name cannot have that form. */
async function unlessInvalid<T>(work: Promise<T> | undefined): Promise<T | undefined> {
    try {
        return await work;
    } catch (error) {
        if (error instanceof InvalidCallError || error instanceof URIError) return undefined;
        throw error;
    }
}

/**
 * Whether an earlier run may have created the object without recording it, because the run was killed. Only the user can confirm this, with
 * a setting. Always false if another resource of this run declares the object.
 */
function mayBeLost({ session, kind }: Task, id: string): boolean {
    return session.allowsTakeover && session.ownership.holder(kind.name, id) === undefined;
}
