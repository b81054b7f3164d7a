/** Makes the descriptions of a schema readable in every language. */
import type { Spec } from "./specs.js";

/** The objects of a schema, by token. */
type Objects = Readonly<Record<string, Spec>>;

/** A schema: the objects that descriptions belong to, and more. */
interface Documented {
    readonly resources: Objects;
    readonly functions: Objects;
    readonly types: Objects;
}

/**
 * Removes what only the package for TypeScript or a page of the docs has, and replaces names of properties and functions by references, which
 * Pulumi (since CLI 3.247) spells as the language does: `userIds` is `user_ids` in Python. The properties are those of the described object,
 * of its parts (`Group` and `GroupVisibility`), or of what it is a part of. Names of one word stay, because only Go and C# capitalize them,
 * and so do other names, such as Pulumi's options.
 */
export function neutralSchema<Schema extends Documented>(schema: Schema): Schema {
    const places = placesIn(schema);
    const changed = Object.entries(schema).map(([section, value]) => {
        if (!isSection(section)) return [section, describedAnew(value, withoutTypeScript)];
        const specs = Object.entries(schema[section]).map(([token, spec]) => {
            const near = relatives(token, section, places);
            const placeOf = (name: string) => near.find((names) => names.has(name))?.get(name);
            return [token, describedAnew(spec, (text) => referring(withoutTypeScript(text), placeOf))];
        });
        return [section, Object.fromEntries(specs)];
    });
    // The cast is safe: only the texts of descriptions have changed.
    return Object.fromEntries(changed) as Schema;
}

/** Returns a description with the names of the schema in place of references. */
export function withoutReferences(description: string): string {
    return description.replace(/\{\{% ref \S*?([^/:\s]+) %\}\}/g, (_, name: string) => `\`${name}\``);
}

/** Replaces functions for durations by numbers of minutes, and links to other pages by the path in this package. */
function withoutTypeScript(text: string): string {
    return text
        .replace(/\baccess\.(hours|days)\((\d+)\)/g, (_, unit: string, count: string) =>
            String(Number(count) * (unit === "days" ? 24 * 60 : 60)),
        )
        .replace(/\[([^\]]+)\]\(#[^)]+\)/g, "$1 (docs/settings.md)")
        .replace(/\[([^\]]+)\]\(([\w/-]+\.md[^)]*)\)/g, "$1 (docs/$2)");
}

/** Where the properties of an object are, those that a program writes first. */
const PROPERTIES = {
    resources: ["inputProperties", "properties"],
    functions: ["inputs/properties", "outputs/properties"],
    types: ["properties"],
} as const;

type Section = keyof typeof PROPERTIES;

function isSection(name: string): name is Section {
    return Object.hasOwn(PROPERTIES, name);
}

/** An object of a schema, with references to its properties by name. */
interface Place {
    readonly token: string;
    readonly section: Section | "all";
    readonly names: ReadonlyMap<string, string>;
}

function placesIn(schema: Documented): Place[] {
    const objects = Object.keys(PROPERTIES)
        .filter(isSection)
        .flatMap((section) =>
            Object.entries(schema[section]).map(([token, spec]) => {
                const names = PROPERTIES[section].flatMap((path) => {
                    const properties = path.split("/").reduce<unknown>((outer, key) => Object(outer)[key], spec);
                    const of = `#/${section}/${token}/${path}`;
                    return Object.keys(properties ?? {}).map((name) => [name, `${of}/${name}`] as const);
                });
                return { token, section, names: new Map(names.reverse()) };
            }),
        );
    const functions = Object.keys(schema.functions).map((token) => [nameIn(token), `#/functions/${token}`] as const);
    return [...objects, { token: "", section: "all", names: new Map(functions) }];
}

/** Returns the names that an object's description may mean: its own, those of its parts, of what it is a part of, and all functions. */
function relatives(token: string, section: Section, places: readonly Place[]): Place["names"][] {
    const name = nameIn(token);
    const others = places
        .filter((one) => one.section !== "functions" && one.token !== token)
        .filter((one) => nameIn(one.token).startsWith(name) || name.startsWith(nameIn(one.token)))
        .sort((one, other) => nameIn(other.token).length - nameIn(one.token).length);
    return [...places.filter((one) => one.section === section && one.token === token), ...others].map(
        ({ names }) => names,
    );
}

function nameIn(token: string): string {
    return token.split(":").at(-1) ?? "";
}

/** Returns the value with changed descriptions, at any depth. */
function describedAnew(value: unknown, change: (description: string) => string): unknown {
    if (Array.isArray(value)) return value.map((one) => describedAnew(one, change));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
            key,
            key === "description" && typeof inner === "string" ? change(inner) : describedAnew(inner, change),
        ]),
    );
}

function referring(description: string, placeOf: (name: string) => string | undefined): string {
    return description.replace(/`([a-z]+[A-Z]\w*)`/g, (text, name: string) => {
        const place = placeOf(name);
        return place === undefined ? text : `{{% ref ${place} %}}`;
    });
}
