import { type Properties, unknownValue } from "../provider/schema/fields.js";
import { kindNameOf } from "../provider/schema/pulumi-type.js";
import type { ProgramResource } from "./program.js";

/** A resource as a policy pack sees it, as far as rules need it. */
export interface PackResource {
    readonly type: string;
    readonly name: string;
    readonly urn: string;
    readonly props: object;
    readonly propertyDependencies?: Readonly<Record<string, readonly { readonly urn: string }[]>>;
}

/**
 * Those of the resources that are of this package, as rules judge them. `declared` is what the program gives, by URN, for those whose
 * properties hold more than that.
 */
export function programResources(
    resources: readonly PackResource[],
    declared: ReadonlyMap<string, Properties> = new Map(),
): ProgramResource[] {
    return resources.flatMap(({ type, name, urn, props, propertyDependencies = {} }) => {
        const kind = kindNameOf(type);
        if (kind === undefined) return [];
        const uses = Object.entries(propertyDependencies).map(([property, used]) => [
            property,
            used.map((one) => one.urn),
        ]);
        return [{ kind, name, urn, given: declared.get(urn) ?? givenOf(props), uses: Object.fromEntries(uses) }];
    });
}

/** The properties without the metadata. */
function givenOf(props: object): Properties {
    return Object.fromEntries(
        Object.keys(props)
            .filter((name) => !name.startsWith("__"))
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
