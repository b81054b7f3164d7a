import type { Properties } from "../../../common/properties.js";
import type { Kind } from "../../../kernel.js";
import type { ServiceObject } from "../inventory/found.js";
import type { OrganizationInventory } from "../inventory/inventory.js";
import { CallExpression, type Expression, type ExpressionMembers, NameReference } from "./expression.js";
import { slugOf, titleOf, UniqueNames, variableOf } from "./names.js";

/** Lookup by name for the objects of a kind. */
export interface ProgramLookup {
    /** Name of the lookup function, without the suffix `Output`. */
    readonly call: string;
    /** The property of the result that contains the id. */
    readonly id: string;
    /** Properties that name an object. */
    readonly by: readonly string[];
    /** Properties that distinguish objects with the same name. */
    readonly narrowedBy: readonly string[];
}

/** Returns the lookup for the objects of a kind, by its natural key; undefined if they do not have their own ids. */
export function lookupFor({ name, key, discovery }: Kind): ProgramLookup | undefined {
    if (!("source" in discovery)) return undefined;
    const [first = "", ...others] = key;
    const [by, narrowedBy] = first === "name" ? [[first], others] : [key, []];
    return { call: `get${name}`, id: discovery.source.id, by, narrowedBy };
}

const FILE = "lookups";

/** A lookup whose result is a variable of the program. */
export interface LookupStatement {
    readonly kind: Kind;
    /** Name of the lookup function, without the suffix `Output`. */
    readonly call: string;
    /** The property of the result that the variable contains. Default: the variable contains the whole result. */
    readonly id?: string;
    readonly variable: string;
    readonly args: ExpressionMembers;
}

/** Collects the lookups of a program. Each one is written once, in a separate file. */
export class Lookups {
    /** All lookups except lookups of users, in the order of their dependencies. */
    readonly constants: (LookupStatement & Pick<ProgramLookup, "id">)[] = [];
    /** Whether users are looked up, each by the function `user`. */
    hasUsers = false;
    private readonly expressions = new Map<string, NameReference | string>();
    private readonly counts = new Map<string, Map<string, number>>();

    constructor(
        private readonly things: OrganizationInventory["things"],
        private readonly names = new UniqueNames(),
    ) {}

    /** Returns an expression for the id of an object: a lookup by name, or the id itself if no name identifies the object. */
    of(thing: ServiceObject): Expression {
        const known = this.expressions.get(thing.id);
        if (known !== undefined) return known;
        const expression = this.create(thing);
        this.expressions.set(thing.id, expression);
        return expression;
    }

    /** Whether there are no lookups. */
    get isEmpty(): boolean {
        return this.constants.length === 0 && !this.hasUsers;
    }

    private create(thing: ServiceObject): NameReference | string {
        const { kind, id, live } = thing;
        if (kind.name === "User") {
            if (typeof live.email !== "string" || live.email === "") return id;
            this.hasUsers = true;
            return new CallExpression("user", [live.email], [{ name: "user", file: FILE }]);
        }
        const lookup = lookupFor(kind);
        const names = lookup && this.namesOf(thing, lookup);
        if (!lookup || !names) return id;
        const args = Object.fromEntries(names.map((name) => [name, this.argument(live[name])]));
        const slug = slugOf(names.map((name) => lookupText(live[name])).join(" ")) || slugOf(kind.name);
        const short = slugOf(titleOf(live)) || slug;
        const variable = this.names.take(variableOf(short, `${kind.name}Id`), variableOf(slug, `${kind.name}Id`));
        this.constants.push({ kind, variable, call: lookup.call, id: lookup.id, args });
        return new NameReference(variable, [{ name: variable, file: FILE }]);
    }

    /** Returns the properties that distinguish an object from all others of its kind; undefined if none do. */
    private namesOf({ kind, live }: ServiceObject, { by, narrowedBy }: ProgramLookup): string[] | undefined {
        const given = by.filter((name) => live[name] !== undefined && live[name] !== "");
        if (lookupText(live[by[0] ?? ""]).trim() === "") return undefined;
        for (let more = 0; more <= narrowedBy.length; more += 1) {
            const names = [...given, ...narrowedBy.slice(0, more)];
            if (this.countsOf(kind.name, names).get(lookupKey(live, names)) === 1) return names;
        }
        return undefined;
    }

    private countsOf(kind: string, names: readonly string[]): ReadonlyMap<string, number> {
        const what = `${kind} ${names}`;
        const known = this.counts.get(what);
        if (known) return known;
        const counts = new Map<string, number>();
        for (const thing of this.things.values()) {
            // An access rule is also in the list of groups, so a lookup of a group by name finds both.
            const { name } = thing.kind;
            if (name !== kind && !(kind === "Group" && name === "AccessRule")) continue;
            const key = lookupKey(thing.live, names);
            counts.set(key, (counts.get(key) ?? 0) + 1);
        }
        this.counts.set(what, counts);
        return counts;
    }

    private argument(value: unknown): Expression {
        const thing = typeof value === "string" ? this.things.get(value) : undefined;
        return thing ? localOf(this.of(thing)) : lookupText(value);
    }
}

/** Removes the imports of a reference, because the file with the lookups does not import from itself. */
function localOf(expression: Expression): Expression {
    return expression instanceof NameReference ? new NameReference(expression.text) : expression;
}

function lookupKey(live: Properties, names: readonly string[]): string {
    return JSON.stringify(names.map((name) => live[name] ?? null));
}

function lookupText(value: unknown): string {
    return value === undefined || value === null ? "" : String(value);
}
