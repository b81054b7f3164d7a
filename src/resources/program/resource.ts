import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { SettingsError, SetupError } from "../../common/errors.js";
import { quoted } from "../../common/printable.js";
import { type Fields, pathText, propertyOf, secretFields } from "../../provider/schema/fields.js";
import { unknownProperty } from "../../provider/schema/problems.js";
import { pluginType, pulumiType } from "../../provider/schema/pulumi-type.js";
import { checkSettings } from "../../provider/settings.js";
import { handlerOf, type Kind } from "../../provider/shapes/kind.js";
import { plainArguments } from "./arguments.js";
import { faultOutput, tellFault } from "./faults.js";
import { foretell } from "./foretelling.js";
import { programError } from "./program-error.js";

/** A value as a program may give it: known now or later, as a whole or in any of its parts. */
export type Given<Value> = Value extends string
    ? pulumi.Input<Value>
    : Value extends readonly (infer Element)[]
      ? pulumi.Input<Given<Element>[]>
      : Value extends object
        ? pulumi.Input<{ [Key in keyof Value]: Given<Value[Key]> }>
        : pulumi.Input<Value>;

type OptionalKeys<Shape extends Fields> = {
    [Key in keyof Shape]: undefined extends z.input<Shape[Key]> ? Key : never;
}[keyof Shape];

type Values<Shape extends Fields> = {
    [Key in keyof Shape]: Given<NonNullable<z.input<Shape[Key]>> | (null & z.input<Shape[Key]>)>;
};

/**
 * The arguments of a class, derived from the fields of its kind so that they keep their comments.
 */
export type ArgsOf<Shape extends Fields> = Omit<Values<Shape>, OptionalKeys<Shape>> &
    Partial<Pick<Values<Shape>, OptionalKeys<Shape>>>;

/** The outputs of a class, made of the fields of its kind: null if neither program nor service has a value. */
export type OutputsOf<Shape extends Fields> = {
    readonly [Key in keyof Shape]: pulumi.Output<
        undefined extends z.output<Shape[Key]> ? NonNullable<z.output<Shape[Key]>> | null : z.output<Shape[Key]>
    >;
};

/** Pulumi's own options, and those for objects that exist already. */
export interface ResourceOptions extends Omit<pulumi.CustomResourceOptions, "import"> {
    /** Imports an existing object instead of creating one: its id, or its natural key (such as an owner's name). */
    import?: string;
    /** With `import`: takes it over even where it differs from the program, and changes the service accordingly. */
    adopt?: boolean;
}

/** The resources of this program by their ids, the outputs themselves: they are known before their values. */
const owners = new WeakMap<object, { kind: string; name: string; parent: Promise<string> | undefined }>();

/** Whether the plugin made this process, for the components of a program in any language: it serves their resources, too. */
let isMadeByPlugin = false;

export function declareForPlugin(): void {
    isMadeByPlugin = true;
}

/** Base of every class of the package: a Pulumi resource of the kind that it names, handled by the kernel. */
export abstract class AccessResource<Args extends object> extends pulumi.CustomResource {
    constructor(name: string, args: Args, options: ResourceOptions = {}) {
        // Each class of the package says which kind it declares.
        const { kind } = new.target as typeof AccessResource & { readonly kind: Kind };
        if (!isMadeByPlugin && !checked) {
            assertReachable();
            assertSettings();
            checked = true;
        }
        if (typeof name !== "string" || name === "") {
            throw programError(`The first argument of new ${kind.name}(…) is its name in the program, a string.`);
        }
        const given = argumentsOf(kind, name, args, new.target.prototype);
        const closed = secretFields(kind.fields);
        for (const key of closed) if (given[key] !== undefined) given[key] = pulumi.secret(given[key]);
        const outputs = Object.fromEntries(
            [...Object.keys(kind.fields), ...kind.results].map((key) => [key, undefined]),
        );
        // Declared or not: the state remembers what was declared before.
        const secrets = [...new Set([...closed, ...(options.additionalSecretOutputs ?? [])])];
        if (isMadeByPlugin) {
            super(
                pluginType(kind.name),
                name,
                { ...outputs, ...given },
                { ...options, additionalSecretOutputs: secrets },
            );
            return;
        }
        const { import: importId, adopt, ...rest } = options;
        const ignored = propertyNames(kind, rest.ignoreChanges);
        const parent = urnOf(rest.parent);
        const ids = idsIn(args);
        const metadata = {
            __provider: handlerOf(kind.name),
            __label: name,
            __import: importId,
            __adopt: adopt,
            __parent: parent,
            __ids: Object.keys(ids).length > 0 ? ids : undefined,
            __ignored: ignored,
            __replacing: propertyNames(kind, rest.replaceOnChanges),
            __secrets: secretNames(given, secrets),
        };
        super(
            pulumiType(kind.name),
            name,
            { ...outputs, ...faultOutput(), ...given, ...metadata },
            {
                ...rest,
                additionalSecretOutputs: secrets,
                // With `*` the engine would hand over the old metadata, too, and the provider would never receive the option.
                ...(ignored ? { ignoreChanges: ignored } : {}),
            },
        );
        owners.set(this.id, { kind: kind.name, name, parent });
        if (options.id === undefined) foretell(kind, name, this, args);
        tellFault(this);
    }
}

