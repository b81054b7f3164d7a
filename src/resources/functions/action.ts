import type { OperationName } from "../../api/generated/operations.gen.js";
import { actionText } from "../../common/action-lines.js";
import { callable, type Lookup } from "../lookups/callable.js";
import type { LookupOrganization } from "../lookups/organization.js";

/**
 * A function with a one-time effect, such as starting a campaign. A program calls it at every `pulumi up`, so it first checks whether the
 * effect has been achieved, and then does nothing. In a preview it does not write. It always returns the current state.
 */
export interface Action<Args, State> extends Lookup<Args, State> {}

interface Steps<Name extends OperationName, Args, State> {
    /** Reads the current state. */
    read(organization: LookupOrganization<Name>, args: Args): Promise<State>;
    /** Returns true if the action is no longer needed. */
    isDone(state: State, args: Args, organization: LookupOrganization<Name>): boolean | Promise<boolean>;
    /** Performs the action and returns the resulting state. */
    act(organization: LookupOrganization<Name>, args: Args, state: State): Promise<State>;
    /** Describes the action for a preview, such as `starts the campaign "Spring"`. */
    describe(args: Args, state: State): string;
}

/**
 * Creates an action. Its steps can only call the listed operations. A preview prints what the next `pulumi up` does, and `pulumi up` prints
 * what it did, so that a report can tell whether it was reviewed.
 * @param name name of the exported function
 */
export function action<const Names extends readonly OperationName[], Args extends object, State>(
    name: string,
    operations: Names,
    takes: readonly (string & keyof Args)[],
    { read, isDone, act, describe }: Steps<Names[number], Args, State>,
): Action<Args, State> {
    return callable(operations, takes, async (there, args, isPreview, say) => {
        const state = await read(there, args);
        if (await isDone(state, args, there)) return state;
        await say(actionText({ action: name, does: describe(args, state), isPlanned: isPreview }));
        return isPreview ? state : act(there, args, state);
    });
}
