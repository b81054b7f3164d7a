import type { Kind } from "../../../kernel.js";
import type { OrganizationInventory } from "../inventory/inventory.js";
import { CallExpression, type ExpressionMembers, NameReference, quote, STEP, widthOf } from "./expression.js";
import type { Known } from "./expressions.js";
import type { Lookups } from "./lookups.js";
import {
    type LoopStatement,
    loopVariable,
    neededNames,
    type ProgramStatement,
    type ProgramText,
    programOutline,
} from "./outline.js";
import type { PlannedDeclaration } from "./plan.js";
import type { LiftedValue } from "./repetition.js";
import { expressionText, membersText, WIDTH } from "./typescript-source.js";

/** Returns the files of a planned program in TypeScript. The same plan always results in the same bytes. */
export function typescriptText(
    plan: readonly PlannedDeclaration[],
    inventory: OrganizationInventory,
    known: Known = new Map(),
    /** Additional files that the main file imports. */
    more: readonly string[] = [],
): ProgramText {
    const { files: bodies, lookups, lifted, secrets } = programOutline(plan, inventory, { known });
    const files = new Map([...bodies].map(([file, inside]) => [`${file}.ts`, fileText(file, inside)]));
    if (!lookups.isEmpty) files.set("lookups.ts", lookupsText(lookups));
    if (lifted.length > 0) files.set("shared.ts", sharedText(lifted));
    if (secrets.length > 0) files.set("settings.ts", SETTINGS);
    const imports = [...bodies.keys(), ...more].sort().map((file) => `import "./${file}";\n`);
    files.set("index.ts", imports.join("") || "export {};\n");
    return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), secrets };
}

/** Returns the file that looks up the objects that a program refers to. */
export function lookupsText({ constants, hasUsers }: Lookups): string {
    const user = [
        "/** Looks up the id of a user. Makes one call per thousand users of the organization. */",
        "export function user(email: string): pulumi.Output<string> {",
        "    return access.getUserOutput({ email }).userId;",
        "}",
    ];
    const lines = constants.map(({ variable, call, args, id }) => {
        const flat = `export const ${variable} = access.${call}Output(${expressionText(args)}).${id};`;
        if (widthOf(flat) <= WIDTH && !flat.includes("\n")) return flat;
        const head = `export const ${variable} =`;
        const isLong = widthOf(`${head} access.${call}Output({`) > WIDTH;
        const [space, indent] = isLong ? [`\n${STEP}`, STEP] : [" ", ""];
        return `${head}${space}access.${call}Output(${membersText(args, indent)}).${id};`;
    });
    const imports = hasUsers ? 'import type * as pulumi from "@pulumi/pulumi";\n' : "";
    const body = [
        `${imports}import * as access from "pulumi-access-governance";`,
        "// Objects that this program refers to but does not declare.",
        ...(hasUsers ? [user.join("\n")] : []),
        ...(lines.length > 0 ? [lines.join("\n")] : []),
    ];
    return `${body.join("\n\n")}\n`;
}

/** Returns the file with the values that several statements use. */
export function sharedText(lifted: readonly LiftedValue[]): string {
    const texts = lifted.map(definition);
    const imports = texts.some((text) => text.includes("pulumi."))
        ? 'import type * as pulumi from "@pulumi/pulumi";\n'
        : "";
    const head = `${imports}import type * as access from "pulumi-access-governance";\n\n// Values used three or more times.`;
    return `${[head, ...texts].join("\n\n")}\n`;
}

function definition({ name, property, kind, body, parameters }: LiftedValue): string {
    const inside = `access.${kind.name}Args[${JSON.stringify(property)}]`;
    const type = `NonNullable<${inside}>`;
    if (parameters.length === 0) {
        const head = `export const ${name}: ${type} = `;
        if (widthOf(head) + 1 <= WIDTH) return `${head}${expressionText(body, "", widthOf(head))};`;
        return `export const ${name}: NonNullable<\n${STEP}${inside}\n> = ${expressionText(body, "", "> = ".length)};`;
    }
    const list = parameters.map((one) => `${one}: pulumi.Input<string>`);
    const flat = `export function ${name}(${list.join(", ")}): ${type} {`;
    const head =
        widthOf(flat) <= WIDTH
            ? flat
            : `export function ${name}(\n${list.map((one) => `${STEP}${one},\n`).join("")}): ${type} {`;
    return `${head}\n${STEP}return ${expressionText(body, STEP, "return ".length)};\n}`;
}

function loopText({ kind, args, loop }: LoopStatement): string {
    const { varying, label, values, areEmails } = loop;
    const variable = loopVariable(loop);
    if (areEmails) {
        // One character less, because `expressionText` reserves a character for a comma, which is not needed here.
        const list = expressionText(
            values.map(({ part }) => part),
            "",
            "for (const email of ) {".length - 1,
        );
        const body = { ...args, [varying]: new CallExpression("user", [new NameReference(variable)], []) };
        return `for (const email of ${list}) {\n${constructed("", kind, templateText(label, variable), body, STEP)}\n}`;
    }
    const entries = membersText(Object.fromEntries(values.map(({ part, value }) => [part, value])));
    const body = { ...args, [varying]: new NameReference(variable) };
    const head = `for (const [name, ${variable}] of Object.entries(${entries})) {`;
    return `${head}\n${constructed("", kind, templateText(label, "name"), body, STEP)}\n}`;
}

/** Returns a template literal in which a variable varies. */
function templateText(label: readonly (string | undefined)[], variable: string): string {
    const texts = label.map((text) => (text === undefined ? `\${${variable}}` : inTemplate(text)));
    return `\`${texts.join("/")}\``;
}

/** Escapes a text for a template literal. */
function inTemplate(text: string): string {
    return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replace(/[`$]/g, "\\$&");
}

const SETTINGS = `import * as pulumi from "@pulumi/pulumi";

/** The configuration of the stack: secrets that the service never returns. */
export const config = new pulumi.Config();
`;

function statementText(statement: ProgramStatement): string {
    if ("loop" in statement) return loopText(statement);
    const { kind, variable, name, args } = statement;
    return constructed(variable ? `export const ${variable} = ` : "", kind, quote(name), args);
}

function constructed(head: string, kind: Kind, name: string, args: ExpressionMembers, indent = ""): string {
    const start = `${indent}${head}new access.${kind.name}(`;
    if (widthOf(start + name) + 3 <= WIDTH) return `${start}${name}, ${membersText(args, indent)});`;
    const inner = `${indent}${STEP}`;
    // If even the beginning does not fit, formatters break the line after the equals sign.
    if (head !== "" && widthOf(start) > WIDTH)
        return `${indent}${head.trimEnd()}\n${constructed("", kind, name, args, inner)}`;
    return `${start}\n${inner}${name},\n${inner}${membersText(args, inner)},\n${indent});`;
}

function fileText(file: string, statements: readonly ProgramStatement[]): string {
    const imports = [...neededNames(file, statements)]
        .map(([from, all]) => ({ path: relative(file, from), all }))
        .sort((a, b) => (a.path < b.path ? -1 : 1))
        .map(({ path, all }) => importText(all, path));
    const head = ['import * as access from "pulumi-access-governance";\n', ...imports].join("");
    return `${head}\n${statements.map((one) => `${statementText(one)}\n`).join("\n")}`;
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
