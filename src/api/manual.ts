/** One parameter, or one field of the body, as people give it. */
export interface ManualParameter {
    readonly name: string;
    readonly in: "path" | "query" | "body";
    readonly required?: boolean;
    readonly deprecated?: boolean;
    readonly description: string;
    /** What a value is written as; `json` is whatever has a structure of its own. */
    readonly type: "string" | "integer" | "boolean" | "json";
    readonly format?: string;
    /** Known members; the service may know more. */
    readonly choices?: readonly string[];
    /** Several values. */
    readonly list?: boolean;
}

/** What people read of an operation, besides its entry in the table. */
export interface ManualEntry {
    readonly description?: string;
    /** What to use in place of a deprecated operation. */
    readonly replacement?: string;
    readonly unstable?: boolean;
    /** What each status means. */
    readonly statuses: Readonly<Record<string, string>>;
    readonly parameters: readonly ManualParameter[];
}