/** A resource whose object can be looked up without being declared. */
export abstract class AccessObject<Args extends object> extends AccessResource<Args> {
    /** Looks up an existing object by its id. @throws if not found. */
    static get<Looked>(
        this: new (
            name: string,
            args: never,
            options?: ResourceOptions,
        ) => Looked,
        name: string,
        id: pulumi.Input<pulumi.ID>,
        options?: ResourceOptions,
    ): Looked {
        // Arguments that a program must give are missing here on purpose: the outputs are read instead.
        return new this(name, {} as never, { ...options, id });
    }
}

/** Whether this program was already checked. */
let checked = false;

/** The SDK looks the provider up from the program's folder, and prints a 20-line stack if it is missing. */
function assertReachable(): void {
    try {
        createRequire(join(process.cwd(), "program.js")).resolve("pulumi-access-governance/provider");
    } catch {
        throw programError(
            new SetupError(
                "pulumi-access-governance cannot be found from the folder of this program. Add it to the dependencies of this project: npm install pulumi-access-governance.",
            ),
        );
    }
}

/** Finds unknown settings: the engine hands a provider every key of the stack, but only the program can fail with one sentence. */
function assertSettings(): void {
    try {
        checkSettings(Object.keys(pulumi.runtime.allConfig()), pulumi.getProject());
    } catch (error) {
        throw error instanceof SettingsError ? programError(error) : error;
    }
}

/**
 * The URN of the component that contains a resource: two may hold resources of one name. A promise, not an output: the resource does not
 * depend on its parent.
 */
function urnOf(parent: pulumi.Resource | undefined): Promise<string> | undefined {
    return parent && new Promise((resolve) => parent.urn.apply((urn) => resolve(urn)));
}

/**
 * The resources of this program whose ids the arguments contain, by path. An output that is made of such an id is left out: it may have any
 * value.
 */
function idsIn(args: unknown, path: readonly (string | number)[] = []): Record<string, object> {
    if (typeof args !== "object" || args === null) return {};
    const owner = owners.get(args);
    if (owner) return { [pathText(path)]: owner };
    if (pulumi.Output.isInstance(args) || args instanceof Promise) return {};
    const inside = Array.isArray(args) ? [...args.entries()] : Object.entries(args);
    return Object.assign({}, ...inside.map(([key, value]) => idsIn(value, [...path, key])));
}

/** Names of the properties in the paths of an option: part of a property means all of it, and `*` means everything. */
function propertyNames(kind: Kind, paths: readonly string[] | undefined): string[] | undefined {
    if (paths?.includes("*")) return Object.keys(kind.fields);
    return paths?.map(propertyOf);
}

/** The arguments, if each can be passed to the provider, which checks their values. */
function argumentsOf(kind: Kind, name: string, args: unknown, prototype: object): Record<string, unknown> {
    const label = `${kind.name} ${quoted(name)}`;
    const given = plainArguments(label, args);
    // The SDK makes a property of the resource of each of them, and fails where there is one of that name.
    const clash = Object.keys(given).find(
        (key) =>
            !Object.hasOwn(kind.fields, key) &&
            (key.startsWith("__") || ["id", "urn"].includes(key) || key in prototype),
    );
    if (clash === undefined) return given;
    throw programError(`${label}: ${clash}: ${unknownProperty(clash, Object.keys(kind.fields))}`);
}

/** Names of the arguments that are secret, as a whole or in any part: Pulumi takes the marks off before it calls a provider. */
function secretNames(args: object, more: readonly string[]): pulumi.Output<string[]> {
    const flags = Object.entries(args).map(async ([key, value]) =>
        (await pulumi.isSecret(pulumi.output(value))) ? [key] : [],
    );
    return pulumi.output(Promise.all(flags).then((names) => [...new Set([...more, ...names.flat()])]));
}
