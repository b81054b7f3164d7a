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
import { faultOutput, reportFault } from "./faults.js";
import { announce } from "./foretelling.js";
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

/** The outputs of a class, derived from the fields of its kind: null if neither program nor service has a value. */
export type OutputsOf<Shape extends Fields> = {
    readonly [Key in keyof Shape]: pulumi.Output<
        undefined extends z.output<Shape[Key]> ? NonNullable<z.output<Shape[Key]>> | null : z.output<Shape[Key]>
    >;
};

/** Pulumi's own options, and options for existing objects. */
export interface ResourceOptions extends Omit<pulumi.CustomResourceOptions, "import"> {
    /** Imports an existing object instead of creating one: its id, or its natural key (such as an owner's name). */
    import?: string;
    /** With `import`: imports the object even if it differs from the program, and changes the object to match. */
    adopt?: boolean;
}

/** The resources of this program, by their `id` outputs: the output objects exist before their values are known. */
const owners = new WeakMap<object, { kind: string; name: string; parent: Promise<string> | undefined }>();

/** Whether the plugin started this process, to create components for programs in any language. The plugin also serves their resources. */
let isStartedByPlugin = false;

export function declareForPlugin(): void {
    isStartedByPlugin = true;
}

/** Base class of all resources of the package. Each class names its kind, which determines everything else. */
export abstract class AccessResource<Args extends object> extends pulumi.CustomResource {
    constructor(name: string, args: Args, options: ResourceOptions = {}) {
        // Each class of the package has a static property `kind`.
        const { kind } = new.target as typeof AccessResource & { readonly kind: Kind };
        if (!isStartedByPlugin && !checked) {
            assertReachable();
            assertSettings();
            checked = true;
        }
        if (typeof name !== "string" || name === "") {
            throw programError(
                `The first argument of new ${kind.name}(…) must be its name in the program, a non-empty string.`,
            );
        }
        const given = argumentsOf(kind, name, args, new.target.prototype);
        const secretKeys = secretFields(kind.fields);
        for (const key of secretKeys) if (given[key] !== undefined) given[key] = pulumi.secret(given[key]);
        const outputs = Object.fromEntries(
            [...Object.keys(kind.fields), ...kind.results].map((key) => [key, undefined]),
        );
        // Includes undeclared ones, because the state contains values that were declared before.
        const secrets = [...new Set([...secretKeys, ...(options.additionalSecretOutputs ?? [])])];
        if (isStartedByPlugin) {
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
                // With `*`, the engine would also pass the old metadata, and the provider would never receive the option.
                ...(ignored ? { ignoreChanges: ignored } : {}),
            },
        );
        owners.set(this.id, { kind: kind.name, name, parent });
        if (options.id === undefined) announce(kind, name, this, args);
        reportFault(this);
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
        // Required arguments are missing on purpose: with an id, Pulumi reads the outputs instead.
        return new this(name, {} as never, { ...options, id });
    }
}

/** Whether this program was already checked. */
let checked = false;

/** Checks that the SDK will find the provider from the program's folder: otherwise it would print a 20-line stack. */
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

/** Refuses unknown settings. The provider also receives every key of the stack, but only the program can fail with one sentence. */
function assertSettings(): void {
    try {
        checkSettings(Object.keys(pulumi.runtime.allConfig()), pulumi.getProject());
    } catch (error) {
        throw error instanceof SettingsError ? programError(error) : error;
    }
}

/**
 * Returns the URN of the component that contains a resource, because two components may contain resources of the same name. It is a promise
 * instead of an output, so that the resource does not depend on its parent.
 */
function urnOf(parent: pulumi.Resource | undefined): Promise<string> | undefined {
    return parent && new Promise((resolve) => parent.urn.apply((urn) => resolve(urn)));
}

/**
 * Returns the resources of this program whose ids are in the arguments, by path. Excludes outputs that are derived from such an id, because
 * they may have any value.
 */
function idsIn(args: unknown, path: readonly (string | number)[] = []): Record<string, object> {
    if (typeof args !== "object" || args === null) return {};
    const owner = owners.get(args);
    if (owner) return { [pathText(path)]: owner };
    if (pulumi.Output.isInstance(args) || args instanceof Promise) return {};
    const inside = Array.isArray(args) ? [...args.entries()] : Object.entries(args);
    return Object.assign({}, ...inside.map(([key, value]) => idsIn(value, [...path, key])));
}

/** Returns the properties that the paths of an option refer to. A part of a property counts as the whole property, and `*` as all. */
function propertyNames(kind: Kind, paths: readonly string[] | undefined): string[] | undefined {
    if (paths?.includes("*")) return Object.keys(kind.fields);
    return paths?.map(propertyOf);
}

/** Returns the arguments, after checking that each can be passed to the provider, which validates their values. */
function argumentsOf(kind: Kind, name: string, args: unknown, prototype: object): Record<string, unknown> {
    const label = `${kind.name} ${quoted(name)}`;
    const given = plainArguments(label, args);
    // The SDK sets a property of the resource for each argument, and fails if the class already has that property.
    const clash = Object.keys(given).find(
        (key) =>
            !Object.hasOwn(kind.fields, key) &&
            (key.startsWith("__") || ["id", "urn"].includes(key) || key in prototype),
    );
    if (clash === undefined) return given;
    throw programError(`${label}: ${clash}: ${unknownProperty(clash, Object.keys(kind.fields))}`);
}

/** Names of the arguments that contain a secret: Pulumi removes the marks of secrets before it calls a provider. */
function secretNames(args: object, more: readonly string[]): pulumi.Output<string[]> {
    const flags = Object.entries(args).map(async ([key, value]) =>
        (await pulumi.isSecret(pulumi.output(value))) ? [key] : [],
    );
    return pulumi.output(Promise.all(flags).then((names) => [...new Set([...more, ...names.flat()])]));
}
