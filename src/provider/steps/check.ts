import {
    ArgumentError,
    DeclarationConflictError,
    DeclarationError,
    PlainError,
    withHelp,
} from "../../common/errors.js";
import { resourceText } from "../../common/names.js";
import { isIgnored } from "../../common/paths.js";
import { quoted } from "../../common/printable.js";
import { type Properties, same } from "../../common/properties.js";
import { hasUnknown } from "../../common/unknown.js";
import type { DeclarationFault } from "../fault.js";
import { type DeclaredResource, recordedInputs } from "../metadata.js";
import type { Task } from "../run/session.js";
import type { FindingKind } from "../run/summary.js";
import { type Difference, differences } from "../schema/comparison/differences.js";
import { setDifference } from "../schema/comparison/members.js";
import { explicitIn, wideningOmissions, withDefaults } from "../schema/defaults.js";
import { fieldAt, marksOf } from "../schema/fields.js";
import { unignorablePath } from "../schema/ignored.js";
import { argumentProblems, problemText } from "../schema/problems.js";
import { differenceText, isSecretPath } from "../sentences.js";
import { TAKEOVER } from "../settings.js";
import type { Kind } from "../shapes/kind.js";
import { declaredMemberships } from "./memberships.js";
import { checkNesting } from "./nesting.js";
import { checkOwnIds, checkReferences } from "./references.js";
import { checkTakeOver, createdBefore, importedObject } from "./takeover.js";

/** Maximum number of faults to report for one resource. */
const MOST_PROBLEMS = 20;

/** The program's previous inputs. Empty for a new resource. */
type Before = Pick<DeclaredResource, "given" | "explicit">;

/** Result of a check. */
interface CheckVerdict {
    /** Error messages. The engine ends the run at the first resource with a failed check. */
    readonly failures: readonly string[];
    /** Set if only this declaration is wrong: the check may pass, and the run report the fault later, so that it finds those of all resources. */
    readonly fault?: DeclarationFault;
    /** The inputs with defaults filled in, and a record of the values that the program set itself. */
    readonly inputs: Properties;
}

/**
 * Checks everything that can be wrong before the first write: settings, properties, conflicting declarations, existing objects with the
 * same key, and imports that differ from the declaration. `before` contains the program's previous inputs. It is empty for a new resource.
 */
export async function checkResource(task: Task, before: Before, program: DeclaredResource): Promise<CheckVerdict> {
    const { session, kind } = task;
    const secret = (path: string): boolean => isSecretPath(kind, program, path);
    const given = withDefaults(kind.fields, program.given, session.defaults);
    const inputs = recordedInputs(kind.fields, program.given, secret, session.defaults);
    try {
        await assertValid(task, before, { ...program, given }, program.given);
        return { failures: [], inputs };
    } catch (error) {
        if (!(error instanceof PlainError)) throw error;
        const failures = failuresOf(error);
        if (!(error instanceof DeclarationError)) return { failures, inputs };
        session.note(findingOf(error), program.resource);
        const advice = withHelp({ name: error.name, message: error.advice.join("\n") });
        return { failures, fault: { lines: error.fault.split("\n"), advice }, inputs };
    }
}

/** Returns one message for each fault. The engine prints each as a separate error, so the advice is appended to the last one. */
function failuresOf(error: PlainError): string[] {
    if (!(error instanceof DeclarationError)) return withHelp(error).split("\n");
    const message = [error.fault, ...error.advice].join(" ");
    return withHelp({ name: error.name, message }).split("\n");
}

function findingOf(error: DeclarationError): FindingKind {
    if (error instanceof ArgumentError) return "wrong argument";
    return error instanceof DeclarationConflictError ? "conflict" : "wrong reference";
}

async function assertValid(
    task: Task,
    { given: before, explicit }: Before,
    program: DeclaredResource,
    own: Properties,
): Promise<void> {
    const { session, kind } = task;
    if (session.problem) throw session.problem;
    const { given, resource } = program;
    session.asked(resource);
    const secret = (path: string): boolean => isSecretPath(kind, program, path);
    const known = explicit ?? explicitIn(kind.fields, before, secret, session.defaults);
    // The program cannot correct the value of an ignored property, because the value comes from the state.
    const problems = [
        ...argumentProblems(kind.schema, given, secret),
        ...wideningOmissions(kind.fields, known, before, own, secret, session.defaults),
    ].filter(({ path }) => isNew(before) || !isIgnored(path, program.ignored));
    const more = problems.length > MOST_PROBLEMS ? [`… and ${problems.length - MOST_PROBLEMS} more.`] : [];
    refuse([...problems.slice(0, MOST_PROBLEMS).map(problemText), ...more]);
    refuse(refusals(kind, before, given));
    refuse(ignoreProblems(kind, program));
    session.ownership.checked(resource, given, isNew(before));
    session.ownership.claimKey(kind, given, resource, program.ids);
    session.ownership.claimBelow(kind, given, resource, program.ids, program.ignored);
    checkOwnIds(task, program);
    await checkReferences(task, before, program);
    const memberships = declaredMemberships(kind, program);
    for (const [of, one] of memberships) session.newLevels.declare(of, one);
    if (!isNew(before)) return;
    for (const [of, one] of memberships) await checkNesting({ session, kind: of }, one);
    await checkNewObject(task, program);
}

function isNew(before: Properties): boolean {
    return Object.keys(before).length === 0;
}

function refuse(reasons: readonly string[]): void {
    if (reasons.length > 0) throw new ArgumentError(reasons.join("\n"));
}

