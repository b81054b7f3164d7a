import type { PreviewDocument, PreviewStep, ResourceState } from "./document.js";

/** One resource: as declared at the last up, as it is, and as the program wants it. */
export interface History {
    readonly urn: string;
    readonly type: string;
    readonly ops: ReadonlySet<string>;
    readonly before: ResourceState | undefined;
    readonly live: ResourceState | undefined;
    readonly next: ResourceState | undefined;
    /** Whether the preview looked at the service first (`--refresh`). */
    readonly wasRead: boolean;
}

/** All resources of a preview, in the order in which the engine came to them. */
export function historiesOf({ steps }: PreviewDocument): History[] {
    const byUrn = new Map<string, PreviewStep[]>();
    for (const step of steps) byUrn.set(step.urn, [...(byUrn.get(step.urn) ?? []), step]);
    return [...byUrn].map(([urn, own]) => historyOf(urn, own));
}

/** What a resource is called in its program. */
export function nameOf(urn: string): string {
    return urn.split("::").slice(3).join("::");
}

function historyOf(urn: string, steps: readonly PreviewStep[]): History {
    const refresh = steps.find(({ op }) => op === "refresh");
    const others = steps.filter(({ op }) => op !== "refresh");
    const before = refresh?.oldState ?? others.find(({ oldState }) => oldState)?.oldState ?? undefined;
    const next = others.findLast(
        ({ op, newState }) => newState && op !== "delete" && op !== "delete-replaced",
    )?.newState;
    return {
        urn,
        type: (next ?? before)?.type ?? "",
        ops: new Set(others.map(({ op }) => op)),
        before,
        // The document repeats the old state as the new one of a refresh; what was found is what the next step starts from.
        live: others.find(({ oldState }) => oldState)?.oldState ?? undefined,
        next: next ?? undefined,
        wasRead: refresh !== undefined,
    };
}
