/** A parameter of an operation, or a field of its body. */
export interface ManualParameter {
    readonly name: string;
    readonly in: "path" | "query" | "body";
    readonly required?: boolean;
    readonly deprecated?: boolean;
    readonly description: string;
    /** Format of a value. `json` is any structured value. */
    readonly type: "string" | "integer" | "boolean" | "json";
    readonly format?: string;
    /** For an id: the kind of the object, such as `Group`, if its objects can be identified by name. */
    readonly of?: string;
    /** Known values. The service may support more. */
    readonly choices?: readonly string[];
    /** Whether the parameter has several values. */
    readonly list?: boolean;
}

/** The documentation of an operation. It repeats parts of `operations`, which takes far longer to load. */
export interface ManualEntry {
    /** Area and method, such as `groups.listUsers`. */
    readonly call: string;
    readonly area: string;
    readonly method: string;
    readonly path: string;
    readonly summary: string;
    readonly deprecated?: boolean;
    /** Set if the operation returns a list. `paged`: the items are in a property of the answer. `bare`: the answer itself is the list. */
    readonly list?: "paged" | "bare";
    readonly description?: string;
    /** The replacement of a deprecated operation. */
    readonly replacement?: string;
    readonly unstable?: boolean;
    /** The meaning of each status. */
    readonly statuses: Readonly<Record<string, string>>;
    readonly parameters: readonly ManualParameter[];
}
