import * as pulumi from "@pulumi/pulumi";
import { ForecastWriter, forecastFile } from "../forecast.js";
import { marksOf } from "../schema/fields.js";
import type { Kind } from "../shapes/kind.js";

/** Tells the provider of a resource of this program, before the engine does. `args` are as the program gives them. */
export function foretell(kind: Kind, name: string, resource: pulumi.CustomResource, args: object = {}): void {
    writer ??= openWriter();
    if (!writer) return;
    const given = Object.entries(args).filter(([, value]) => value !== undefined);
    const key: Record<string, string> = {};
    const ids: Record<string, number> = {};
    for (const [one, value] of given) {
        if (value === null || ![...kind.key, ...(kind.keyIfGiven ?? [])].includes(one)) continue;
        const foretold = typeof value === "object" ? numbers.get(value) : undefined;
        if (foretold !== undefined) ids[one] = foretold;
        else if (typeof value === "string" && !marksOf(kind.fields[one]).secret) key[one] = value;
        // Nobody knows yet which object it is.
        else return;
    }
    const provider = numberOf(resource.getProvider("pulumi-nodejs:"));
    const names = given.map(([one]) => one);
    numbers.set(resource.id, writer.tell({ kind: kind.name, name, provider, key, ids, given: names }));
}

/** False where nobody would read what is told: in tests of a program, and where the SDK does not say which engine runs it. */
let writer: ForecastWriter | false | undefined;

/** The numbers of the forecasts, by the ids that stand for their objects. */
const numbers = new WeakMap<object, number>();

const providers: (pulumi.ProviderResource | undefined)[] = [undefined];

function numberOf(provider: pulumi.ProviderResource | undefined): number {
    if (!providers.includes(provider)) providers.push(provider);
    return providers.indexOf(provider);
}

function openWriter(): ForecastWriter | false {
    try {
        // The SDK's type leaves out what every client of gRPC has.
        const client = pulumi.runtime.getEngine() as { getChannel?(): { getTarget(): string } } | undefined;
        const file = forecastFile(client?.getChannel?.().getTarget() ?? "");
        return file ? new ForecastWriter(file) : false;
    } catch {
        return false;
    }
}
