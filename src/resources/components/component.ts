import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { quoted } from "../../common/printable.js";
import type { Properties } from "../../common/properties.js";
import { resourceTypeOf } from "../../common/pulumi-type.js";
import { unknownValue } from "../../common/unknown.js";
import { insideOf, rule } from "../../provider/schema/fields.js";
import { argumentProblems, problemText } from "../../provider/schema/problems.js";
import { isKnownLater, plainArguments } from "../program/arguments.js";
import { programError } from "../program/program-error.js";

/** Ids of objects. The list and each id can be an output. */
export type Ids = pulumi.Input<pulumi.Input<string>[]>;

/** Validation rules for the arguments of a component. */
export interface ArgumentRules {
    /** Class name of the component, such as `AccessTeam`. */
    readonly component: string;
    /** Schema of each argument. */
    readonly fields: Readonly<Record<string, z.ZodType>>;
    /** Default values of arguments. */
    readonly usual?: Readonly<Record<string, unknown>>;
    /** Arguments of which at least one must be set. */
    readonly oneOf?: readonly [string, ...string[]];
}

/** Base class of all components. Programs in other languages receive the registered ids as outputs. */
export abstract class AccessComponent<Id extends string> extends pulumi.ComponentResource {
    /** @internal */
    registered?: Readonly<Record<Id, pulumi.Output<pulumi.ID>>>;

    /** Type of the component, by which Pulumi's policies recognize it. Each component sets it. @internal */
    static readonly __pulumiType: string;

    /** Whether an object is a component of this class. Pulumi's policies call the function without the class, so it is a getter. */
    static override get isInstance(): (object: unknown) => object is pulumi.ComponentResource {
        // biome-ignore lint/complexity/noThisInStatic: this is the class whose getter is called, not the base class
        const { __pulumiType } = this;
        return (object): object is pulumi.ComponentResource => resourceTypeOf(object) === __pulumiType;
    }

    /** @param args arguments of the component, which policies judge */
    constructor(name: string, args: object, options?: pulumi.ComponentResourceOptions) {
        super(new.target.__pulumiType, name, args, options);
    }

    protected override registerOutputs(ids: Record<Id, pulumi.Output<pulumi.ID>>): void {
        this.registered = ids;
        super.registerOutputs(ids);
    }
}

/**
 * Checks the arguments and returns them. Must be called before any resource is registered.
 * @throws RunError with one sentence for each invalid argument.
 */
export function checkedArguments<Args extends object>(rules: ArgumentRules, name: string, args: Args): Args {
    checkArguments(rules, name, args);
    return args;
}

/**
 * Returns the arguments with defaults filled in. Outputs are checked when their values become known: if the check fails, the resource that
 * needs the value is not created.
 */
export function guarded<Args extends object>(
    { component, fields, usual = {} }: ArgumentRules,
    name: string,
    args: Args,
): Args {
    const label = `${component} ${quoted(name)}`;
    const names = new Set([...Object.keys(usual), ...Object.keys(args)]);
    const all = [...names].map((key) => {
        const value: unknown = Reflect.get(args, key) ?? usual[key];
        return [key, guard(fields[key], value, { label, path: key, usual: usual[key] })] as const;
    });
    // The cast is safe: each value has its original type or the type of its default.
    return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Args;
}

/** Calls `make` for each entry of a record, to create one child resource per key. */
export function each<Entry, Child>(
    record: Readonly<Record<string, Entry>> | undefined,
    make: (entry: Entry, key: string) => Child,
): Readonly<Record<string, Child>> {
    return Object.fromEntries(Object.entries(record ?? {}).map(([key, entry]) => [key, make(entry, key)]));
}

/** Converts user ids to the property `users` of `GroupUsers`. An id that is an output does not make the other ids unknown. */
export function usersOf(ids: Ids): pulumi.Input<{ userId: pulumi.Input<string> }[]> {
    if (Array.isArray(ids)) return ids.map((userId) => ({ userId }));
    return pulumi.output(ids).apply((known) => known.map((userId) => ({ userId })));
}

/** Prepends an id to a list of ids. An id that is an output does not make the other ids unknown. */
export function withId(first: pulumi.Input<string>, ids: Ids = []): Ids {
    if (Array.isArray(ids)) return [first, ...ids];
    return pulumi.all([first, ids]).apply(([one, known = []]) => [one, ...known]);
}

