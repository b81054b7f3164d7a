import type { ZodType } from "zod";

/** The paging of a list operation. */
export interface Paging {
    readonly style: "none" | "cursor" | "relay" | "limit";
    /** Name of the answer's property with the items. Absent if the answer itself is the list. */
    readonly items?: string;
    /** Names of the paging parameters. */
    readonly request?: readonly string[];
    /** Name of the response property that holds the next cursor. */
    readonly next?: string;
    readonly previous?: string;
    readonly total?: string;
    readonly defaultSize?: number;
    readonly maxSize?: number;
    /** Whether the whole list is returned if the call has no paging parameter. */
    readonly optIn?: boolean;
    /** Whether the paging parameters are in the body. */
    readonly inBody?: boolean;
}

/** An entry of the operation table. */
export interface OperationEntry {
    readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
    /** Path template below the base URL, such as `/groups/{group_id}`. */
    readonly path: string;
    readonly area: string;
    /** Area and method in the client, such as `groups.listUsers`. */
    readonly call: string;
    readonly summary: string;
    readonly deprecated?: boolean;
    readonly pathParameters?: ZodType;
    readonly query?: ZodType;
    /** Encoding of array parameters: one comma-separated value, or the key repeated. */
    readonly arrays?: Readonly<Record<string, "comma" | "repeat">>;
    readonly body?: ZodType;
    readonly bodyRequired?: boolean;
    /** Schema of the answer's body by success status. Null if there is no body. */
    readonly answers: Readonly<Record<number, ZodType | null>>;
    /** Error statuses that the OpenAPI document lists for this operation. */
    readonly errors?: readonly number[];
    readonly paging?: Paging;
}
