import { SettingsError } from "../common/errors.js";
import { isObject, type Properties } from "../common/properties.js";
import { hint } from "../common/spelling.js";
import { isUnknown } from "../common/unknown.js";
import { kindNames } from "./kind-names.js";

/** A resource of the program, in the form that rules use. */
export interface ProgramResource {
    /** Name of its kind, such as `Group`. */
    readonly kind: string;
    /** Name of the resource in the program: the last part of its URN. */
    readonly name: string;
    readonly urn: string;
    /** The properties that the program declares. Values that are known only after `pulumi up` are `unknownValue`. */
    readonly given: Properties;
    /** URNs of the resources that provide the value of a property, by property. They are known even if the value is not. */
    readonly uses: Readonly<Record<string, readonly string[]>>;
}

/** A resource, or an object within its properties, with the path of the object. */
export interface Place {
    readonly resource: ProgramResource;
    /** Path of the object, such as `requestConfigurations[0]`; empty for the resource itself. */
    readonly path: string;
    readonly given: Properties;
}

/** The resources of a program, and their references to each other. The methods throw a SettingsError for an unknown kind. */
export class Program {
    readonly #byUrn: ReadonlyMap<string, ProgramResource>;

    constructor(readonly resources: readonly ProgramResource[]) {
        this.#byUrn = new Map(resources.map((resource) => [resource.urn, resource]));
    }

    of(...kinds: readonly string[]): ProgramResource[] {
        expectKinds(kinds);
        return this.resources.filter(({ kind }) => kinds.includes(kind));
    }

    /** Returns the resources of these kinds that provide the value of a property. */
    usedBy(resource: ProgramResource, property: string, ...kinds: readonly string[]): ProgramResource[] {
        expectKinds(kinds);
        return (resource.uses[property] ?? [])
            .map((urn) => this.#byUrn.get(urn))
            .filter((used) => used !== undefined)
            .filter(({ kind }) => kinds.includes(kind));
    }

    /** Returns the resources of a kind whose `property` refers to `target`. */
    pointingAt(target: ProgramResource, kind: string, property: string): ProgramResource[] {
        return this.of(kind).filter((resource) => resource.uses[property]?.includes(target.urn));
    }

    /** Whether a resource of a kind refers to `target` with `property`, or may do so because the value is not known yet. */
    mayBePointedAt(target: ProgramResource, kind: string, property: string): boolean {
        return this.of(kind).some(({ given, uses }) => {
            const sources = uses[property] ?? [];
            return sources.includes(target.urn) || (sources.length === 0 && isUnknown(given[property]));
        });
    }
}

/** Checks the kinds that a rule asks for, because a rule about an unknown kind would never find anything. @throws SettingsError */
export function expectKinds(kinds: readonly string[]): void {
    if (kinds.length === 0) throw new SettingsError("No kind is specified. Name the kinds to judge, such as Group.");
    const unknown = kinds.find((kind) => !kindNames.includes(kind));
    if (unknown === undefined) return;
    const advice = hint(unknown, kindNames, 2) || ". For a component, name the kinds that it creates.";
    throw new SettingsError(`Unknown kind ${JSON.stringify(unknown)}${advice}`);
}

export function resourcePlace(resource: ProgramResource): Place {
    return { resource, path: "", given: resource.given };
}

/** Returns the objects in a list. Ignores lists and objects that are not known yet. */
export function elementPlaces({ resource, path, given }: Place, property: string): Place[] {
    const list = given[property];
    if (!Array.isArray(list)) return [];
    return list.flatMap((item, index) =>
        isObject(item) ? [{ resource, path: `${join(path, property)}[${index}]`, given: item }] : [],
    );
}

/** Returns the object in a property; undefined if the value is not an object or not known yet. */
export function placeIn({ resource, path, given }: Place, property: string): Place | undefined {
    const value = given[property];
    return isObject(value) ? { resource, path: join(path, property), given: value } : undefined;
}

/** Returns the path of a property of a place. */
export function pathIn({ path }: Place, property: string): string {
    return join(path, property);
}

/** Whether a value is missing. A value that is not known yet is not missing. */
export function isMissing(value: unknown): boolean {
    return value === undefined || value === null;
}

/** Whether a value is missing, an empty list or an empty string. */
export function isMissingOrEmpty(value: unknown): boolean {
    return isMissing(value) || ((Array.isArray(value) || typeof value === "string") && value.length === 0);
}

/** Whether a value is known and is not true. */
export function isNotTrue(value: unknown): boolean {
    return value !== true && !isUnknown(value);
}

function join(path: string, property: string): string {
    return path === "" ? property : `${path}.${property}`;
}
