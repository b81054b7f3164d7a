import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { isId } from "../../common/ids.js";
import { isObject } from "../../common/properties.js";
import { isUnknown, unknownValue } from "../../common/unknown.js";
import { type Forecast, ForecastWriter, forecastFile } from "../../provider/forecast.js";
import { withDefaults } from "../../provider/schema/defaults.js";
import { insideOf, marksOf } from "../../provider/schema/fields.js";
import { referredBy } from "../../provider/schema/references.js";
import type { Kind } from "../../provider/shapes/kind.js";
import { isKnownLater } from "./arguments.js";
import { reportLaterFaults, reportsFaults } from "./faults.js";

/** Announces a resource of this program to its provider before the engine does. `args` are the arguments as passed by the program. */
export function announce(kind: Kind, name: string, resource: pulumi.CustomResource, args: object = {}): void {
    const forecasts = forecastsFor(engine());
    if (!forecasts) return;
    const { writer, numbers, providers } = forecasts;
    announceMentions(kind, name, args, forecasts);
    const known = knownOf(kind, args, numbers);
    if (!known) return;
    const served = resource.getProvider("pulumi-nodejs:");
    if (!providers.includes(served)) providers.push(served);
    numbers.set(resource.id, writer.add({ kind: kind.name, name, provider: providers.indexOf(served), ...known }));
}

/** Announces the ids in the arguments: those that are known now at once, and those in outputs when they are known. */
function announceMentions(kind: Kind, name: string, args: object, { writer, numbers }: Forecasts): void {
    const mention = (ids: readonly string[]): void =>
        writer.mention({ kind: kind.name, name, mentions: [...new Set(ids)] });
    const later: [z.ZodType | undefined, pulumi.Output<unknown>][] = [];
    const outputIn = (schema: z.ZodType | undefined, output: pulumi.Output<unknown>): void => {
        if (!numbers.has(output)) later.push([schema, output]);
    };
    mention(Object.entries(args).flatMap(([key, value]) => idsIn(kind.fields[key], value, outputIn)));
    for (const [schema, output] of later)
        void Promise.allSettled([knownValue(output), pulumi.isSecret(output)]).then(([value, secret]) => {
            if (value.status === "fulfilled" && secret.status === "fulfilled" && !secret.value)
                mention(idsIn(schema, value.value, () => {}));
        });
}

/** Returns the ids of objects in a value. */
function idsIn(
    schema: z.ZodType | undefined,
    value: unknown,
    onOutput: (schema: z.ZodType | undefined, output: pulumi.Output<unknown>) => void,
): string[] {
    if (marksOf(schema).secret) return [];
    if (pulumi.Output.isInstance<unknown>(value)) onOutput(schema, value);
    if (isKnownLater(value)) return [];
    if (typeof value === "string") return isId(value) && referredBy(schema) !== undefined ? [value] : [];
    const { element, shape } = insideOf(schema);
    if (Array.isArray(value)) return element ? value.flatMap((one) => idsIn(element, one, onOutput)) : [];
    if (!isObject(value) || !shape) return [];
    return Object.entries(shape).flatMap(([key, inner]) => idsIn(inner, value[key], onOutput));
}

/** Returns the value of an output; a value that is not known yet is not a text. The SDK's type omits the method. */
function knownValue(output: pulumi.Output<unknown>): Promise<unknown> {
    return (output as unknown as { promise(withUnknowns: boolean): Promise<unknown> }).promise(true);
}

/** Passes the name of an object to the providers of this program, so that messages can show it instead of the id. */
export function tellName(id: unknown, name: unknown): void {
    if (typeof id !== "string" || typeof name !== "string" || name === "") return;
    forecastsFor(engine())?.writer.name(id, name);
}

/**
 * Returns the forecast of a resource: its key and the names of its arguments, without secret values. Returns undefined if part of the key
 * is unknown.
 */
export function knownOf(
    kind: Pick<Kind, "key" | "keyIfGiven" | "fields">,
    args: object,
    numbers: Pick<WeakMap<object, number>, "get">,
): Pick<Forecast, "key" | "ids" | "given"> | undefined {
    const given = Object.entries({ ...omittedDefaults(kind, args), ...args }).filter(
        ([, value]) => value !== undefined,
    );
    const key: Record<string, string> = {};
    const ids: Record<string, number> = {};
    for (const [one, value] of given) {
        if (value === null || ![...kind.key, ...(kind.keyIfGiven ?? [])].includes(one)) continue;
        const number = typeof value === "object" ? numbers.get(value) : undefined;
        if (number !== undefined) ids[one] = number;
        else if (typeof value === "string" && !marksOf(kind.fields[one]).secret) key[one] = value;
        else return undefined;
    }
    return { key, ids, given: given.map(([one]) => one) };
}

/** Returns the defaults of omitted arguments, except defaults that depend on unknown values. */
function omittedDefaults({ fields }: Pick<Kind, "fields">, args: object): Record<string, unknown> {
    const known = Object.entries(args).map(
        ([name, value]) => [name, typeof value === "object" && value !== null ? unknownValue : value] as const,
    );
    const all = Object.entries(withDefaults(fields, Object.fromEntries(known)));
    return Object.fromEntries(all.filter(([name, value]) => !(name in args) && !isUnknown(value)));
}

/** Forecasts for the providers of one engine. */
interface Forecasts {
    readonly writer: ForecastWriter;
    /** Number of each forecast, by the `id` output of its resource. */
    readonly numbers: WeakMap<object, number>;
    readonly providers: (pulumi.ProviderResource | undefined)[];
}

/**
 * Forecasts by the address of the engine, because a process of the Automation API can run programs for several engines. Undefined if no
 * provider would read them.
 */
const forecastsByEngine = new Map<string, Forecasts | undefined>();

function forecastsFor(engine: string): Forecasts | undefined {
    if (!forecastsByEngine.has(engine)) {
        const file = forecastFile(engine);
        const writer = file === undefined ? undefined : new ForecastWriter(file, reportsFaults());
        if (writer && reportsFaults()) reportLaterFaults(engine);
        forecastsByEngine.set(engine, writer && { writer, numbers: new WeakMap(), providers: [undefined] });
    }
    return forecastsByEngine.get(engine);
}

/**
 * Returns the address of the engine that runs the program, or an empty string in unit tests of a program and if the SDK does not provide
 * it.
 */
function engine(): string {
    try {
        // The SDK's type omits `getChannel`, which every gRPC client has.
        const client = pulumi.runtime.getEngine() as { getChannel?(): { getTarget(): string } } | undefined;
        return client?.getChannel?.().getTarget() ?? "";
    } catch {
        return "";
    }
}
