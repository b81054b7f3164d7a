/** Events that the summary of a run counts. */
export type Finding = "drifted" | "deleted outside" | "conflict";

/** Counts the reported events of a run, each object once. */
export class Summary {
    private readonly found = new Map<Finding, Set<string>>();

    /** `object` identifies the object. */
    note(finding: Finding, object: string): void {
        this.found.set(finding, (this.found.get(finding) ?? new Set()).add(object));
    }

    /** `3 drifted, 1 deleted outside, 2 conflicts`; undefined if there is nothing to tell. */
    get text(): string | undefined {
        const parts = ORDER.flatMap((finding) => {
            const count = this.found.get(finding)?.size ?? 0;
            if (count === 0) return [];
            return [`${count} ${finding === "conflict" && count > 1 ? "conflicts" : finding}`];
        });
        return parts.length > 0 ? parts.join(", ") : undefined;
    }
}

const ORDER: readonly Finding[] = ["drifted", "deleted outside", "conflict"];
