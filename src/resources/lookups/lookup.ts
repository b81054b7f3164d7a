import * as pulumi from "@pulumi/pulumi";
import type { Params } from "../../api/client.js";
import { type OperationName, operations } from "../../api/generated/operations.gen.js";
import type { Item, ListName } from "../../api/list.js";
import { namesIn } from "../../api/parameters.js";
import { withArticle } from "../../common/counts.js";
import { AmbiguousNameError, ArgumentError, MissingError } from "../../common/errors.js";
import { type Properties, same } from "../../common/properties.js";
import { likeliest } from "../../common/spelling.js";
import { fieldName, toWireNames } from "../../common/wire-names.js";
import type { Live } from "../../provider/live/live.js";
import type { Source } from "../../provider/live/source.js";
import type { InCamelCase } from "../fields/values.js";
import { isKnownLater } from "../program/arguments.js";
import { callable, checkArgumentNames, type Lookup, type OpenLookup } from "./callable.js";
import { type LookupOptions, type LookupOrganization, plainlySync } from "./organization.js";

/**
 * Like a lookup, but accepts outputs of resources as arguments, and reads when their values are known. In a preview, a lookup by the id of
 * a new object does not run, because only the name of the object is known.
 */
export type LookupOutput<Args, Result> = (args: Later<Args>, options?: Later<LookupOptions>) => pulumi.Output<Result>;

/** Like `LookupOutput`, but all arguments are optional. */
export type OpenLookupOutput<Args, Result> = (
    args?: Later<Args>,
    options?: Later<LookupOptions>,
) => pulumi.Output<Result>;

/** Arguments that can be outputs. */
export type Later<Args> = { [Key in keyof Args]: pulumi.Input<Args[Key]> };

/** Like `callable`, for a lookup with a required argument. */
export function lookup<const Names extends readonly OperationName[], Args extends object, Result>(
    operations: Names,
    takes: readonly (string & keyof Args)[],
    look: (organization: LookupOrganization<Names[number]>, args: Args) => Promise<Result>,
): Lookup<Args, Result> {
    return callable(operations, takes, look);
}

/** Creates a lookup without arguments that returns a whole list. */
export function wholeList<const Name extends ListName>(
    name: Name,
): OpenLookup<Record<string, never>, InCamelCase<Item<Name>>[]> {
    return callable([name], [], ({ all }) => all(name));
}

/**
 * Operations of `Names` that accept all of these arguments as path or query parameters. Parameters have the name in `Called`, or else the
 * argument name in snake_case.
 */
type Taking<Names extends OperationName, Args, Called> = {
    [Name in Names]: InCamelCase<Renamed<Args, Called>> extends InCamelCase<ParametersOf<Name>> ? Name : never;
}[Names];

/** Parameter names of the API, for arguments with a different name. */
type ParameterNames<Args> = { readonly [Key in keyof Args]?: string };
type Same = Record<never, never>;
type Renamed<Args, Called> = {
    [Key in keyof Args as Key extends keyof Called ? Called[Key] & string : Key]: Args[Key];
};

type ParametersOf<Name extends OperationName> = In<Params<Name>, "path"> & In<Params<Name>, "query">;
type In<All, Place extends string> = All extends { readonly [Each in Place]?: infer Values }
    ? NonNullable<Values>
    : unknown;

/** Creates lookups that call one operation. Each argument is sent as the path or query parameter of that name. */
export function by<Args extends object>() {
    /** Creates a lookup that returns a list. All arguments are optional. */
    const open = <const N extends Taking<ListName, Args, C>, const C extends ParameterNames<Args> = Same>(
        name: N,
        called?: C,
    ): OpenLookup<Args, InCamelCase<Item<N>>[]> =>
        callable([name], takenBy(name, called), ({ all }, args: Args) => all(name, paramsOf(name, args, called)));
    return {
        open,
        /** Like `open`, but at least one argument is required. */
        all: <const N extends Taking<ListName, Args, C>, const C extends ParameterNames<Args> = Same>(
            name: N,
            called?: C,
        ): Lookup<Args, InCamelCase<Item<N>>[]> => open(name, called),
        /** Creates a lookup that returns one object. */
        one: <const N extends Taking<OperationName, Args, C>, const C extends ParameterNames<Args> = Same>(
            name: N,
            called?: C,
        ) => lookup([name], takenBy(name, called), ({ one }, args: Args) => one(name, paramsOf(name, args, called))),
    };
}

