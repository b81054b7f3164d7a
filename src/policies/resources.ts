import type { Properties } from "../common/properties.js";
import { kindNameOf } from "../common/pulumi-type.js";
import { unknownValue } from "../common/unknown.js";
import type { ProgramResource } from "./program.js";

/** The parts of a resource in a policy pack that rules need. */
export interface PackResource {
    readonly type: string;
    readonly name: string;
    readonly urn: string;
    readonly props: object;
    readonly propertyDependencies?: Readonly<Record<string, readonly { readonly urn: string }[]>>;
}

/**
 * Returns the resources of this package in the form that rules use.
 * @param declared properties that the program declares, by URN, for resources whose `props` also contain undeclared ones
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

/** Returns the properties without the metadata. */
function givenOf(props: object): Properties {
    return Object.fromEntries(
        Object.keys(props)
            .filter((name) => !name.startsWith("__"))
            .map((name) => [name, valueAt(props, name)]),
    );
}

/**
 * Copies a value from Pulumi's policy SDK. Reading an unknown value there throws an error, for which Pulumi would stop the rule and report
 * only an advisory. The copy contains `unknownValue` instead, so that the rule can check the other values.
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
