/**
 * A value as the program gives it: JSON, in which "@user:3" is an object that was there at the beginning, "@=name" the id of a resource of the
 * program, and "@~name=text" an output with this text, computed from that id by `apply`.
 */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

/** Options of a resource, as far as they are tried. */
export interface Options {
    readonly import?: string;
    readonly adopt?: boolean;
    readonly ignoreChanges?: readonly string[];
    readonly protect?: boolean;
    readonly retainOnDelete?: boolean;
    readonly deleteBeforeReplace?: boolean;
    readonly replaceOnChanges?: readonly string[];
    /** Properties given as `pulumi.secret`. */
    readonly secrets?: readonly string[];
    /** Name of an explicit provider with the settings of the default one. */
    readonly provider?: string;
    /** Another resource; one that is not there any more is none. */
    readonly dependsOn?: string;
    /** Names that it had, with the component that it was in. */
    readonly aliases?: readonly { readonly name: string; readonly parent?: string }[];
}

/** One resource of the program. */
export interface Declaration {
    readonly name: string;
    readonly kind: string;
    readonly args: { readonly [key: string]: Value };
    /** The component that it is in. */
    readonly parent?: string;
    readonly options?: Options;
}

export type Program = readonly Declaration[];

/** One change of the text of the program. What speaks of a resource that is not there changes nothing. */
export type Edit =
    /** Adds a resource, or puts it in the place of the one of this name. */
    | { readonly edit: "declare"; readonly declaration: Declaration }
    /** With everything that refers to it. */
    | { readonly edit: "remove"; readonly name: string }
    | { readonly edit: "rename"; readonly name: string; readonly to: string; readonly alias: boolean }
    | { readonly edit: "move"; readonly name: string; readonly parent?: string; readonly alias: boolean }
    /** Gives some properties another value; null takes the line out. */
    | { readonly edit: "set"; readonly name: string; readonly args: { readonly [key: string]: Value } }
    /** Gives some options another value; null takes the option out. */
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

/** The resource from which an output is computed, and its text. */
export function computedIn(reference: string): { readonly from: string; readonly text: string } | undefined {
    const [, from, text] = reference.match(/^@~([^=]+)=(.*)$/) ?? [];
    return from === undefined || text === undefined ? undefined : { from, text };
}

/** The resources that a declaration needs directly. */
export function needsOf({ args, options }: Declaration, program: Program): string[] {
    const { dependsOn } = options ?? {};
    const more = program.some(({ name }) => name === dependsOn) && dependsOn !== undefined ? [dependsOn] : [];
    return [...references(args), ...more];
}

/** The value with something in the place of each reference. */
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
            // What refers to it goes with it, and so on; a declaration may stand before what it refers to.
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
                // Nothing but strings changes.
                args: resolved(one.args, (to) =>
                    to === `@=${edit.name}` ? `@=${edit.to}` : to,
                ) as Declaration["args"],
            }));
        }
        case "move":
            return put(withAlias(old, edit.alias, { parent: edit.parent }));
        case "set": {
            // What is ignored as a whole stays as it was made.
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
            // The names are those of Options.
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

/** Whether `by` needs the resource, directly or through others, or is it. */
function isNeeded(program: Program, name: string, by: string): boolean {
    if (by === name) return true;
    const declaration = program.find((one) => one.name === by);
    return declaration !== undefined && needsOf(declaration, program).some((one) => isNeeded(program, name, one));
}
