/**
 * A value in the program, as JSON: "@user:3" is an object that existed from the start, "@=name" the id of a resource of the
 * program, and "@~name=text" an output with this text, computed from that id by `apply`.
 */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

/** Options of a resource that the simulator uses. */
export interface Options {
    readonly import?: string;
    readonly adopt?: boolean;
    readonly ignoreChanges?: readonly string[];
    readonly protect?: boolean;
    readonly retainOnDelete?: boolean;
    readonly deleteBeforeReplace?: boolean;
    readonly replaceOnChanges?: readonly string[];
    /** Properties passed as `pulumi.secret`. */
    readonly secrets?: readonly string[];
    /** Name of an explicit provider with the same settings as the default one. */
    readonly provider?: string;
    /** Name of another resource. Ignored if it no longer exists. */
    readonly dependsOn?: string;
    /** Former names and parent components. */
    readonly aliases?: readonly { readonly name: string; readonly parent?: string }[];
}

/** A resource of the program. */
export interface Declaration {
    readonly name: string;
    readonly kind: string;
    readonly args: { readonly [key: string]: Value };
    /** Parent component. */
    readonly parent?: string;
    readonly options?: Options;
}

export type Program = readonly Declaration[];

/** An edit of the program. An edit of a missing resource has no effect. */
export type Edit =
    /** Adds a resource or replaces the declaration with the same name. */
    | { readonly edit: "declare"; readonly declaration: Declaration }
    /** Removes a resource and all resources that refer to it. */
    | { readonly edit: "remove"; readonly name: string }
    | { readonly edit: "rename"; readonly name: string; readonly to: string; readonly alias: boolean }
    | { readonly edit: "move"; readonly name: string; readonly parent?: string; readonly alias: boolean }
    /** Sets properties. Null removes a property. */
    | { readonly edit: "set"; readonly name: string; readonly args: { readonly [key: string]: Value } }
    /** Sets options. Null removes an option. */
    | { readonly edit: "option"; readonly name: string; readonly options: { readonly [key: string]: Value } };

export function edited(program: Program, edits: readonly Edit[]): Program {
    return edits.reduce(once, program);
}

/** Names of the resources that a value refers to. */
export function references(value: Value | undefined): string[] {
    if (typeof value === "string") {
        const name = value.startsWith("@=") ? value.slice(2) : computedIn(value)?.from;
        return name === undefined ? [] : [name];
    }
    if (typeof value !== "object" || value === null) return [];
    return Object.values(value).flatMap(references);
}

/** Source resource and text of a computed output. */
export function computedIn(reference: string): { readonly from: string; readonly text: string } | undefined {
    const [, from, text] = reference.match(/^@~([^=]+)=(.*)$/) ?? [];
    return from === undefined || text === undefined ? undefined : { from, text };
}

/** Direct dependencies of a declaration. */
export function needsOf({ args, options }: Declaration, program: Program): string[] {
    const { dependsOn } = options ?? {};
    const more = program.some(({ name }) => name === dependsOn) && dependsOn !== undefined ? [dependsOn] : [];
    return [...references(args), ...more];
}

/** Returns the value with each reference replaced. */
export function resolved(value: Value, replace: (reference: string) => unknown): unknown {
    if (typeof value === "string") return value.startsWith("@") ? replace(value) : value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => resolved(item, replace));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, replace)]));
}

function once(program: Program, edit: Edit): Program {
    if (edit.edit === "declare") {
        const { declaration } = edit;
        const known = references(declaration.args).every((name) => program.some((one) => one.name === name));
        if (!known) return program;
        const there = program.some(({ name }) => name === declaration.name);
        return there
            ? program.map((one) => (one.name === declaration.name ? declaration : one))
            : [...program, declaration];
    }
    const old = program.find(({ name }) => name === edit.name);
    if (!old) return program;
    const put = (changed: Declaration) => program.map((one) => (one === old ? changed : one));
    switch (edit.edit) {
        case "remove": {
            const doomed = new Set([edit.name]);
            // Removes resources that refer to it, transitively. Repeated, since a declaration may precede its dependencies.
            for (const _ of program) {
                for (const { name, args } of program)
                    if (references(args).some((to) => doomed.has(to))) doomed.add(name);
            }
            return program.filter(({ name }) => !doomed.has(name));
        }
        case "rename": {
            if (program.some(({ name }) => name === edit.to)) return program;
            const renamed = withAlias(old, edit.alias, { name: edit.to });
            return put(renamed).map((one) => ({
                ...one,
                // Only strings are replaced, so the type stays the same.
                args: resolved(one.args, (to) =>
                    to === `@=${edit.name}` ? `@=${edit.to}` : to,
                ) as Declaration["args"],
            }));
        }
        case "move":
            return put(withAlias(old, edit.alias, { parent: edit.parent }));
        case "set": {
            // With ignoreChanges: *, the object stays as it was created.
            if (old.options?.ignoreChanges?.includes("*")) return program;
            const known = references(edit.args).every((name) => program.some((one) => one.name === name));
            if (!known) return program;
            const args = Object.entries({ ...old.args, ...edit.args }).filter(([, value]) => value !== null);
            return put({ ...old, args: Object.fromEntries(args) });
        }
        case "option": {
            const { dependsOn } = edit.options;
            if (typeof dependsOn === "string" && isNeeded(program, edit.name, dependsOn)) return program;
            const options = Object.entries({ ...old.options, ...edit.options }).filter(([, value]) => value !== null);
            // The keys are those of Options.
            return put({ ...old, options: Object.fromEntries(options) as Options });
        }
    }
}

function withAlias(
    old: Declaration,
    alias: boolean,
    change: { name?: string; parent?: string | undefined },
): Declaration {
    const { parent, ...rest } = { ...old, ...change };
    const before = { name: old.name, ...(old.parent ? { parent: old.parent } : {}) };
    const aliases = alias ? [...(old.options?.aliases ?? []), before] : [];
    const { aliases: _, ...options } = old.options ?? {};
    return {
        ...rest,
        ...(parent ? { parent } : {}),
        options: { ...options, ...(aliases.length > 0 ? { aliases } : {}) },
    };
}

/** Whether `by` is the resource or depends on it, directly or indirectly. */
function isNeeded(program: Program, name: string, by: string): boolean {
    if (by === name) return true;
    const declaration = program.find((one) => one.name === by);
    return declaration !== undefined && needsOf(declaration, program).some((one) => isNeeded(program, name, one));
}
