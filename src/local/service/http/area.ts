import type { OperationName, OperationTypes } from "../../../api/generated/operations.gen.js";
import type { Store } from "../storage/store.js";

type Data<Name extends OperationName> = OperationTypes[Name]["data"];
type Answers<Name extends OperationName> = OperationTypes[Name]["answers"];

/** The user who makes a call. */
export interface ServiceCaller {
    readonly user_id: string;
    readonly role: "ADMIN" | "MEMBER";
}

/** A validated call of an operation. Fields that the API does not have are removed. */
export interface ServiceCall<Name extends OperationName = OperationName> {
    readonly operation: Name;
    readonly store: Store;
    readonly caller: ServiceCaller;
    /** The time of the call according to the service clock. */
    readonly now: Date;
    readonly path: NonNullable<Data<Name>["path"]>;
    readonly query: NonNullable<Data<Name>["query"]>;
    readonly body: Data<Name> extends { body: infer Body } ? Body : Data<Name>["body"];
    /** The body before validation, for operations that refuse unknown fields. */
    readonly sent: unknown;
}

/** The caller, the current time, and the organization at that time. */
export type Situation = Pick<ServiceCall, "store" | "caller" | "now">;

/** Executes a call and returns the response body, or undefined if there is none. The API description determines the success status. */
export type Handler<Name extends OperationName> = (
    call: ServiceCall<Name>,
) => ResponseBody<Answers<Name>[keyof Answers<Name>]>;

/** The return type of a handler. Includes void if the response may have no body. */
type ResponseBody<Answer> = Answer | (undefined extends Answer ? ReturnType<() => void> : never);

/** Handlers for a group of operations, by operation name. */
export type Routes = { readonly [Name in OperationName]?: Handler<Name> };