/**
 * Creates a lookup that finds one object by id or by identifying properties. `Result` must be the type of the object that the source reads,
 * with camelCase keys.
 * @param takes names of the arguments other than the id, first the name of the object
 */
export function objectLookup<Args extends object, Result>(
    source: Source,
    noun: string,
    takes: readonly [name: string & keyof Args, ...more: (string & keyof Args)[]],
    { by = [takes[0]], form }: { readonly by?: readonly string[]; readonly form?: (value: unknown) => unknown } = {},
): Lookup<Args, Result> {
    const operations = new Set([source.read, source.list, source.find].flatMap((operation) => operation?.name ?? []));
    // The cast is safe: `Args` has the id of the object.
    const names = [source.id as string & keyof Args, ...takes];
    return lookup([...operations], names, async ({ live, tellName }, args: Args) => {
        const object = await findObject(live, source, noun, by, { ...(args as object) }, form);
        tellName(object[source.id], object[source.called ?? "name"]);
        return object as Result;
    });
}

/** Creates the variant of a lookup that accepts outputs as arguments. */
export function lookupOutput<Args, Result>(look: OpenLookup<Args, Result>): OpenLookupOutput<Args, Result>;
export function lookupOutput<Args, Result>(look: Lookup<Args, Result>): LookupOutput<Args, Result>;
export function lookupOutput<Args, Result>(look: Lookup<Args, Result>): LookupOutput<Args, Result> {
    return (args, options) => {
        // The cast is safe: `args` can be omitted only if all arguments are optional.
        const given = args ?? ({} as Later<Args>);
        // Check the names now, because the values may not be known until after a preview.
        if (!isKnownLater(given)) plainlySync(() => checkArgumentNames(look, given));
        return knownArguments(given).apply((args) =>
            // Do not let a secret token make the result secret.
            pulumi.unsecret(knownArguments(options ?? {})).apply((options) => look(args, options)),
        );
    };
}

/**
 * Returns the single element of `objects`.
 * @param key the requested properties, for the message
 * @param near similar names to suggest
 * @throws MissingError if the list is empty, AmbiguousNameError if it has several elements.
 */
export function only<One>(
    objects: readonly One[],
    noun: string,
    idName: string & keyof One,
    key: Properties,
    near: readonly string[] = [],
): One {
    const [object, ...more] = objects;
    const guess = near.length > 0 ? ` Did you mean ${near.map((name) => JSON.stringify(name)).join(", ")}?` : "";
    if (!object) throw new MissingError(`No ${noun} found with ${keyText(key)}.${guess} Names are compared exactly.`);
    if (more.length === 0) return object;
    const ids = objects.map((one) => one[idName]).join(", ");
    const called = key.name === undefined ? `have ${keyText(key)}` : `have the name ${JSON.stringify(key.name)}`;
    throw new AmbiguousNameError(`${objects.length} ${noun}s ${called} (${ids}). Specify ${idName}.`);
}

/** Returns the value of the property that a lookup searches by. @throws ArgumentError if it is missing or empty. */
export function givenProperty(noun: string, name: string, value: unknown): string {
    if (typeof value === "string" && value !== "") return value;
    throw new ArgumentError(`To look up ${withArticle(noun)}, specify its id or ${name}.`);
}

