import type { Properties } from "../common/properties.js";
import { toWireNames } from "../common/wire-names.js";
import type { Answer, Client, Params } from "./client.js";
import { type OperationName, operations } from "./generated/operations.gen.js";
import { type Item, List, type ListName, type Page } from "./list.js";
import { namesIn, type Parts } from "./parameters.js";

/** An API operation as used by a kind: its name, and how its parameters are built. */
export interface Operation<In extends readonly unknown[], Out> {
    readonly name: OperationName;
    /** Whether the response repeats the written values. */
    readonly echoes?: true;
    // Declared as a method, so that a kind can declare the exact type of the body. The kernel uses the general type `Wire`.
    send(client: Client, ...given: In): Promise<Out>;
}

/** Like `Operation`, for a list. */
export interface ListOperation<In extends readonly unknown[], Out> {
    readonly name: OperationName;
    /** All items of all pages. */
    all(client: Client, ...given: In): Promise<Out[]>;
}

/** Like `ListOperation`, with access to individual pages. */
export interface PagedListing<In extends readonly unknown[], Out> extends ListOperation<In, Out> {
    /** The pages, read on demand. */
    pages(client: Client, ...given: In): AsyncIterable<Pick<Page<Out, unknown>, "items" | "next">>;
}

type Wire = Readonly<Record<string, unknown>>;

/** The path parameters of an operation: the id itself if there is one parameter, or an object with one property for each parameter. */
type PathSubject<Name extends OperationName> =
    | Sole<PathName<Name>>
    | { readonly [Key in Camel<PathName<Name>>]?: unknown };

/** Returns an operation with the parameters that `params` builds. Default: its arguments are the path parameters, followed by the body. */
export function operation<Name extends OperationName>(
    name: Name,
): Operation<[PathName<Name>] extends [never] ? [body: Wire] : [of: PathSubject<Name>, body?: Wire], Answer<Name>>;
export function operation<Name extends OperationName, In extends readonly unknown[]>(
    name: Name,
    params: (...given: In) => Params<Name>,
): Operation<In, Answer<Name>>;
export function operation(
    name: OperationName,
    params: (...given: never) => Parts = (...given: readonly unknown[]) => operationParts(name, given),
): Operation<never, unknown> {
    return { name, send: async (client, ...given) => client.send(name, params(...given)) };
}

/** Like `operation`, for a list. */
export function listing<Name extends ListName>(
    name: Name,
): PagedListing<[PathName<Name>] extends [never] ? [] : [of: PathSubject<Name>], Item<Name>>;
export function listing<Name extends ListName, In extends readonly unknown[]>(
    name: Name,
    params: (...given: In) => Partial<Params<Name>>,
): PagedListing<In, Item<Name>>;
export function listing(
    name: ListName,
    params: (...given: never) => Parts = (of: unknown) => operationParts(name, [of]),
): PagedListing<never, unknown> {
    const list = (client: Client, given: never[]) => new List(client, name, params(...(given as never)));
    return {
        name,
        all: (client, ...given: never[]) => list(client, given).all(),
        pages: (client, ...given: never[]) => list(client, given).pages(),
    };
}

/** Distributes a key (or an id) and a body among the parameters of an operation: path, query and body. */
export function operationParts(name: OperationName, given: readonly unknown[]): Parts {
    const { path, query, body } = namesIn(operations[name]);
    const [first] = path;
    if (first === undefined) return { body: given[0] };
    const [of, more] = given;
    if (typeof of === "string") return { path: { [first]: of }, body: more };
    const all = Object.entries({ ...toWireNames(of as Properties), ...(more as Wire | undefined) });
    const known = (names: readonly string[]): Wire => Object.fromEntries(all.filter(([one]) => names.includes(one)));
    return { path: known(path), query: known(query), ...(body.length > 0 ? { body: known(body) } : {}) };
}

type PathName<Name extends OperationName> =
    Params<Name> extends { readonly path: infer Path } ? keyof Path & string : never;

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
    ? `${Head}${Capitalize<Camel<Tail>>}`
    : Name;

/** `string` for a single name, `never` for a union of several names. */
type Sole<Name> = [Name] extends [Both<Name>] ? string : never;

type Both<Name> = (Name extends unknown ? (one: Name) => void : never) extends (all: infer All) => void ? All : never;
