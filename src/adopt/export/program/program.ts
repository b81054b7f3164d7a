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
    return new Writer(plan, inventory, known, more).program();
}

/** A statement of a file. */
interface Statement {
    readonly file: string;
    readonly text: string;
    readonly needs: readonly Need[];
}

/** A membership that may become part of a loop. */
interface Member {
    readonly declaration: PlannedDeclaration;
    readonly args: SourceMembers;
    /** Name of the key property that is equal in all memberships of a loop, and of the one that varies. */
    readonly fixed: string;
    readonly varying: string;
}

class Writer {
    private readonly expressions: Expressions;

    constructor(
        private readonly plan: readonly PlannedDeclaration[],
        inventory: OrganizationInventory,
        known: Known,
        private readonly more: readonly string[],
    ) {
        this.expressions = new Expressions(plan, inventory, { known });
    }

    program(): ProgramText {
        const { lookups, secrets } = this.expressions;
        const all = this.plan.map((one) => ({ one, args: this.expressions.argumentsOf(one) }));
        const shared = this.lifted(all.filter(({ one }) => one.variable));
        const statements = this.statements(all.map(({ one, args }) => ({ one, args: shared.args.get(one) ?? args })));
        const bodies = grouped(statements, ({ file }) => file);
        const files = new Map([...bodies].map(([file, inside]) => [`${file}.ts`, fileText(file, inside)]));
        const found = lookups.text();
        if (found) files.set(`${found.file}.ts`, found.body);
        if (shared.body) files.set("shared.ts", shared.body);
        if (secrets.length > 0) files.set("settings.ts", SETTINGS);
        const imports = [...bodies.keys(), ...this.more].sort().map((file) => `import "./${file}";\n`);
        files.set("index.ts", imports.join("") || "export {};\n");
        return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), secrets };
    }

    /** Returns the arguments, with repeated values moved to constants and functions. */
    private lifted(all: readonly { one: PlannedDeclaration; args: SourceMembers }[]) {
        const occurrences = all.flatMap(({ one, args }) =>
            Object.entries(args).map(([property, value]) => ({ one, property, className: one.kind.name, value })),
        );
        const { replacements, body } = lift(occurrences);
        const args = new Map(all.map((each) => [each.one, each.args]));
        for (const [at, { one, property }] of occurrences.entries()) {
            const replacement = replacements[at];
            if (replacement) args.set(one, { ...args.get(one), [property]: replacement });
        }
        return { args, body };
    }

    private statements(all: readonly { one: PlannedDeclaration; args: SourceMembers }[]): Statement[] {
        const members = new Map<PlannedDeclaration, Member>();
        const alike = new Map<string, Member[]>();
        const pivots = pivotsOf(all.map(({ one }) => one));
        for (const { one, args } of all) {
            const pivot = pivots.get(one.kind);
            if (one.kind.shape !== "membership" || !pivot) continue;
            const member = { declaration: one, args, ...pivot };
            const loopName = this.loopName(member);
            if (loopName === undefined) continue;
            const rest = Object.entries(args).filter(([name]) => name !== pivot.varying);
            const key = `${one.file} ${one.kind.name} ${loopName.text} ${rest.map(([name, value]) => `${name} ${expressionText(value)}`)}`;
            members.set(one, member);
            alike.set(key, [...(alike.get(key) ?? []), member]);
        }
        const loops = new Map([...alike.values()].filter(({ length }) => length >= ENOUGH).map((all) => [all[0], all]));
        const inLoops = new Set([...loops.values()].flat().map(({ declaration }) => declaration));
        return all.flatMap(({ one, args }) => {
            const loop = loops.get(members.get(one));
            if (loop) return [this.loop(one, loop)];
            return inLoops.has(one) ? [] : [single(one, args)];
        });
    }

    /**
     * Returns a template for the names of memberships, in which `name` varies, and the varying part; undefined if the name does not follow
     * from the key.
     */
    private loopName({ declaration, varying }: Member): { readonly text: string; readonly part: string } | undefined {
        const { kind, name } = declaration;
        const parts = name.split("/");
        const at = kind.key.indexOf(varying);
        const part = parts[at];
        if (part === undefined || part === "" || parts.length > kind.key.length) return undefined;
        // As a key in an object literal, `__proto__` would set the prototype.
        if (part === "__proto__") return undefined;
        const texts = parts.map((one, index) => (index === at ? hole("name") : inTemplate(one)));
        return { text: `\`${texts.join("/")}\``, part };
    }

    private loop(first: PlannedDeclaration, members: readonly Member[]): Statement {
        const { kind, file } = first;
        const [{ varying, args }] = members as [Member];
        const values = members.map((member) => ({
            part: this.loopName(member)?.part ?? "",
            value: member.args[varying] ?? null,
        }));
        const areUsers = values.every(
            ({ part, value }) => value instanceof NameReference && value.text === `user(${quote(part)})`,
        );
        const name = this.loopName(members[0] as Member)?.text ?? "";
        const needs = members.flatMap((member) => needsOf(member.args));
        if (areUsers) {
            // One character less, because `expressionText` reserves a character for a comma, which is not needed here.
            const list = expressionText(
                values.map(({ part }) => part),
                "",
                "for (const email of ) {".length - 1,
            );
            const body = { ...args, [varying]: new NameReference("user(email)") };
            const label = name.replace(hole("name"), hole("email"));
            return {
                file,
                needs,
                text: `for (const email of ${list}) {\n${constructed("", kind, label, body, STEP)}\n}`,
            };
        }
        const entries = membersText(Object.fromEntries(values.map(({ part, value }) => [part, value])));
        // The name `user` is taken by the function that looks up users.
        const variable = varying === "userId" ? varying : varying.replace(/Id$/, "");
        const body = { ...args, [varying]: new NameReference(variable) };
        const head = `for (const [name, ${variable}] of Object.entries(${entries})) {`;
        return { file, needs, text: `${head}\n${constructed("", kind, name, body, STEP)}\n}` };
    }
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

/** Returns the fixed and the varying key property of loops, by kind. The property with far fewer different values is fixed. */
function pivotsOf(plan: readonly PlannedDeclaration[]): Map<Kind, { fixed: string; varying: string }> {
    const memberships = plan.filter(({ kind }) => kind.shape === "membership");
    const kinds = new Set(memberships.map(({ kind }) => kind));
    return new Map(
        [...kinds].map((kind) => {
            const [first = "", second = ""] = kind.key;
            const count = (name: string): number =>
                new Set(memberships.filter((one) => one.kind === kind).map(({ given }) => given[name])).size;
            const isSecond = count(second) * 3 < count(first);
            return [kind, isSecond ? { fixed: second, varying: first } : { fixed: first, varying: second }];
        }),
    );
}

function single(one: PlannedDeclaration, args: SourceMembers): Statement {
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