/** Returns the names of the arguments, one for each parameter of the operation. */
function takenBy<Args>(name: OperationName, called: ParameterNames<Args> = {}): (string & keyof Args)[] {
    const { path, query } = namesIn(operations[name]);
    const renamed = Object.values<unknown>(called);
    const others = [...path, ...query].filter((one) => !renamed.includes(one));
    // The cast is safe: the type `Taking` ensures that the operation has a parameter for each argument.
    return [...Object.keys(called), ...others.map(fieldName)] as (string & keyof Args)[];
}

function paramsOf<Name extends OperationName>(
    name: Name,
    args: object,
    called: ParameterNames<Properties> = {},
): Params<Name> {
    const { path, query } = namesIn(operations[name]);
    const renamed = Object.entries(args).map(([key, value]) => [called[key] ?? key, value]);
    const sent = Object.entries(toWireNames(Object.fromEntries(renamed)));
    const among = (names: readonly string[]) => Object.fromEntries(sent.filter(([one]) => names.includes(one)));
    // The cast is safe: the type `Taking` ensures that the operation has these parameters.
    return { path: among(path), query: among(query) } as object as Params<Name>;
}

async function findObject(
    live: Live,
    source: Source,
    noun: string,
    by: readonly string[],
    args: Properties,
    form: (value: unknown) => unknown = (value) => value,
): Promise<Properties> {
    const id = args[source.id];
    if (typeof id === "string") {
        const object = await live.object(source, id);
        if (!object) throw new MissingError(`No ${noun} found with the id ${JSON.stringify(id)}.`);
        return object;
    }
    const key = Object.fromEntries(
        Object.entries(args).filter(([name, value]) => value !== undefined && name !== source.id),
    );
    const named = by.find((name) => name in key) ?? "";
    givenProperty(noun, by.join(" or "), key[named]);
    const fits = (object: Properties): boolean =>
        Object.entries(key).every(([name, value]) => same(form(object[name]), form(value)));
    const known = await live.named(source, key, undefined, fits, form);
    // Read again, because earlier reads may be older than objects that this run created.
    const objects = known.length > 0 ? known : await live.named(source, key, "fresh", fits, form);
    if (objects.length === 0 && source.isPerson)
        throw new MissingError(
            `No ${noun} found with ${keyText(key)}. If this person has left, remove everything that uses this lookup. Otherwise correct the ${named}.`,
        );
    const near = objects.length > 0 ? [] : await nearest(live, source, named, key[named]);
    return only(objects, noun, source.id, key, near);
}

/** Maximum number of suggestions for an unknown name. */
const MAX_SUGGESTIONS = 3;

/** Returns the names that are most similar to `text`, or an empty list if the objects cannot be listed. */
async function nearest(live: Live, source: Source, property: string, text: unknown): Promise<string[]> {
    const all = (await live.all(source).catch(() => undefined)) ?? [];
    const names = all.map((object) => object[property]).filter((name) => typeof name === "string");
    return likeliest(String(text), names, MAX_SUGGESTIONS);
}

function keyText(key: Properties): string {
    const parts = Object.entries(key).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
    return parts.join(", ");
}

/**
 * Returns the values of arguments. In a preview, they are unknown until the resources that they come from exist, like the arguments of the
 * SDK's own functions: a lookup of an object that the program will create would fail.
 */
function knownArguments<Args>(args: Later<Args>): pulumi.Output<Args> {
    // The cast is safe: `output` unwraps every `Input`, which reverses `Later`.
    const known = pulumi.output(args) as unknown as pulumi.Output<Args>;
    if (!pulumi.runtime.isDryRun()) return known;
    const ids = pulumi.runtime
        .serializeResourceProperties("lookup", { args })
        .then(([, resources]) =>
            [...resources.values()].flatMap((all) => [...all]).filter((one) => pulumi.CustomResource.isInstance(one)),
        )
        // The SDK's placeholders for resources of other processes have no id.
        .then((needed) => needed.flatMap(({ id }) => id ?? []));
    return pulumi.all([known, pulumi.output(ids)]).apply(([values]) => values as unknown as Args); // They were unwrapped above.
}
