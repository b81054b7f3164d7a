import { operations as entries } from "../../../../src/api/generated/operations.gen.js";
import type { OperationEntry } from "../../../../src/api/operation.js";
import type { OperationName } from "../../../../src/index.js";
import { described, type Parameter, type Schema, schemaOf } from "../../../api/interface.js";

/** An operation of the OpenAPI document. */
export interface Operation {
    readonly operation: OperationName;
    readonly method: string;
    readonly path: string;
    readonly successes: readonly number[];
    readonly errors: readonly number[];
    readonly parameters: readonly Parameter[];
    readonly body: Schema | undefined;
    readonly bodyRequired: boolean;
    /** The schema of the first successful response. */
    readonly answer: Schema | undefined;
    readonly items: string | undefined;
    /** Whether the operation only reads. */
    readonly reads: boolean;
}

export const operations: readonly Operation[] = Object.values(entries as Record<string, OperationEntry>).map(
    (entry) => {
        const { method, path } = entry;
        const {
            operationId,
            parameters = [],
            requestBody,
            responses,
            "x-paging": paging,
        } = described({ method, path });
        const statuses = Object.keys(responses).map(Number);
        const successes = statuses.filter((status) => status < 300);
        return {
            operation: operationId,
            method,
            path,
            successes,
            errors: statuses.filter((status) => status >= 300),
            parameters,
            body: schemaOf(requestBody),
            bodyRequired: requestBody?.required ?? false,
            answer: schemaOf(responses[String(successes[0])]),
            items: paging?.items,
            reads: method === "GET" || operationId === "runQuery",
        };
    },
);

export function operation(name: string): Operation {
    const found = operations.find((one) => one.operation === name);
    if (!found) throw new Error(`The API has no ${name}.`);
    return found;
}

/** The operation that reads at a path, such as `/groups/{group_id}`. */
export function readerAt(path: string): Operation | undefined {
    return operations.find((one) => one.method === "GET" && one.path === path);
}
