import { grouped } from "../../../common/collections.js";
import type { Kind } from "../../../kernel.js";
import type { OrganizationInventory } from "../inventory/inventory.js";
import { CallExpression, type Expression, type ExpressionMembers, type NeededName, needsOf } from "./expression.js";
import { Expressions, type Known } from "./expressions.js";
import type { Lookups } from "./lookups.js";
import type { PlannedDeclaration } from "./plan.js";
import { type LiftedValue, lift } from "./repetition.js";

/** The text of a program. */
export interface ProgramText {
    /** The text of each file, by its path relative to the folder of the program. */
    readonly files: ReadonlyMap<string, string>;
    /** Secret settings that the stack's configuration must contain, each with the resource that uses it. */
    readonly secrets: readonly ProgramSecret[];
}

/** A secret setting, and the resource that uses it. */
export interface ProgramSecret {
    readonly key: string;
    readonly resource: string;
}

/** What a program of several files consists of, before it has a language. */
export interface ProgramOutline {
    /** The statements of each file, by its path without an extension. */
    readonly files: ReadonlyMap<string, readonly ProgramStatement[]>;
    readonly lookups: Lookups;
    /** Values that several statements use. */
    readonly lifted: readonly LiftedValue[];
    readonly secrets: readonly ProgramSecret[];
}

/** A statement of a file: one declaration, or a loop over memberships that differ only in one property. */
export type ProgramStatement = SingleStatement | LoopStatement;

export interface SingleStatement {
    readonly kind: Kind;
    readonly needs: readonly NeededName[];
    readonly args: ExpressionMembers;
    /** Name of the resource. */
    readonly name: string;
    readonly variable?: string;
}

export interface LoopStatement {
    readonly kind: Kind;
    readonly needs: readonly NeededName[];
    /** The arguments of the first membership. */
    readonly args: ExpressionMembers;
    readonly loop: {
        /** Name of the key property that varies. */
        readonly varying: string;
        /** The parts of the names of the memberships, between which are slashes. The varying part is undefined. */
        readonly label: readonly (string | undefined)[];
        /** The varying part of the name of each membership, and the value of its property. */
        readonly values: readonly { readonly part: string; readonly value: Expression }[];
        /** Whether the varying parts are the emails of the users who are looked up. */
        readonly areEmails: boolean;
    };
}

/** Minimum number of memberships that differ in one property to write them as a loop. */
const ENOUGH = 3;

/** Returns the outline of a planned program. The same plan always results in the same outline. */
export function programOutline(
    plan: readonly PlannedDeclaration[],
    inventory: OrganizationInventory,
    { known = new Map(), byClass = false }: { readonly known?: Known; readonly byClass?: boolean } = {},
): ProgramOutline {
    const expressions = new Expressions(plan, inventory, { known });
    const all = plan.map((one): WrittenDeclaration => ({ one, args: expressions.argumentsOf(one) }));
    const { replacements, values } = lift(
        all.flatMap(({ one, args }) =>
            Object.entries(one.variable ? args : {}).map(([property, value]) => ({ property, kind: one.kind, value })),
        ),
        byClass,
    );
    const lifted = all.map(({ one, args }) => {
        const entries = Object.entries(args).map(([name, value]) => [name, replacements.get(value) ?? value] as const);
        return { one, args: Object.fromEntries(entries) };
    });
    return {
        files: statementsOf(lifted),
        lookups: expressions.lookups,
        lifted: values,
        secrets: expressions.secrets,
    };
}

/** Returns the imports of a file: the names from each other file. */
export function neededNames(file: string, statements: readonly ProgramStatement[]): Map<string, string[]> {
    const names = new Map<string, Set<string>>();
    for (const need of statements.flatMap(({ needs }) => needs)) {
        if (need.file === file) continue;
        names.set(need.file, (names.get(need.file) ?? new Set()).add(need.name));
    }
    return new Map([...names].map(([from, all]) => [from, [...all].sort()]));
}

