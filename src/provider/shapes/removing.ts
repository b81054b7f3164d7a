import type { Operation } from "../../api/calls.js";
import { InterferenceError } from "../../common/errors.js";
import type { Properties } from "../../common/properties.js";
import type { Live } from "../live/live.js";
import type { Scope } from "./kind.js";

/** Specifies how a membership is removed. */
export type Removing =
    | Operation<[key: Properties], unknown>
    | { readonly found: Operation<[key: Properties, live: Properties], unknown> }
    | { readonly rewrite: Operation<[parent: string, rest: readonly Properties[]], unknown> };

/** The properties of a kind of membership that a removal needs. */
interface Context {
    readonly noun: string;
    parentOf(key: Properties): string;
    /** Name of the document that a rewrite writes. Used as the key of its lock. */
    document(key: Properties): string;
    children(live: Live, key: Properties): Promise<Properties[] | undefined>;
    forget(live: Live, key: Properties): void;
    isChild(candidate: Properties, key: Properties): boolean;
}

interface Remover {
    readonly operation: { readonly name: Operation<[], unknown>["name"] };
    readonly says: string;
    /** Removes the membership. Returns false if it did not exist. */
    remove(scope: Scope, key: Properties): Promise<boolean>;
    /** If a removal writes all memberships: runs another write under the same lock, so that it does not overlap with a removal. */
    guard<T>(scope: Scope, key: Properties, work: () => Promise<T>): Promise<T>;
}

/** Maximum number of rewrites if concurrent writes undo them. */
const MAX_REWRITES = 5;

export function removedBy(removing: Removing, context: Context): Remover {
    if ("rewrite" in removing) return rewriting(removing.rewrite, context);
    const isFound = "found" in removing;
    return {
        operation: isFound ? removing.found : removing,
        says: "deletes it",
        guard: (_scope, _key, work) => work(),
        remove: async (scope, key) => {
            const live = isFound
                ? (await context.children(scope.live, key))?.find((one) => context.isChild(one, key))
                : {};
            if (!live) return false;
            try {
                if (isFound) await removing.found.send(scope.client, key, live);
                else await removing.send(scope.client, key);
                return true;
            } finally {
                context.forget(scope.live, key);
            }
        },
    };
}

/**
 * Removes a membership by writing all others, for an API that cannot remove a single one. A concurrent write between the read and the write
 * can restore the membership, so the list is read again afterwards, and rewritten if necessary.
 */
function rewriting(operation: Extract<Removing, { rewrite: unknown }>["rewrite"], context: Context): Remover {
    const reread = (scope: Scope, key: Properties): Promise<Properties[] | undefined> => {
        context.forget(scope.live, key);
        return context.children(scope.live, key);
    };
    return {
        operation,
        says: "writes all other members, because the API cannot remove a single one",
        guard: (scope, key, work) => scope.locks.hold(context.document(key), work),
        remove: (scope, key) =>
            scope.locks.hold(context.document(key), async () => {
                for (let round = 0; round <= MAX_REWRITES; round += 1) {
                    const all = await reread(scope, key);
                    const rest = all?.filter((one) => !context.isChild(one, key)) ?? [];
                    if (!all || rest.length === all.length) return round > 0;
                    if (round === MAX_REWRITES) break;
                    try {
                        await operation.send(scope.client, context.parentOf(key), rest);
                    } finally {
                        context.forget(scope.live, key);
                    }
                }
                throw new InterferenceError(
                    `The ${context.noun} was removed ${MAX_REWRITES} times, but is still there: another process is writing the same set. ` +
                        "Wait until that process has finished, then run again.",
                );
            }),
    };
}
