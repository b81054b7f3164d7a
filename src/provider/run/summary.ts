/** The kinds of findings that the summary of a run counts. */
export type Finding = "drifted" | "deleted outside" | "conflict" | "wrong reference" | "wrong argument";

/** Counts the findings of a run, once for each object. */
export class Summary {
    private readonly found = new Map<Finding, Set<string>>();

    /** Counts a finding. `object` is a key that identifies the object. */
    note(finding: Finding, object: string): void {
        this.found.set(finding, (this.found.get(finding) ?? new Set()).add(object));
    }

    /** Formats the counts, for example `3 drifted, 1 deleted outside, 2 conflicts`. Undefined if there are no findings. */
    get text(): string | undefined {
        const parts = PLURALS.flatMap(([finding, plural]) => {
            const count = this.found.get(finding)?.size ?? 0;
            return count === 0 ? [] : [`${count} ${count === 1 ? finding : plural}`];
        });
        return parts.length > 0 ? parts.join(", ") : undefined;
    }
}

const PLURALS: readonly (readonly [one: Finding, more: string])[] = [
    ["drifted", "drifted"],
    ["deleted outside", "deleted outside"],
    ["conflict", "conflicts"],
    ["wrong reference", "wrong references"],
    ["wrong argument", "wrong arguments"],
];
