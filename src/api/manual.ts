/** A parameter of an operation, or a field of its request body. */
export interface ManualParameter {
    readonly name: string;
    readonly in: "path" | "query" | "body";
    readonly required?: boolean;
    readonly deprecated?: boolean;
    readonly description: string;
    /** Format of a value. `json` is any structured value. */
    readonly type: "string" | "integer" | "boolean" | "json";
    readonly format?: string;
    /** For an id: the kind of the object, such as `Group`. Set only if such objects can be identified by name. */
    readonly of?: string;
    /** Known values. The service may support others. */
    readonly choices?: readonly string[];
    /** Whether the parameter accepts several values. */
    readonly list?: boolean;
}

/** Documentation of an operation. Repeats parts of `operations`, because that table takes far longer to load. */
export interface ManualEntry {
    /** Area and method, such as `groups.listUsers`. */
    readonly call: string;
    readonly area: string;
    readonly method: string;
    readonly path: string;
    readonly summary: string;
    readonly deprecated?: boolean;
    /**
     * Set if the operation returns a list. `paged`: the items are in a property of the response. `bare`: the response itself is the list.
     */
    readonly list?: "paged" | "bare";
    readonly description?: string;
    /** The operation that replaces this deprecated one. */
    readonly replacement?: string;
    readonly unstable?: boolean;
    /** The description of each status. */
    readonly statuses: Readonly<Record<string, string>>;
    readonly parameters: readonly ManualParameter[];
}
