/** One parameter, or one field of the body, as people give it. */
export interface ManualParameter {
    readonly name: string;
    readonly in: "path" | "query" | "body";
    readonly required?: boolean;
    readonly deprecated?: boolean;
    readonly description: string;
    /** Format of a value; `json` is anything structured. */
    readonly type: "string" | "integer" | "boolean" | "json";
    readonly format?: string;
    /** Of an id: the kind of the object, such as `Group`, if people know its objects by a name. */
    readonly of?: string;
    /** Known members; the service may know more. */
    readonly choices?: readonly string[];
    /** Several values. */
    readonly list?: boolean;
}

/** What people read of an operation. It repeats some of the table of operations, which takes far longer to load. */
export interface ManualEntry {
    /** Area and method, such as `groups.listUsers`. */
    readonly call: string;
    readonly area: string;
    readonly method: string;
    readonly path: string;
    readonly summary: string;
    readonly deprecated?: boolean;
    /** It answers a list: with its items in a property of the answer, or as the answer itself. */
    readonly list?: "paged" | "bare";
    readonly description?: string;
    /** What to use in place of a deprecated operation. */
    readonly replacement?: string;
    readonly unstable?: boolean;
    /** What each status means. */
    readonly statuses: Readonly<Record<string, string>>;
    readonly parameters: readonly ManualParameter[];
}
