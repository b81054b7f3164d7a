import type { AccessGovernanceClient } from "./access-governance-client.js";
import type { CallOptions } from "./client.js";
import { type OperationName, operations } from "./generated/operations.gen.js";
import type { List } from "./list.js";
import type { OperationEntry } from "./operation.js";
import type { Parts } from "./parameters.js";

/** Return value of an operation's method: a list, or the promise of a response. */
export type Invoked = List<unknown, unknown> | Promise<unknown>;

/** Calls the method of an operation whose name is known only at run time, such as `groups.listUsers` for `getGroupUsers`. */
export function invoke(
    client: AccessGovernanceClient,
    name: OperationName,
    parts: Parts,
    options?: CallOptions,
): Invoked {
    const entry: OperationEntry = operations[name];
    const [area = "", method = ""] = entry.call.split(".");
    const ids = Array.from(entry.path.matchAll(/\{(\w+)\}/g), ([, id = ""]) => parts.path?.[id]);
    const rest = [...(entry.body ? [parts.body] : []), ...(entry.query ? [parts.query] : []), options];
    const target: object = Reflect.get(client, area);
    // The methods are generated from `operations`, and take their arguments in this order.
    return Reflect.apply(Reflect.get(target, method), target, [...ids, ...rest]) as Invoked;
}
