import { DeclarationConflictError } from "../../common/errors.js";
import { declarerKey, resourceText } from "../../common/names.js";
import { quoted } from "../../common/printable.js";
import { hasUnknown } from "../../common/unknown.js";
import type { DeclaredResource } from "../metadata.js";
import type { NestingEdge } from "../run/nestings.js";
import type { Task } from "../run/session.js";
import { unlessRefused } from "./references.js";

/**
 * Checks that a new nesting does not put an object into itself, together with the nestings on the service and those that the program adds.
 * @throws DeclarationConflictError
 */
export async function checkNesting(task: Task, program: DeclaredResource): Promise<void> {
    const { session, kind } = task;
    const { nests } = kind;
    if (!nests) return;
    const { given, resource } = program;
    const [inner, outer] = [nodeAt(task, program, nests.inner), nodeAt(task, program, nests.outer)];
    if (!inner || !outer) return;
    const refuse = (path: readonly NestingEdge[]): never => {
        const how =
            path.length === 0 ? "" : ` These nestings contain it already: ${path.map(({ text }) => text).join("; ")}.`;
        throw new DeclarationConflictError(
            `${resourceText(resource)}: ${nests.outer}: ${inner.text} would contain itself.${how} Remove one of the nestings.`,
        );
    };
    if (inner.at === outer.at) refuse([]);
    const edge = { inner: inner.at, outer: outer.at };
    // Nothing on the service can contain an object that does not exist yet.
    const isNew = hasUnknown(given[nests.inner]);
    const path = await session.nestings.path(kind.name, edge, async (at) => (isNew ? [] : existingNestings(task, at)));
    if (path.length > 0) refuse(path);
    session.nestings.add(kind.name, { ...edge, text: `${inner.text} in ${outer.text} (${resourceText(resource)})` });
}

/** The object whose id is in a property. Undefined if its id is not known and it does not belong to the program. */
function nodeAt(
    { session }: Task,
    { given, ids }: DeclaredResource,
    property: string,
): { readonly at: string; readonly text: string } | undefined {
    const id = given[property];
    if (typeof id === "string" && !hasUnknown(id)) return { at: id, text: objectText(session.nameOf(id) ?? id) };
    const owner = ids[property];
    if (!owner) return undefined;
    // An update of the object makes its id unknown, although it keeps the id.
    const [known] = session.ownership.claimedBy(owner);
    return { at: known ?? declarerKey(owner), text: resourceText(owner) };
}

/** Returns the nestings of an object on the service, without those that the program replaces. */
async function existingNestings({ session, kind }: Task, inner: string): Promise<NestingEdge[]> {
    const { scope, ownership } = session;
    const { nests, discovery } = kind;
    if (!nests || !("ways" in discovery) || ownership.hasCreated(inner)) return [];
    const isId = !inner.startsWith("[");
    const found = isId ? await unlessRefused(discovery.ways[0].found(scope.live, inner)) : undefined;
    return (found ?? [])
        .filter(({ id }) => !ownership.isReleased(kind.name, id))
        .map(({ live }) => {
            const outer = String(live[nests.outer]);
            const [mine, theirs] = [inner, outer].map((id) => objectText(session.nameOf(id) ?? id));
            return { inner, outer, text: `${mine} in ${theirs} (on the service)` };
        });
}

const objectText = quoted;
