import { unknownValue } from "../schema/fields.js";
import type { ProgramResource } from "./program.js";

/** What every type of this package begins with; the name of the kind follows. */
const TYPE = "pulumi-nodejs:dynamic/access-governance:";

/** A resource as a policy pack sees it, as far as rules need it. */
export interface PackResource {
    readonly type: string;
    readonly name: string;
    readonly urn: string;
    readonly props: object;
    readonly propertyDependencies?: Readonly<Record<string, readonly { readonly urn: string }[]>>;
}

/** Those of the resources that are of this package, as rules judge them. */
export function programResources(resources: readonly PackResource[]): ProgramResource[] {
    return resources
        .filter(({ type }) => type.startsWith(TYPE))
        .map(({ type, name, urn, props, propertyDependencies = {} }) => ({
            kind: type.slice(TYPE.length),
            name,
            urn,
            given: givenOf(props),
            uses: Object.fromEntries(
                Object.entries(propertyDependencies).map(([property, used]) => [property, used.map((one) => one.urn)]),
            ),
        }));
}

/**
 * What the program gives, without the metadata. At the end of a run there are also properties that only the service has: a rule judges
 * a resource the same before and after it is there.
 */
function givenOf(props: object): Record<string, unknown> {
    const declared = valueAt(props, "__declared");
    const isGiven = (name: string) => !Array.isArray(declared) || declared.includes(name);
    return Object.fromEntries(
        Object.keys(props)
            .filter((name) => !name.startsWith("__") && isGiven(name))
            .map((name) => [name, valueAt(props, name)]),
    );
}

/**
 * A copy of a value inside a policy pack. To read an unknown value there throws, which would end the whole rule and make advice of it: here
 * the value alone becomes `unknownValue`, and the rule judges the others.
 */
function valueAt(owner: object, key: string | number): unknown {
    let value: unknown;
    try {
        value = Reflect.get(owner, key);
    } catch {
        return unknownValue;
    }
    if (Array.isArray(value)) {
        const list = value;
        return Array.from({ length: list.length }, (_, index) => valueAt(list, index));
    }
    if (typeof value !== "object" || value === null) return value;
    const inner = value;
    return Object.fromEntries(Object.keys(inner).map((name) => [name, valueAt(inner, name)]));
}