/** Returns why a path in `ignoreChanges` cannot be ignored. */
export function ignoreProblems({ fields }: Kind, { given, ignored }: DeclaredResource): string[] {
    const path = unignorablePath(fields, given, ignored);
    if (path === undefined) return [];
    const list = path.replace(/\[[^\]]*\][^[\]]*$/, "");
    return [
        `ignoreChanges: ${quoted(path)} is an element of a list, or identifies one. Ignore another property of the element, or ${quoted(list)} as a whole`,
    ];
}

function refusals(kind: Kind, before: Properties, given: Properties): string[] {
    return Object.keys(given).flatMap((name) => {
        const { onChange, canonical } = marksOf(kind.fields[name]);
        if (typeof onChange !== "object" || !(name in before) || hasUnknown(given[name])) return [];
        const form = (value: unknown): unknown => (canonical ? canonical(value) : value);
        return same(form(before[name]), form(given[name])) ? [] : [`${name} cannot be changed: ${onChange.refuse}`];
    });
}

async function checkNewObject(task: Task, program: DeclaredResource): Promise<void> {
    const { session, kind } = task;
    const { given, ignored, resource } = program;
    const { ownership, moves } = session;
    const imported = await importedObject(task, program);
    if (imported) {
        ownership.claimObject(kind, imported.id, given, resource, ignored);
        checkTakeOver(task, program, imported);
        return;
    }
    const found = await kind.find(session.scope.live, given);
    const predecessors = ownership.predecessors(resource);
    // The resource's own object still exists, so other objects with the same key do not matter.
    if (predecessors.some(({ id, reason }) => reason === "still exists" && found.includes(id))) return;
    const isUnconfirmed = predecessors.some(({ reason }) => reason === "unconfirmed");
    // If an object is replaced by one with the same key, others with that key, such as a predecessor that was not deleted, do not conflict.
    if (!isUnconfirmed && predecessors.some(({ reason, sameKey }) => reason === "replaced" && sameKey)) {
        for (const id of found) ownership.release(resource, { id, reason: "replaced", sameKey: true });
    }
    const conflicting: string[] = [];
    for (const id of found) {
        if (ownership.isReleased(kind.name, id) || moves.isLeaving(kind.name, id)) continue;
        // An earlier attempt already created the object, so others with the same key do not conflict.
        if (await createdBefore(task, program, id)) return;
        conflicting.push(id);
    }
    if (conflicting.length > 0) throw conflict(task, program, conflicting);
    for (const id of (await kind.leftovers?.(session.scope.live, given)) ?? [])
        session.tell(
            resource,
            ` deletes ${id}, which an earlier run of a stack with this name created but did not record, and nobody used`,
        );
    await reportOverwrite(task, program);
}

/** Creates the error for a new object that conflicts with existing ones. Lists every way to resolve it. */
export function conflict(
    { session, kind }: Task,
    { given, resource }: DeclaredResource,
    ids: readonly string[],
): DeclarationConflictError {
    const holder = ids.map((id) => session.ownership.holder(kind.name, id)).find((one) => one !== undefined);
    const what = `${resourceText(resource)} would be created, but the service already has this ${kind.noun}`;
    if (holder) {
        const all = ids.map((id) => JSON.stringify(id)).join(", ");
        // An object whose id is its key does not have a name that could be changed.
        const advice = kind.idOf(given)
            ? "Keep only one of them."
            : "Give the two resources different names, or keep only one of them.";
        return new DeclarationConflictError(
            `${what}: ${all}, which is managed by ${resourceText(holder)} of this program. ${advice}`,
        );
    }
    const options = ids.map((id) => (session.isPlugin ? JSON.stringify(id) : `{ import: ${JSON.stringify(id)} }`));
    const option = session.isPlugin ? "Pulumi's option import (import_ in Python) with" : "the option";
    return new DeclarationConflictError(
        `${what}: to import it, add ${option} ${options.join(" or ")}.`,
        otherWays(kind),
    );
}

/** Returns the most likely ways to continue without importing the existing object. docs/errors.md has the others. */
function otherWays({ shape, removal }: Kind): string[] {
    const takeOver = `run \`${TAKEOVER}=true pulumi up\` once.`;
    const renamed = "If the resource was renamed in the program, add its old name to Pulumi's option aliases.";
    if (removal.does === "leave")
        return [`If an earlier run left it because the API cannot delete it, ${takeOver}`, renamed];
    const killed = `If a killed run created it, ${takeOver}`;
    if (shape !== "entity") return [renamed, killed];
    return [
        "To only refer to it, look it up: a declared object is deleted when its declaration is removed.",
        renamed,
        killed,
    ];
}

/** Reports the values that a new declaration of an existing document would overwrite. */
async function reportOverwrite({ session, kind }: Task, program: DeclaredResource): Promise<void> {
    const { given, resource, ignored } = program;
    const id = kind.document ? kind.idOf(given) : undefined;
    if (id === undefined || hasUnknown(id) || session.ownership.hasCreated(id)) return;
    const live = await kind.observe(session.scope.live, id, Object.keys(given), undefined, given);
    for (const difference of live ? differences(kind.fields, given, live) : []) {
        if (ignored.includes(difference.property) || !isLost(kind, difference)) continue;
        session.tell(resource, ` overwrites: ${differenceText(kind, program, difference, session.nameOf)}`);
    }
}

/** Whether writing a difference removes something from the service. */
function isLost(kind: Kind, { path, live, declared, isSet }: Difference): boolean {
    if (!isSet || hasUnknown(declared)) return !losesNothing(live);
    const { extra, inside } = setDifference(fieldAt(kind.fields, path), { live, declared });
    return extra.length > 0 || inside.length > 0;
}

/** Whether a value is empty, so that overwriting it does not lose anything. `false` is not empty, because overwriting it has an effect. */
function losesNothing(value: unknown): boolean {
    return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}
