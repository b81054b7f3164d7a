/** What an update would do. */
export interface Verdict {
    readonly changes: boolean;
    /** Properties whose change makes a new object. */
    readonly replaces: readonly string[];
    readonly deleteBeforeReplace: boolean;
}