/** Appends a suffix to a string or an output. */
export function suffixed(given: pulumi.Input<string>, suffix: string): pulumi.Input<string> {
    const whole = (known: string): string => (typeof known === "string" ? `${known}${suffix}` : known);
    return isKnownLater(given) ? pulumi.output(given).apply(whole) : whole(given);
}

/** Visibility settings that show an object only to these groups, administrators and users with access. */
export function limitedTo(visibilityGroupIds: Ids = []) {
    return { visibility: "LIMITED" as const, visibilityGroupIds };
}

function checkArguments({ component, fields, oneOf }: ArgumentRules, name: unknown, args: unknown): void {
    if (typeof name !== "string" || name === "") {
        throw programError(
            `The first argument of new ${component}(…) must be its name in the program, a non-empty string.`,
        );
    }
    const label = `${component} ${quoted(name)}`;
    const later = Object.entries(Object(args)).filter(([key, value]) => isKnownLater(value) && isOfParts(fields[key]));
    for (const [key] of later) {
        throw programError(`${label}: ${key} must be known while the program runs. Only the ids in it can be outputs.`);
    }
    const given = plainArguments(label, args, undefined, unknownValue);
    const object = z.strictObject(fields);
    const schema = oneOf
        ? rule(object, oneOf[0], `set ${oneOf.join(" or ")}, or both`, (all) =>
              oneOf.some((one) => hasMembers(all[one])),
          )
        : object;
    assertValid(label, schema, given);
}

/**
 * Whether an argument is a record, or a list of objects. It determines the number and names of child resources, so it cannot be an output,
 * but the ids in it can.
 */
function isOfParts(schema: z.ZodType | undefined): boolean {
    return schemaOf(schema) instanceof z.ZodRecord || insideOf(insideOf(schema).element).shape !== undefined;
}

interface ComponentPlace {
    readonly label: string;
    readonly path: string;
    readonly usual?: unknown;
}

function guard(schema: z.ZodType | undefined, value: unknown, place: ComponentPlace): unknown {
    const { label, path, usual } = place;
    const { shape, element } = insideOf(schema);
    if (isKnownLater(value)) {
        // Return the same output object: the resource that receives the string validates it, and uses the object to recognize the id of
        // another resource.
        if (usual === undefined && schemaOf(schema) instanceof z.ZodString) return value;
        const hidden = pulumi.isSecret(pulumi.output(value));
        return pulumi.all([value, hidden]).apply(([known, isSecret]: readonly unknown[]) => {
            const settled: unknown = known ?? usual;
            const inside = (below: string): string => `${path}${below.slice("value".length)}`;
            const whole = z.object({ value: schema ?? z.unknown() });
            assertValid(label, whole, { value: settled }, isSecret === true, inside);
            return settled;
        });
    }
    if (Array.isArray(value))
        return value.map((inner, index) => guard(element, inner, { label, path: `${path}[${index}]` }));
    if (Object.prototype.toString.call(value) !== "[object Object]" || pulumi.Resource.isInstance(value)) return value;
    const record = schemaOf(schema);
    return Object.fromEntries(
        Object.entries(Object(value)).map(([key, inner]) => {
            const of = record instanceof z.ZodRecord ? (record.valueType as z.ZodType) : shape?.[key];
            return [key, guard(of, inner, { label, path: `${path}.${key}` })];
        }),
    );
}

function schemaOf(schema: z.ZodType | undefined): z.ZodType | undefined {
    return schema instanceof z.ZodOptional ? schemaOf(schema.unwrap() as z.ZodType) : schema;
}

/** @throws RunError with one line for each invalid value. The line includes the value unless it is secret. */
function assertValid(
    label: string,
    schema: z.ZodType,
    given: Properties,
    isSecret = false,
    place = (path: string): string => path,
): void {
    const problems = argumentProblems(schema, given, () => isSecret);
    if (problems.length === 0) return;
    throw programError(
        problems
            .map(({ path, reason }) => problemText({ path: place(path), reason }).replace(/(?<![.?])$/, "."))
            .map((sentence) => `${label}: ${sentence}`)
            .join("\n"),
    );
}

function hasMembers(value: unknown): boolean {
    return value === unknownValue || Object.keys(Object(value)).length > 0;
}
