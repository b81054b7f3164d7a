import type { ZodType } from "zod";

/** How a list of the API continues from one page to the next. */
export interface Paging {
    readonly style: "none" | "cursor" | "relay" | "limit";
    /** The property of the answer that holds the items; absent where the answer itself is the list. */
    readonly items?: string;
    /** Parameters that steer the paging. */
    readonly request?: readonly string[];
    /** The property of the answer that holds the next cursor. */
    readonly next?: string;
    readonly previous?: string;
    readonly total?: string;
    readonly defaultSize?: number;
    readonly maxSize?: number;
    /** Without a paging parameter, the whole list is returned at once. */
    readonly optIn?: boolean;
    /** The paging parameters travel in the body. */
    readonly inBody?: boolean;
}

/** What the operation table knows of one operation. */
export interface OperationEntry {
    readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
    /** Path template below the base URL, such as `/groups/{group_id}`. */
    readonly path: string;
    readonly area: string;
    /** Area and method under which people call it, such as `groups.listUsers`. */
    readonly call: string;
    readonly summary: string;
    readonly deprecated?: boolean;
    readonly pathParameters?: ZodType;
    readonly query?: ZodType;
    /** Encoding of array parameters: one comma-separated value, or the key repeated. */
    readonly arrays?: Readonly<Record<string, "comma" | "repeat">>;
    readonly body?: ZodType;
    readonly bodyRequired?: boolean;
    /** Schema of the body by success status; null where there is none. */
    readonly answers: Readonly<Record<number, ZodType | null>>;
    /** Error statuses that the OpenAPI document names for this operation. */
    readonly errors?: readonly number[];
    readonly paging?: Paging;
}
