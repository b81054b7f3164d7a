import { CallError } from "../../api/errors.js";
import { counted } from "../../common/counts.js";
import { ContradictionError } from "../../common/errors.js";
import { propertyOf } from "../../common/paths.js";
import { messageLine } from "../../common/printable.js";
import type { Properties } from "../../common/properties.js";
import { fieldName } from "../../common/wire-names.js";
import type { UnknownFieldRecord } from "../live/unknown-fields.js";
import type { KernelState } from "../metadata.js";
import type { Task } from "../run/session.js";
import { decidesAccess, lastName, readingName, readingNames, unknownFieldsRead } from "../shapes/field-record.js";
import type { Kind } from "../shapes/kind.js";

/** A field that this version does not know, and that differs from what the last run of `pulumi up` recorded. */
export interface UnknownFieldChange {
    /** Path for messages. */
    readonly text: string;
    readonly does: "appeared" | "changed" | "removed";
}

/** Maximum number of fields of one object to report in a line each. */
const MOST_LINES = 8;

/**
 * Returns the fields of an object that this version does not know, with digests of their values, as the state records them. Undefined if
 * there are none.
 * @param isWritten whether the object was written since it was read. It is then read again, if it may have such a field
 */
export async function unknownFieldRecord(
    task: Task,
    id: string,
    declared: Properties,
    isWritten = false,
): Promise<UnknownFieldRecord | undefined> {
    const { session, kind } = task;
    const { live } = session.scope;
    const areLikely = readingNames(kind, declared).some((name) => live.unknownFields.areLikely(name, id));
    if (isWritten && areLikely) await readAgain(task, id, declared);
    return unknownFieldsRead(kind, id, declared, live.unknownFields, session.ignoredFields);
}

/**
 * Returns what was changed outside Pulumi in the fields that this version does not know. The object must have been read. Items of a list
 * may have fewer fields, so an object that differs there is read on its own.
 */
export async function unknownFieldChanges(
    task: Task,
    id: string,
    { declared = {}, unknownFields }: KernelState,
): Promise<UnknownFieldChange[]> {
    const { session, kind } = task;
    const changes = () =>
        readingNames(kind, declared).flatMap((name) => changesIn(task, name, id, recordedIn(unknownFields, name)));
    const found = changes();
    const isListed = session.scope.live.unknownFields.isListed(readingName(kind), id);
    if (found.length === 0 || kind.shape !== "entity" || !isListed) return found;
    await readAgain(task, id, {});
    return changes();
}

/** Reports the changes, with one line for each field, and the user who changed the object. */
export async function tellUnknownFields(
    { session, kind }: Task,
    id: string,
    { createdBy, resource }: Pick<KernelState, "createdBy" | "resource">,
    changes: readonly UnknownFieldChange[],
): Promise<void> {
    if (changes.length === 0) return;
    const paths = changes.map(({ text }) => messageLine(text));
    const others = paths.slice(MOST_LINES);
    const full = [
        ...changes
            .slice(0, MOST_LINES)
            .map(({ does }, at) => `: ${paths[at]} ${WORDS[does]}; this version does not know the field. ${NEXT}`),
        ...(others.length > 0
            ? [`: ${counted(others.length, "more unknown field")} changed outside: ${others.join(", ")}`]
            : []),
    ];
    const short = `: changed outside in fields that this version does not know: ${paths.join(", ")}`;
    const changed = { kind, id, event: "change", createdBy } as const;
    await session.tellChange(resource, "unknown change", changed, { full: () => full, short });
}

/** Reports what the last run recorded, if the kind can affect who has access. */
export function tellKeptFields(
    { session, kind }: Task,
    id: string,
    resource: KernelState["resource"],
    isReplaced: boolean,
): void {
    if (!decidesAccess(kind)) return;
    const fate = isReplaced ? `the new ${kind.noun} does not get it` : "a write keeps it";
    for (const place of session.scope.live.unknownFields.of([readingName(kind), ...Object.values(kind.parts)], id))
        session.tell(
            resource,
            ` has ${place} on the service, which this version does not know. It may decide who gets access: ${fate}, and checks of access treat it as unknown. Check for a newer version`,
            id,
        );
}

const WORDS: Readonly<Record<UnknownFieldChange["does"], string>> = {
    appeared: "was set outside, or added by the service",
    changed: "changed outside",
    removed: "was removed outside",
};

const NEXT = "`pulumi up` leaves it as it is and records it";

function changesIn(task: Task, name: string, id: string, recorded: ReadonlyMap<string, string>): UnknownFieldChange[] {
    const { unknownFields } = task.session.scope.live;
    const { ignoredFields } = task.session;
    const fields = (unknownFields.fieldsOf(name, id) ?? []).filter((one) => !ignoredFields.includes(one.name));
    const now = new Map(fields.map((field) => [field.path, field]));
    return [
        ...fields.flatMap(({ path, text, digest }): UnknownFieldChange[] => {
            const before = recorded.get(path);
            if (before === digest) return [];
            return [{ text: named(task.kind, name, text), does: before === undefined ? "appeared" : "changed" }];
        }),
        ...[...recorded.keys()]
            .filter((path) => !now.has(path) && unknownFields.fieldsOf(name, id) !== undefined)
            .filter((path) => !unknownFields.knows(name, id, path) && !ignoredFields.includes(lastName(path)))
            .map((path): UnknownFieldChange => ({ text: named(task.kind, name, recordedText(path)), does: "removed" })),
    ];
}

/** Returns a path with the name of the field that contains the part. */
function named({ parts }: Kind, name: string, text: string): string {
    const field = Object.keys(parts).find((one) => parts[one] === name);
    return field === undefined || propertyOf(text) === field ? text : `${field}.${text}`;
}

function recordedText(path: string): string {
    const name = lastName(path);
    const outer = path.slice(0, path.lastIndexOf(".") + 1).split(/(\[[^\]]*\])/);
    return `${outer.map((step) => (step.startsWith("[") ? step : fieldName(step))).join("")}${name}`;
}

function recordedIn(record: UnknownFieldRecord | undefined, name: string): ReadonlyMap<string, string> {
    const own = Object.entries(record ?? {}).filter(([path]) => path.startsWith(`${name}/`));
    return new Map(own.map(([path, digest]) => [path.slice(name.length + 1), digest]));
}

async function readAgain({ session, kind }: Task, id: string, declared: Properties): Promise<void> {
    const { live } = session.scope;
    kind.forget(live, id, Object.keys(declared));
    try {
        await kind.observe(live, id, Object.keys(declared), declared);
    } catch (error) {
        // What was read before is used instead: the object itself was read or written successfully.
        if (!(error instanceof CallError || error instanceof ContradictionError)) throw error;
    }
}
