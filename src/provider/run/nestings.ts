/** A nesting of one object in another. */
export interface NestingEdge {
    /** The nested object: its id or, if that is not known yet, the key of its resource. */
    readonly inner: string;
    readonly outer: string;
    /** Description of the nesting for messages. */
    readonly text: string;
}

/** The nestings that the program adds in this run. */
export class ProgramNestings {
    readonly #added = new Map<string, NestingEdge[]>();

    add(kind: string, edge: NestingEdge): void {
        this.#added.set(kind, [...(this.#added.get(kind) ?? []), edge]);
    }

    /**
     * Returns the nestings by which `outer` is in `inner`, so that `inner` in `outer` would be a circle. Empty if it is not. `existing`
     * returns the nestings of an object on the service.
     */
    async path(
        kind: string,
        { inner, outer }: Omit<NestingEdge, "text">,
        existing: (inner: string) => Promise<readonly NestingEdge[]>,
    ): Promise<readonly NestingEdge[]> {
        const added = this.#added.get(kind) ?? [];
        const seen = new Set([outer]);
        let ends: { readonly at: string; readonly path: readonly NestingEdge[] }[] = [{ at: outer, path: [] }];
        while (ends.length > 0) {
            const next: typeof ends = [];
            for (const { at, path } of ends) {
                for (const edge of [...added.filter((one) => one.inner === at), ...(await existing(at))]) {
                    if (edge.outer === inner) return [...path, edge];
                    if (seen.has(edge.outer)) continue;
                    seen.add(edge.outer);
                    next.push({ at: edge.outer, path: [...path, edge] });
                }
            }
            ends = next;
        }
        return [];
    }
}
