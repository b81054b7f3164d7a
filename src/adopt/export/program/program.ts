import { grouped } from "../../../common/collections.js";
import type { Kind } from "../../../provider/shapes/kind.js";
import type { OrganizationInventory } from "../inventory/inventory.js";
import { Expressions, type Known } from "./expressions.js";
import type { PlannedDeclaration } from "./plan.js";
import { lift } from "./repetition.js";
import {
    expressionText,
    membersText,
    NameReference,
    type Need,
    needsOf,
    quote,
    type SourceMembers,
    STEP,
    WIDTH,
    widthOf,
} from "./source.js";

/** The text of a program. */
export interface ProgramText {
    /** The text of each file, by its path relative to the folder of the program. */
    readonly files: ReadonlyMap<string, string>;
    /** Secret settings that the stack's configuration must contain, each with the resource that uses it. */
    readonly secrets: readonly { readonly key: string; readonly resource: string }[];
}

/** Minimum number of memberships that differ in one property to write them as a loop. */
const ENOUGH = 3;

/** Returns the files of a planned program. The same plan always results in the same bytes. */
export function programText(
    plan: readonly PlannedDeclaration[],
    inventory: OrganizationInventory,
    known: Known = new Map(),
    /** Additional files that the main file imports. */
    more: readonly string[] = [],
): ProgramText {
    const expressions = new Expressions(plan, inventory, { known });
    const all = plan.map((one): WrittenDeclaration => ({ one, args: expressions.argumentsOf(one) }));
    const { replacements, body } = lift(
        all.flatMap(({ one, args }) =>
            Object.entries(one.variable ? args : {}).map(([property, value]) => ({
                property,
                className: one.kind.name,
                value,
            })),
        ),
    );
    const lifted = all.map(({ one, args }) => {
        const entries = Object.entries(args).map(([name, value]) => [name, replacements.get(value) ?? value] as const);
        return { one, args: Object.fromEntries(entries) };
    });
    const bodies = grouped(statementsOf(lifted), ({ file }) => file);
    const files = new Map([...bodies].map(([file, inside]) => [`${file}.ts`, fileText(file, inside)]));
    const found = expressions.lookups.text();
    if (found) files.set(`${found.file}.ts`, found.body);
    if (body) files.set("shared.ts", body);
    const { secrets } = expressions;
    if (secrets.length > 0) files.set("settings.ts", SETTINGS);
    const imports = [...bodies.keys(), ...more].sort().map((file) => `import "./${file}";\n`);
    files.set("index.ts", imports.join("") || "export {};\n");
    return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), secrets };
}

/** A declaration and its arguments, as the program writes them. */
interface WrittenDeclaration {
    readonly one: PlannedDeclaration;
    readonly args: SourceMembers;
}

/** A statement of a file. */
interface Statement {
    readonly file: string;
    readonly text: string;
    readonly needs: readonly Need[];
}

/** A membership that may become part of a loop. */
interface LoopMember extends WrittenDeclaration {
    /** Name of the key property that varies in the loop. The other one is equal in all memberships. */
    readonly varying: string;
    /** Template for the names of the memberships, in which `name` varies. */
    readonly template: string;
    /** The varying part of the name. */
    readonly part: string;
}

/** Returns the statements of all declarations. Memberships that differ in one property are written as a loop. */
function statementsOf(all: readonly WrittenDeclaration[]): Statement[] {
    const varying = varyingKeys(all.map(({ one }) => one));
    const members = all.flatMap((each) => loopMember(each, varying.get(each.one.kind)) ?? []);
    const alike = grouped(members, ({ one, args, varying, template }) => {
        const rest = Object.entries(args).filter(([name]) => name !== varying);
        return `${one.file} ${one.kind.name} ${template} ${rest.map(([name, value]) => `${name} ${expressionText(value)}`)}`;
    });
    const loops = [...alike.values()].filter(({ length }) => length >= ENOUGH);
    const inLoops = new Map(loops.flatMap((loop) => loop.map(({ one }) => [one, loop] as const)));
    return all.flatMap(({ one, args }) => {
        const loop = inLoops.get(one);
        if (!loop) return [singleStatement(one, args)];
        return loop[0]?.one === one ? [loopStatement(loop[0], loop)] : [];
    });
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
    const texts = parts.map((text, index) => (index === at ? hole("name") : inTemplate(text)));
    return { one, args, varying, template: `\`${texts.join("/")}\``, part };
}

