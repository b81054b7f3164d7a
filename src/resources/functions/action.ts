import * as pulumi from "@pulumi/pulumi";
import type { OperationName } from "../../api/generated/operations.gen.js";
import { actionText } from "../../provider/schema/action-lines.js";
import { answering, type Callable, checkArgumentNames, type Takes } from "../lookups/callable.js";
import { type LookupOptions, type LookupOrganization, organization, plainly } from "../lookups/organization.js";

/**
 * A function with a one-time effect, such as starting a campaign. A program calls it at every `pulumi up`, so it first checks whether the
 * effect has been achieved, and then does nothing. In a preview it does not write. It always returns the current state.
 */
export interface Action<Args, State> extends Callable {
    (args: Args, options?: LookupOptions): Promise<State>;
}

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
export function action<const Names extends readonly OperationName[], Args, State>(
    name: string,
    operations: Names,
    names: Takes<Args>,
    { read, isDone, act, describe }: Steps<Names[number], Args, State>,
): Action<Args, State> {
    const takes = Object.keys(names);
    const answer = async (
        there: LookupOrganization,
        args: Args,
        isPreview: boolean,
        say: (sentence: string) => void | Promise<void>,
    ): Promise<State> => {
        const state = await read(there, args);
        if (await isDone(state, args, there)) return state;
        await say(actionText({ action: name, does: describe(args, state), isPlanned: isPreview }));
        return isPreview ? state : act(there, args, state);
    };
    const run = (args: Args, options?: LookupOptions): Promise<State> =>
        plainly(async () => {
            checkArgumentNames({ operations, takes }, args);
            return answer(organization(options), args, pulumi.runtime.isDryRun(), (text) => pulumi.log.info(text));
        });
    // The cast is safe: the caller has checked the argument names.
    return answering(Object.assign(run, { operations, takes }), (there, args, isPreview, say) =>
        answer(there, args as Args, isPreview, say),
    );
}
