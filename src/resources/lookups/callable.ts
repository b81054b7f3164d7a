import * as pulumi from "@pulumi/pulumi";
import type { OperationName } from "../../api/generated/operations.gen.js";
import { FORMS } from "../../common/pulumi-type.js";
import { checkOptionNames, refuseOthers } from "./arguments.js";
import { type LookupOptions, type LookupOrganization, organization, plainly } from "./organization.js";

/** A function of the package that takes named arguments. */
export interface Callable {
    /** API operations that the function uses. */
    readonly operations: readonly OperationName[];
    /** Names of the arguments. */
    readonly takes: readonly string[];
}

/** A read-only function that reads from the service when it is called, including in a preview. */
export interface Lookup<Args, Result> extends Callable {
    (args: Args, options?: LookupOptions): Promise<Result>;
}

/** A lookup whose arguments are all optional. */
export interface OpenLookup<Args, Result> extends Lookup<Args, Result> {
    (args?: Args, options?: LookupOptions): Promise<Result>;
}

/**
 * Runs a function of the package. The argument names have already been checked. In a preview, the function must not write to the service.
 * An action calls `say` with a line that describes it.
 */
export type CallAnswer<Name extends OperationName = OperationName, Args = object, Result = unknown> = (
    organization: LookupOrganization<Name>,
    args: Args,
    isPreview: boolean,
    say: (line: string) => void | Promise<void>,
) => Promise<Result>;

const answers = new WeakMap<object, CallAnswer>();

/** Names under which the package exports its functions. */
const names = new WeakMap<object, string>();

/** Tells the functions the names under which the package exports them. */
export function nameFunctions(exported: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(exported)) if (typeof value === "function") names.set(value, name);
}

/**
 * Creates a function of the package, which a program can call without arguments if all are optional. `answer` can only call the listed
 * operations.
 * @param takes names of the arguments. They are checked at run time, because a JavaScript program can pass unknown arguments
 */
export function callable<const Names extends readonly OperationName[], Args extends object, Result>(
    operations: Names,
    takes: readonly (string & keyof Args)[],
    answer: CallAnswer<Names[number], Args, Result>,
): OpenLookup<Args, Result> {
    // The cast is safe: arguments can be omitted only if all are optional.
    const run = (args = {} as Args, options?: LookupOptions): Promise<Result> =>
        plainly(async () => {
            checkArgumentNames({ operations, takes }, args);
            const name = names.get(made);
            if (options) checkOptionNames(options);
            if (name !== undefined && hasMocks()) return mocked<Result>(name, args);
            return answer(organization(options), args, pulumi.runtime.isDryRun(), (line) => pulumi.log.info(line));
        });
    const made = Object.assign(run, { operations, takes });
    // The cast is safe: the caller has checked the argument names.
    answers.set(made, (there, args, isPreview, say) => answer(there, args as Args, isPreview, say));
    return made;
}

/** Whether a unit test called `pulumi.runtime.setMocks`. */
function hasMocks(): boolean {
    const monitor = pulumi.runtime.getMonitor();
    return monitor !== undefined && "mocks" in monitor;
}

/** Calls the mock of a function. Lists have the form that the engine requires of the plugin's functions, or are arrays. */
async function mocked<Result>(name: string, args: object): Promise<Result> {
    const answer: unknown = await pulumi.runtime.invoke(`${FORMS.plugin.prefix}${name}`, { ...args });
    const { results, ...others } = Object(answer);
    const isList = Array.isArray(results) && Object.keys(others).length === 0;
    return (isList ? results : answer) as Result; // The test determines what a mock returns.
}

/** Returns what a function of the package runs outside a program, or undefined for any other value. */
export function answerOf(value: unknown): CallAnswer | undefined {
    return typeof value === "function" ? answers.get(value) : undefined;
}

/** Checks the names of arguments, because a misspelled filter would be ignored. @throws ArgumentError if a name is unknown. */
export function checkArgumentNames({ operations, takes }: Pick<Callable, "operations" | "takes">, args: unknown): void {
    // Name the function in messages after the operation that writes, or else the first one.
    const name = operations.find((one) => !/^(get|find)/.test(one)) ?? operations[0] ?? "";
    refuseOthers(`${name}: unknown argument`, takes, args);
}
