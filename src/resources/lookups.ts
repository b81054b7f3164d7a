import * as pulumi from "@pulumi/pulumi";
import { Client } from "../api/client.js";
import { CallError, NotFoundError } from "../api/errors.js";
import type { App, Group, Owner, User } from "../api/generated/types.gen.js";
import { readSettings } from "../provider/config.js";
import { MissingError, PlainError, TakenError } from "../provider/errors.js";
import type { Properties } from "../provider/fields.js";
import { Live, type Source } from "../provider/live.js";
import { fromWire } from "../provider/normalize.js";
import { apps, groups, owners } from "./sources.js";
import type { InCamelCase } from "./values.js";

/** An app, with its properties in camelCase. */
export type AppResult = InCamelCase<App>;
/** A group, with its properties in camelCase. */
export type GroupResult = InCamelCase<Group>;
/** An owner, with its properties in camelCase; its users are not part of it. */
export type OwnerResult = InCamelCase<Owner>;
/** A user, with its properties in camelCase. */
export type UserResult = InCamelCase<User>;

/** Which organization to ask; the stack's own configuration when left out. */
export interface LookupOptions {
    /** Base URL of the interface, ending in `/v1`. */
    url?: string;
    /** API token. */
    token?: string;
}

/** By id, or by name; a name that several apps have must be narrowed by `appType`. */
export interface GetAppArgs {
    appId?: string;
    name?: string;
    appType?: string;
}

/** By id, or by name; a name that several groups have must be narrowed by `appId` or `groupType`. */
export interface GetGroupArgs {
    groupId?: string;
    name?: string;
    appId?: string;
    groupType?: string;
}

/** By id, or by name. */
export interface GetOwnerArgs {
    ownerId?: string;
    name?: string;
}

/** By id, or by email address. */
export interface GetUserArgs {
    userId?: string;
    email?: string;
}

/**
 * Finds an app. Operations: GET /apps/{app_id}, GET /apps.
 * @throws when there is none, or more than one.
 */
export function getApp(args: GetAppArgs, options?: LookupOptions): Promise<AppResult> {
    return plainly(async () => (await found(apps, "app", { ...args }, options)) as AppResult);
}

/**
 * Finds a group. Operations: GET /groups/{group_id}, GET /groups.
 * @throws when there is none, or more than one.
 */
export function getGroup(args: GetGroupArgs, options?: LookupOptions): Promise<GroupResult> {
    return plainly(async () => (await found(groups, "group", { ...args }, options)) as GroupResult);
}

/**
 * Finds an owner. Operations: GET /owners/{owner_id}, GET /owners.
 * @throws when there is none.
 */
export function getOwner(args: GetOwnerArgs, options?: LookupOptions): Promise<OwnerResult> {
    return plainly(async () => (await found(owners, "owner", { ...args }, options)) as OwnerResult);
}

/**
 * Finds a user. Operation: GET /user.
 * @throws when there is none.
 */
export function getUser({ userId, email }: GetUserArgs, options?: LookupOptions): Promise<UserResult> {
    return plainly(async () => {
        const query = userId ? { user_id: userId } : { email: given("user", "email", email) };
        try {
            return fromWire(await live(options).client.call("getUser", { query })) as UserResult;
        } catch (error) {
            if (!(error instanceof NotFoundError)) throw error;
            throw new MissingError(
                `There is no user with the ${userId ? "id" : "email"} ${JSON.stringify(userId ?? email)}.`,
            );
        }
    });
}

/** As `getApp`, for arguments that may be outputs of other resources. */
export function getAppOutput(args: Later<GetAppArgs>, options?: LookupOptions): pulumi.Output<AppResult> {
    return known(args).apply((args) => getApp(args, options));
}

/** As `getGroup`, for arguments that may be outputs of other resources. */
export function getGroupOutput(args: Later<GetGroupArgs>, options?: LookupOptions): pulumi.Output<GroupResult> {
    return known(args).apply((args) => getGroup(args, options));
}

/** As `getOwner`, for arguments that may be outputs of other resources. */
export function getOwnerOutput(args: Later<GetOwnerArgs>, options?: LookupOptions): pulumi.Output<OwnerResult> {
    return known(args).apply((args) => getOwner(args, options));
}

/** As `getUser`, for arguments that may be outputs of other resources. */
export function getUserOutput(args: Later<GetUserArgs>, options?: LookupOptions): pulumi.Output<UserResult> {
    return known(args).apply((args) => getUser(args, options));
}

/** Arguments that may be known only when the program runs. */
type Later<Args> = { [Key in keyof Args]: pulumi.Input<Args[Key]> };

/** One picture of the live state for each organization that a program asks: a hundred lookups read a list once. */
const pictures = new Map<string, Live>();

function live({ url, token }: LookupOptions = {}): Live {
    const config = new pulumi.Config("access-governance");
    const own: Record<string, string | undefined> = { url, token };
    const settings = readSettings({
        get: (key) => {
            const name = key.slice(key.indexOf(":") + 1);
            return own[name] ?? config.get(name);
        },
    });
    const key = `${settings.url} ${settings.token}`;
    const picture = pictures.get(key) ?? new Live(new Client(settings));
    pictures.set(key, picture);
    return picture;
}

/** What it finds has the shape of the source's read operation, which the client held its answer against: callers name its type. */
async function found(source: Source, noun: string, args: Properties, options?: LookupOptions): Promise<Properties> {
    const { [source.id]: id, ...key } = Object.fromEntries(
        Object.entries(args).filter(([, value]) => value !== undefined),
    );
    if (typeof id === "string") {
        const object = await live(options).object(source, id);
        if (!object) throw new MissingError(`There is no ${noun} with the id ${JSON.stringify(id)}.`);
        return object;
    }
    const name = given(noun, "name", key.name);
    const [object, ...more] = await live(options).named(source, key);
    if (!object) throw new MissingError(`There is no ${noun} with ${text(key)}. Names are compared exactly.`);
    if (more.length > 0) {
        const ids = [object, ...more].map((one) => one[source.id]).join(", ");
        throw new TakenError(
            `${more.length + 1} ${noun}s are called ${JSON.stringify(name)} (${ids}): give the ${source.id}.`,
        );
    }
    return object;
}

function given(noun: string, name: string, value: unknown): string {
    if (typeof value === "string" && value !== "") return value;
    throw new MissingError(`To look up a ${noun}, give its id or its ${name}.`);
}

function text(key: Properties): string {
    const parts = Object.entries(key).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
    return parts.join(", ");
}

/** A lookup that fails ends the program with one sentence, not with a stack. */
async function plainly<T>(look: () => Promise<T>): Promise<T> {
    try {
        return await look();
    } catch (error) {
        if (error instanceof CallError || error instanceof PlainError) throw new pulumi.RunError(error.message);
        throw error;
    }
}

function known<Args extends object>(args: Later<Args>): pulumi.Output<Args> {
    // `output` unwraps every input; what is left is what `Later` was made of.
    return pulumi.output(args) as unknown as pulumi.Output<Args>;
}
