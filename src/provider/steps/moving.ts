import { DeclarationConflictError } from "../../common/errors.js";
import { type Declarer, resourceText } from "../../common/names.js";
import { quoted } from "../../common/printable.js";
import type { Properties } from "../../common/properties.js";
import type { DeclaredResource } from "../metadata.js";
import type { Session, Task } from "../run/session.js";
import { differences } from "../schema/comparison/differences.js";
import { referredAt } from "../schema/references.js";
import { type Kind, keyValues } from "../shapes/kind.js";
import type { StateComparison } from "./comparison.js";

/** Number of waits for a resource whose registration may follow. With the default delay, 3.5 seconds in all. */
const WAITS = 3;

/**
 * Checks the new natural key of an object that the program or the repair of drift renames. If other objects have the key, and it is not
 * known yet whether the program renames these, too, the move counts as contested until it is known.
 * @throws DeclarationConflictError if an object has the key and the program keeps it
 */
export async function checkNewKey(
    task: Task,
    id: string,
    { resource }: DeclaredResource,
    { live, declared }: StateComparison,
): Promise<void> {
    const { session, kind } = task;
    const { moves, ownership, scope } = session;
    const wanted = { ...live, ...declared };
    const all = (await kind.find(scope.live, wanted)).filter((one) => one !== id);
    moves.want(kind.name, id, all);
    // A circle is broken by a temporary key, which is not possible if the key consists of ids.
    const changed = changedKey(kind, wanted, live);
    if (changed.some((property) => referredAt(kind.fields, property)) && moves.isInCircle(kind.name, id))
        throw takenKeyError(task, resource, id, { live, wanted, holders: all });
    const holders = all.filter((one) => !moves.isLeaving(kind.name, one));
    const kept = holders.filter((one) => moves.keeper(kind.name, one));
    if (kept.length > 0) throw takenKeyError(task, resource, id, { live, wanted, holders: kept });
    const isDeletedLast = (one: string): boolean =>
        kind.removal.does === "delete" && ownership.isReleased(kind.name, one);
    if (holders.some(isDeletedLast)) tellDeletedLast(session, resource);
    const contesting = holders.filter((one) => !isDeletedLast(one));
    if (contesting.length === 0) return;
    const error = () => takenKeyError(task, resource, id, { live, wanted, holders: contesting });
    moves.contest(kind.name, id, { holders: contesting, resource, error });
}

/** Reports that the update of an object needs the key of an object that the program replaces. */
export function tellDeletedLast(session: Session, resource: Declarer): void {
    session.tell(
        resource,
        " gets the name of an object that the program replaces, and that is deleted last: the update fails unless the other resource has the option deleteBeforeReplace",
    );
}

/** Creates the error for a move to the key of the objects `holders`. */
export function takenKeyError(
    { session, kind }: Task,
    resource: Declarer,
    id: string,
    {
        live,
        wanted,
        holders,
    }: { readonly live: Properties; readonly wanted: Properties; readonly holders: readonly string[] },
): DeclarationConflictError {
    const changed = changedKey(kind, wanted, live).map((property) => `${property} ${quoted(wanted[property])}`);
    const keeper = holders.map((one) => session.moves.keeper(kind.name, one)).find((one) => one !== undefined);
    const advice = keeper
        ? `${resourceText(keeper)} of this program keeps it.`
        : "If this program deletes that object, run `pulumi up` without this change first, because deletions come last; if it was only renamed in the program, add Pulumi's option aliases.";
    return new DeclarationConflictError(
        `${resourceText(resource, id)} with ${changed.join(" and ")} would take the name of the ${kind.noun} ${holders.join(", ")} on the service. Choose another name. ${advice}`,
    );
}

function changedKey(kind: Kind, wanted: Properties, live: Properties): string[] {
    return differences(kind.fields, keyValues(kind, wanted) ?? {}, live).map(({ property }) => property);
}

/**
 * Waits as long as `isBlocked` returns true and further resources are registered, and a few seconds longer, because the resource that
 * releases a key may not have been registered yet. Calls `readAgain` after each wait.
 */
export async function waitForRegistrations(
    { session }: Pick<Task, "session">,
    isBlocked: () => boolean,
    readAgain: () => Promise<void> = async () => {},
): Promise<void> {
    let seen = session.registrations;
    for (let attempt = 0; attempt < WAITS && isBlocked(); attempt += 1) {
        await session.scope.live.patience.wait(attempt);
        await readAgain();
        if (session.registrations === seen) continue;
        seen = session.registrations;
        attempt = -1;
    }
}

/**
 * Waits in the preview of an update until it is known whether the object can have its new key.
 * @throws DeclarationConflictError if it cannot
 */
export async function assertMovable(task: Task, id: string): Promise<void> {
    const { session, kind } = task;
    const { moves } = session;
    const contested = () => moves.contestedMove(kind.name, id);
    const isKept = () => contested()?.holders.some((one) => moves.keeper(kind.name, one)) === true;
    await waitForRegistrations(task, () => contested() !== undefined && !isKept());
    const move = contested();
    if (!move) return;
    moves.finished(kind.name, id, false);
    throw move.error();
}
