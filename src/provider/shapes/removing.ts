import { InterferenceError } from "../../common/errors.js";
import type { Live } from "../live/live.js";
import type { Operation } from "../live/operation.js";
import type { Properties } from "../schema/fields.js";
import type { Scope } from "./kind.js";

/** How a membership is removed. */
export type Removing =
    | Operation<[key: Properties], unknown>
    | { readonly found: Operation<[key: Properties, live: Properties], unknown> }
    | { readonly rewrite: Operation<[parent: string, rest: readonly Properties[]], unknown> };

/** What a removal needs from its membership's spec. */
interface Around {
    readonly noun: string;
    parentOf(key: Properties): string;
    /** The document that a rewrite writes, for its lock. */
    document(key: Properties): string;
    children(live: Live, key: Properties): Promise<Properties[] | undefined>;
    forget(live: Live, key: Properties): void;
    isChild(candidate: Properties, key: Properties): boolean;
}

interface Remover {
    readonly operation: { readonly name: Operation<[], unknown>["name"] };
    readonly says: string;
    /** False: it did not exist. */
    remove(scope: Scope, key: Properties): Promise<boolean>;
    /** Serializes another write with removals, if a removal writes all memberships. */
    guard<T>(scope: Scope, key: Properties, work: () => Promise<T>): Promise<T>;
}

/** Number of retries of a rewrite that a concurrent write undid. */
const mostRewrites = 5;

export function removedBy(removing: Removing, around: Around): Remover {
    if ("rewrite" in removing) return rewriting(removing.rewrite, around);
    const isFound = "found" in removing;
    return {
        operation: isFound ? removing.found : removing,
        says: "deletes it",
        guard: (_scope, _key, work) => work(),
        remove: async (scope, key) => {
            const live = isFound
                ? (await around.children(scope.live, key))?.find((one) => around.isChild(one, key))
                : {};
            if (!live) return false;
            try {
                if (isFound) await removing.found.send(scope.client, key, live);
                else await removing.send(scope.client, key);
                return true;
            } finally {
                around.forget(scope.live, key);
            }
        },
    };
}

/** No call removes a single one, so all the others are written. A concurrent write between our read and write would restore it. */
function rewriting(operation: Extract<Removing, { rewrite: unknown }>["rewrite"], around: Around): Remover {
    const readAnew = (scope: Scope, key: Properties): Promise<Properties[] | undefined> => {
        around.forget(scope.live, key);
        return around.children(scope.live, key);
    };
    return {
        operation,
        says: "writes the others, since no call removes a single one",
        guard: (scope, key, work) => scope.locks.hold(around.document(key), work),
        remove: (scope, key) =>
            scope.locks.hold(around.document(key), async () => {
                for (let round = 0; round <= mostRewrites; round += 1) {
                    const all = await readAnew(scope, key);
                    const rest = all?.filter((one) => !around.isChild(one, key)) ?? [];
                    if (!all || rest.length === all.length) return round > 0;
                    if (round === mostRewrites) break;
                    try {
                        await operation.send(scope.client, around.parentOf(key), rest);
                    } finally {
                        around.forget(scope.live, key);
                    }
                }
                throw new InterferenceError(
                    `The ${around.noun} was removed ${mostRewrites} times and is still there: another process writes the same set. ` +
                        "Wait until it has finished, then run again.",
                );
            }),
    };
}