function loopStatement({ one, args, varying, template }: LoopMember, members: readonly LoopMember[]): Statement {
    const { kind, file } = one;
    const values = members.map(({ part, args }) => ({ part, value: args[varying] ?? null }));
    const areUsers = values.every(
        ({ part, value }) => value instanceof NameReference && value.text === `user(${quote(part)})`,
    );
    const needs = members.flatMap((member) => needsOf(member.args));
    if (areUsers) {
        // One character less, because `expressionText` reserves a character for a comma, which is not needed here.
        const list = expressionText(
            values.map(({ part }) => part),
            "",
            "for (const email of ) {".length - 1,
        );
        const body = { ...args, [varying]: new NameReference("user(email)") };
        const label = template.replace(hole("name"), hole("email"));
        return { file, needs, text: `for (const email of ${list}) {\n${constructed("", kind, label, body, STEP)}\n}` };
    }
    const entries = membersText(Object.fromEntries(values.map(({ part, value }) => [part, value])));
    // The name `user` is taken by the function that looks up users.
    const variable = varying === "userId" ? varying : varying.replace(/Id$/, "");
    const body = { ...args, [varying]: new NameReference(variable) };
    const head = `for (const [name, ${variable}] of Object.entries(${entries})) {`;
    return { file, needs, text: `${head}\n${constructed("", kind, template, body, STEP)}\n}` };
}

/** Returns a placeholder for a template literal. */
function hole(variable: string): string {
    return `\${${variable}}`;
}

/** Escapes a text for a template literal. */
function inTemplate(text: string): string {
    return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replace(/[`$]/g, "\\$&");
}

const SETTINGS = `import * as pulumi from "@pulumi/pulumi";

/** The configuration of the stack: secrets that the service never returns. */
export const config = new pulumi.Config();
`;

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

function singleStatement(one: PlannedDeclaration, args: SourceMembers): Statement {
    const { kind, file, variable, name } = one;
    const text = constructed(variable ? `export const ${variable} = ` : "", kind, quote(name), args);
    return { file, text, needs: needsOf(args) };
}

function constructed(head: string, kind: Kind, name: string, args: SourceMembers, indent = ""): string {
    const start = `${indent}${head}new access.${kind.name}(`;
    if (widthOf(start + name) + 3 <= WIDTH) return `${start}${name}, ${membersText(args, indent)});`;
    const inner = `${indent}${STEP}`;
    // If even the beginning does not fit, formatters break the line after the equals sign.
    if (head !== "" && widthOf(start) > WIDTH)
        return `${indent}${head.trimEnd()}\n${constructed("", kind, name, args, inner)}`;
    return `${start}\n${inner}${name},\n${inner}${membersText(args, inner)},\n${indent});`;
}

function fileText(file: string, statements: readonly Statement[]): string {
    const names = new Map<string, Set<string>>();
    for (const need of statements.flatMap(({ needs }) => needs)) {
        if (need.file === file) continue;
        names.set(need.file, (names.get(need.file) ?? new Set()).add(need.name));
    }
    const imports = [...names]
        .map(([from, all]) => ({ path: relative(file, from), all: [...all].sort() }))
        .sort((a, b) => (a.path < b.path ? -1 : 1))
        .map(({ path, all }) => importText(all, path));
    const head = ['import * as access from "pulumi-access-governance";\n', ...imports].join("");
    return `${head}\n${statements.map(({ text }) => `${text}\n`).join("\n")}`;
}

function importText(names: readonly string[], path: string): string {
    const flat = `import { ${names.join(", ")} } from "${path}";`;
    if (widthOf(flat) <= WIDTH || names.length === 1) return `${flat}\n`;
    return `import {\n${names.map((name) => `${STEP}${name},\n`).join("")}} from "${path}";\n`;
}

function relative(from: string, to: string): string {
    const up = "../".repeat(from.split("/").length - 1) || "./";
    const [folder] = from.split("/").slice(0, -1);
    if (folder !== undefined && to.startsWith(`${folder}/`)) return `./${to.slice(folder.length + 1)}`;
    return to.startsWith("../") && up === "./" ? to : up + to;
}
