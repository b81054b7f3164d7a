import { grouped } from "../../common/collections.js";
import { resourceName, resourceText } from "../../common/names.js";
import { printable } from "../../common/printable.js";
import { confirmed, type Properties } from "../../common/properties.js";
import { type Kind, parseState, programOf } from "../../kernel.js";
import type { PreviewDocument, PreviewedState, PreviewStep } from "./document.js";

/** The states of one resource: as it was last declared, as it is on the service, and as the program declares it now. */
export interface History {
    readonly urn: string;
    readonly type: string;
    readonly ops: ReadonlySet<string>;
    readonly before: PreviewedState | undefined;
    readonly live: PreviewedState | undefined;
    readonly next: PreviewedState | undefined;
    /** Whether the preview first read the resource from the service (`--refresh`). */
    readonly wasRead: boolean;
    /** Whether the object was deleted outside Pulumi. */
    readonly isGone: boolean;
}

/** Returns all resources in a preview, in the order of the engine. */
export function historiesOf({ steps, diagnostics }: PreviewDocument): History[] {
    const isReportedDeleted = (resource: string): boolean =>
        diagnostics.some(({ message }) => message.startsWith(`${resource} was deleted outside`));
    // If a resource was renamed with an alias, its refresh step, and the old state in its other steps, have the former URN.
    const renamed = new Map(
        steps.flatMap(({ urn, oldState }) => (oldState && oldState.urn !== urn ? [[oldState.urn, urn] as const] : [])),
    );
    return [...grouped(steps, ({ urn }) => renamed.get(urn) ?? urn)].map(([urn, own]) =>
        historyOf(urn, own, isReportedDeleted),
    );
}

/** Name of a resource in the program. */
export function programName(urn: string): string {
    return printable(resourceName(urn));
}

/** Whether the program still declares the resource. For unchanged resources, the only step is the refresh. */
export function isStillDeclared({ ops, isGone }: History): boolean {
    return ops.size === 0 ? !isGone : !ops.has("delete");
}

/** Whether the object is no longer declared but remains on the service, including its drift. */
export function isLeft({ ops, before }: History, { removal }: Kind): boolean {
    return ops.has("delete") && (before?.retainOnDelete === true || removal.does === "leave");
}

/** Whether the object is replaced by a new object. */
export function isReplaced({ ops }: History): boolean {
    return [...ops].some((op) => op.includes("replace"));
}

/** Returns the properties that identify an object in a report. */
export function reportedIdentity({ urn, type, live, before, next }: History) {
    const id = next?.id || live?.id || before?.id;
    return { urn, type, resource: programName(urn), ...(id && { id }) };
}

/** The declared values in a state. */
export function givenIn({ inputs }: PreviewedState): Properties {
    return programOf("", inputs).given;
}

/**
 * Properties that the program ignores now and already ignored at the last `pulumi up`. Properties that are only ignored now are not
 * included, because ignoring a property after it has drifted accepts the drift.
 */
export function ignoredIn({ before, next }: History): readonly string[] {
    const [formerly = [], now = []] = [before, next ?? before].map(
        (state) => state && programOf("", state.inputs).ignored,
    );
    return now.filter((name) => formerly.includes(name));
}

/** Fields that this version does not know, and that were changed outside Pulumi. */
export function changedFieldsIn({ type, live, wasRead }: History): readonly string[] {
    return wasRead && live ? parseState(kindName(type), live.outputs).changedFields : [];
}

function kindName(type: string): string {
    return type.split(":").at(-1) ?? "";
}

function historyOf(
    urn: string,
    steps: readonly PreviewStep[],
    isReportedDeleted: (resource: string) => boolean,
): History {
    const refresh = steps.find(({ op }) => op === "refresh");
    const others = steps.filter(({ op }) => op !== "refresh");
    const last = refresh?.oldState ?? others.find(({ oldState }) => oldState)?.oldState ?? undefined;
    const next = others.findLast(
        ({ op, newState }) => newState && op !== "delete" && op !== "delete-replaced",
    )?.newState;
    const type = (next ?? last)?.type ?? "";
    // In a refresh step, the new state is a copy of the old state. The live state is the old state of the next step.
    const live = others.find(({ oldState }) => oldState)?.oldState ?? undefined;
    const ops = new Set(others.map(({ op }) => op));
    const resource = resourceText({ kind: kindName(type), name: programName(urn) });
    return {
        urn,
        type,
        ops,
        before:
            refresh && last && live ? { ...last, inputs: confirmed(last.inputs, triedIn(last), live.inputs) } : last,
        live,
        next: next ?? undefined,
        wasRead: refresh !== undefined,
        // The steps do not indicate that an object was missing. Either the object is recreated or, if it is no longer declared, only the
        // provider reports the deletion.
        isGone: refresh !== undefined && (ops.has("create") || (ops.size === 0 && isReportedDeleted(resource))),
    };
}

/** Properties that the last run failed to write, so a difference is not due to a change outside Pulumi. */
function triedIn({ type, outputs }: PreviewedState): readonly string[] {
    return parseState(kindName(type), outputs).tried;
}
