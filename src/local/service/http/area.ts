import type { OperationName, OperationTypes } from "../../../api/generated/operations.gen.js";
import type { Store } from "../storage/store.js";

type Data<Name extends OperationName> = OperationTypes[Name]["data"];
type Answers<Name extends OperationName> = OperationTypes[Name]["answers"];

/** The user of a token. */
export interface Caller {
    readonly user_id: string;
    readonly role: "ADMIN" | "MEMBER";
}

/** One validated call of an operation, without fields that the API does not have. */
export interface Call<Name extends OperationName = OperationName> {
    readonly operation: Name;
    readonly store: Store;
    readonly caller: Caller;
    /** The time of the call, by the clock of the service. */
    readonly now: Date;
    readonly path: NonNullable<Data<Name>["path"]>;
    readonly query: NonNullable<Data<Name>["query"]>;
    readonly body: Data<Name> extends { body: infer Body } ? Body : Data<Name>["body"];
    /** The unvalidated body, for operations that refuse unknown fields. */
    readonly sent: unknown;
}

/** The caller, the time, and the organization at that time. */
export type Situation = Pick<Call, "store" | "caller" | "now">;

/** Returns the response body, or undefined for none. The status is the API's success status for that case. */
export type Handler<Name extends OperationName> = (call: Call<Name>) => Body<Answers<Name>[keyof Answers<Name>]>;

/** The return type of a handler, which includes void if the answer may have no body. */
type Body<Answer> = Answer | (undefined extends Answer ? ReturnType<() => void> : never);

/** The handlers of a group of operations, by name. */
export type Area = { readonly [Name in OperationName]?: Handler<Name> };