/** Returns the variable of a loop over memberships: `email` or `userId` for users, `group` for `groupId`. */
export function loopVariable({ varying, areEmails }: LoopStatement["loop"]): string {
    if (areEmails) return "email";
    // The name `user` is taken by the function that looks up users.
    return varying === "userId" ? varying : varying.replace(/Id$/, "");
}

/** A declaration and its arguments, as the program writes them. */
interface WrittenDeclaration {
    readonly one: PlannedDeclaration;
    readonly args: ExpressionMembers;
}

/** A membership that may become part of a loop. */
interface LoopMember extends WrittenDeclaration, Pick<LoopStatement["loop"], "varying" | "label"> {
    /** The varying part of the name. */
    readonly part: string;
}

/** Returns the statements of all declarations, by file. Memberships that differ in one property are written as a loop. */
function statementsOf(all: readonly WrittenDeclaration[]): Map<string, ProgramStatement[]> {
    const varying = varyingKeys(all.map(({ one }) => one));
    const members = all.flatMap((each) => loopMember(each, varying.get(each.one.kind)) ?? []);
    const alike = grouped(members, ({ one, args, varying, label }) => {
        const rest = Object.entries(args).filter(([name]) => name !== varying);
        return JSON.stringify([one.file, one.kind.name, label, rest]);
    });
    const loops = [...alike.values()].filter(({ length }) => length >= ENOUGH);
    const inLoops = new Map(loops.flatMap((loop) => loop.map(({ one }) => [one, loop] as const)));
    const statements = all.flatMap(({ one, args }): { file: string; statement: ProgramStatement }[] => {
        const { file, kind, name, variable } = one;
        const loop = inLoops.get(one);
        const single: SingleStatement = { kind, args, needs: needsOf(args), name, ...(variable ? { variable } : {}) };
        if (!loop) return [{ file, statement: single }];
        return loop[0]?.one === one ? [{ file, statement: loopStatement(loop[0], loop) }] : [];
    });
    const byFile = grouped(statements, ({ file }) => file);
    return new Map([...byFile].map(([file, inside]) => [file, inside.map(({ statement }) => statement)]));
}

/** Returns undefined if a declaration is not a membership, or its name does not follow from its key. */
function loopMember({ one, args }: WrittenDeclaration, varying: string | undefined): LoopMember | undefined {
    if (varying === undefined) return undefined;
    const { kind, name } = one;
    const parts = name.split("/");
    const at = kind.key.indexOf(varying);
    const part = parts[at];
    if (part === undefined || part === "" || parts.length > kind.key.length) return undefined;
    // As a key in an object literal, `__proto__` would set the prototype.
    if (part === "__proto__") return undefined;
    return { one, args, varying, label: parts.map((text, index) => (index === at ? undefined : text)), part };
}

function loopStatement({ one, args, varying, label }: LoopMember, members: readonly LoopMember[]): LoopStatement {
    const values = members.map(({ part, args }) => ({ part, value: args[varying] ?? null }));
    const areEmails = values.every(
        ({ part, value }) => value instanceof CallExpression && value.called === "user" && value.given[0] === part,
    );
    const needs = members.flatMap((member) => needsOf(member.args));
    return { kind: one.kind, needs, args, loop: { varying, label, values, areEmails } };
}

/** Returns the key property that varies in loops, by kind. The one of the first two with far fewer different values does not vary. */
function varyingKeys(plan: readonly PlannedDeclaration[]): Map<Kind, string> {
    const memberships = plan.filter(({ kind }) => kind.shape === "membership");
    return new Map(
        [...grouped(memberships, ({ kind }) => kind)].map(([kind, all]) => {
            const [first = "", second = ""] = kind.key;
            const count = (name: string): number => new Set(all.map(({ given }) => given[name])).size;
            return [kind, count(second) * 3 < count(first) ? first : second];
        }),
    );
}
