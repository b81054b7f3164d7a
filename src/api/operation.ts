import type { ZodType } from "zod";

/** How a list operation is paged. */
export interface Paging {
    readonly style: "none" | "cursor" | "relay" | "limit";
    /** Name of the response property that contains the items. Absent if the response itself is the list. */
    readonly items?: string;
    /** Names of the paging parameters. */
    readonly request?: readonly string[];
    /** Name of the response property that holds the next cursor. */
    readonly next?: string;
    readonly previous?: string;
    readonly total?: string;
    readonly defaultSize?: number;
    readonly maxSize?: number;
    /** Whether the API returns the whole list if the request has no paging parameter. */
    readonly optIn?: boolean;
    /** Whether the paging parameters are sent in the request body. */
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
    /** Encoding of array parameters: one comma-separated value, or the parameter repeated for each item. */
    readonly arrays?: Readonly<Record<string, "comma" | "repeat">>;
    readonly body?: ZodType;
    readonly bodyRequired?: boolean;
    /** Schema of the response body by success status. Null if the response has no body. */
    readonly answers: Readonly<Record<number, ZodType | null>>;
    /** Error statuses that the OpenAPI document lists for this operation. */
    readonly errors?: readonly number[];
    readonly paging?: Paging;
}
