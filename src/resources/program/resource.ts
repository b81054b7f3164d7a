import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { SettingsError, SetupError } from "../../common/errors.js";
import { pathText, propertyOf } from "../../common/paths.js";
import { quoted } from "../../common/printable.js";
import { kindNameOf, pluginType, pulumiType, resourceTypeOf } from "../../common/pulumi-type.js";
import { accessAt } from "../../provider/schema/comparison/value-changes.js";
import type { Fields } from "../../provider/schema/fields.js";
import { unknownProperty } from "../../provider/schema/problems.js";
import { checkSettings } from "../../provider/settings.js";
import { handlerOf, type Kind, secretProperties } from "../../provider/shapes/kind.js";
import { isKnownLater, plainArguments } from "./arguments.js";
import { faultOutput, reportFault } from "./faults.js";
import { announce } from "./forecasts.js";
import { programError } from "./program-error.js";

/** An input value, in which the value and each of its parts can be an output. */
export type InputOf<Value> = Value extends string
    ? pulumi.Input<Value>
    : Value extends readonly (infer Element)[]
      ? pulumi.Input<InputOf<Element>[]>
      : Value extends object
        ? pulumi.Input<{ [Key in keyof Value]: InputOf<Value[Key]> }>
        : pulumi.Input<Value>;

type OptionalKeys<Shape extends Fields> = {
    [Key in keyof Shape]: undefined extends z.input<Shape[Key]> ? Key : never;
}[keyof Shape];

type ResourceValues<Shape extends Fields> = {
    [Key in keyof Shape]: InputOf<NonNullable<z.input<Shape[Key]>> | (null & z.input<Shape[Key]>)>;
};

/** The arguments of a resource class, derived from the fields of its kind so that their comments are preserved. */
export type ArgsOf<Shape extends Fields> = Omit<ResourceValues<Shape>, OptionalKeys<Shape>> &
    Partial<Pick<ResourceValues<Shape>, OptionalKeys<Shape>>>;

/**
 * The outputs of a resource class, derived from the fields of its kind. An output is null if neither the program nor the service has a
 * value.
 */
export type OutputsOf<Shape extends Fields> = {
    readonly [Key in keyof Shape]: pulumi.Output<
        undefined extends z.output<Shape[Key]> ? NonNullable<z.output<Shape[Key]>> | null : z.output<Shape[Key]>
    >;
};

/** Pulumi's resource options, with options for importing existing objects. */
export interface ResourceOptions extends Omit<pulumi.CustomResourceOptions, "import"> {
    /** Imports an existing object instead of creating a new one, by id or natural key (such as the name of an owner). */
    import?: string;
    /** With `import`: imports the object even if it differs from the program, and updates it to match the program. */
    adopt?: boolean;
}

/** The resources of this program, by `id` output. The output objects can be compared before their values are known. */
const declaredById = new WeakMap<object, { kind: string; name: string; parent: Promise<string> | undefined }>();

/**
 * Whether the plugin started this process to create components for a program in another language. The plugin then also manages their child
 * resources.
 */
let isStartedByPlugin = false;

export function declareForPlugin(): void {
    isStartedByPlugin = true;
}

/** Each resource class of the package has a static property `kind`, which TypeScript cannot require. */
type ResourceClass = typeof AccessResource & { readonly kind: Kind };

/** Base class of all resources of the package. The static property `kind` of each class determines its behavior. */
export abstract class AccessResource<Args extends object> extends pulumi.CustomResource {
    /**
     * Whether an object is a resource of this class, in either form. Pulumi's policies recognize the resources of a class by this function.
     * They call it without the class, so it is a getter. The classes have no `__pulumiType`, which would be the type of only one form.
     */
    static override get isInstance(): (object: unknown) => object is pulumi.CustomResource {
        // biome-ignore lint/complexity/noThisInStatic: this is the class whose getter is called, not the base class
        const { kind } = this as ResourceClass;
        return (object): object is pulumi.CustomResource => kindNameOf(resourceTypeOf(object) ?? "") === kind.name;
    }

    constructor(name: string, args: Args, options: ResourceOptions = {}) {
        const { kind } = new.target as ResourceClass;
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
        const secretKeys = secretProperties(kind);
        for (const key of secretKeys) if (given[key] !== undefined) given[key] = pulumi.secret(given[key]);
        const outputs = Object.fromEntries(
            [...Object.keys(kind.fields), ...kind.results].map((key) => [key, undefined]),
        );
        // Includes undeclared secrets, because the state may contain values that were declared before.
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
        // Replace `*` by the property names. With `*`, the engine would also keep the old metadata, so the provider would not receive the
        // new options.
        const ignored = rest.ignoreChanges?.includes("*") ? Object.keys(kind.fields) : rest.ignoreChanges;
        const parent = urnOf(rest.parent);
        const ids = resourcesByPath(args);
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
            __stack: kind.boundTo ? `${pulumi.getProject()}/${pulumi.getStack()}` : undefined,
        };
        super(
            pulumiType(kind.name),
            name,
            { ...outputs, ...faultOutput(), ...given, ...metadata },
            {
                ...rest,
                additionalSecretOutputs: secrets,
                ...(ignored ? { ignoreChanges: ignored } : {}),
            },
        );
        declaredById.set(this.id, { kind: kind.name, name, parent });
        if (options.id === undefined) announce(kind, name, this, args);
        reportFault(this);
    }
}

/** Base class of resources whose objects can be looked up without being declared. */
export abstract class AccessObject<Args extends object> extends AccessResource<Args> {
    /** Looks up an existing object by its id or its name. @throws if it does not exist, or if several have the name. */
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
        // The required arguments are not needed, because with an id Pulumi reads the outputs instead.
        return new this(name, {} as never, { ...options, id });
    }
}

/** Whether the setup of this program was already checked. */
let checked = false;

/** Checks that the SDK can find the provider from the program's folder. Otherwise it would print a 20-line stack trace. */
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

/** Checks for unknown settings. The provider checks them too, but an error from the program is shorter. */
function assertSettings(): void {
    try {
        checkSettings(Object.keys(pulumi.runtime.allConfig()), pulumi.getProject());
    } catch (error) {
        throw error instanceof SettingsError ? programError(error) : error;
    }
}

/**
 * Returns the URN of the component that contains a resource, to distinguish resources of the same name in different components. Returns a
 * promise instead of an output, so that the resource does not depend on its parent.
 */
function urnOf(parent: pulumi.Resource | undefined): Promise<string> | undefined {
    return parent && new Promise((resolve) => parent.urn.apply((urn) => resolve(urn)));
}

/**
 * Returns the resources of this program whose ids are in the arguments, by path. Outputs derived from such an id are excluded, because
 * their value may be anything.
 */
function resourcesByPath(args: unknown, path: readonly (string | number)[] = []): Record<string, object> {
    if (typeof args !== "object" || args === null) return {};
    const owner = declaredById.get(args);
    if (owner) return { [pathText(path)]: owner };
    if (isKnownLater(args)) return {};
    const inside = Array.isArray(args) ? [...args.entries()] : Object.entries(args);
    return Object.assign({}, ...inside.map(([key, value]) => resourcesByPath(value, [...path, key])));
}

/**
 * Returns the properties that the paths of `replaceOnChanges` refer to. A path inside a property refers to the whole property, and `*` to
 * all properties.
 */
function propertyNames(kind: Kind, paths: readonly string[] | undefined): string[] | undefined {
    if (paths?.includes("*")) return Object.keys(kind.fields);
    return paths?.map(propertyOf);
}

/** Returns the arguments after checking that each can be passed to the provider. The provider validates their values. */
function argumentsOf(kind: Kind, name: string, args: unknown, prototype: object): Record<string, unknown> {
    const label = `${kind.name} ${quoted(name)}`;
    const decidesAccess = (path: readonly PropertyKey[]): boolean =>
        accessAt(kind.fields, pathText(path)).relevance !== "irrelevant";
    const given = plainArguments(label, args, decidesAccess);
    // The SDK sets a property of the resource for each argument, and fails if the class already has that property.
    const clash = Object.keys(given).find(
        (key) =>
            !Object.hasOwn(kind.fields, key) &&
            (key.startsWith("__") || ["id", "urn"].includes(key) || key in prototype),
    );
    if (clash === undefined) return given;
    throw programError(`${label}: ${clash}: ${unknownProperty(clash, Object.keys(kind.fields))}`);
}

/**
 * Returns the names of arguments that contain secrets. The provider needs these names because Pulumi removes the secret markers before it
 * calls the provider.
 */
function secretNames(args: object, more: readonly string[]): pulumi.Output<string[]> {
    const flags = Object.entries(args).map(async ([key, value]) =>
        (await pulumi.isSecret(pulumi.output(value))) ? [key] : [],
    );
    return pulumi.output(Promise.all(flags).then((names) => [...new Set([...more, ...names.flat()])]));
}
