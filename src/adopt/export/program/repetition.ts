import { createHash } from "node:crypto";
import { grouped } from "../../../common/collections.js";
import { capitalized, UniqueNames } from "./names.js";
import {
    CallExpression,
    type Expression,
    expressionText,
    NameReference,
    type SourceMembers,
    STEP,
    WIDTH,
    widthOf,
} from "./source.js";

/** A property value that may be repeated. */
export interface Occurrence {
    readonly property: string;
    /** Class of the resource that has the property. */
    readonly className: string;
    readonly value: Expression;
}

/** Replacements for repeated values, and the file that declares these values. */
export interface LiftedValues {
    /** The replacement of each repeated value. */
    readonly replacements: ReadonlyMap<Expression, NameReference>;
    /** Content of the file with the lifted values; undefined if no values were lifted. */
    readonly body: string | undefined;
}

const FILE = "shared";

/** Minimum number of equal values to move into a constant. */
const ENOUGH = 3;

/** Minimum number of members and elements of a value to move. */
const WORTH = 4;

/** Maximum number of parameters; more would be as long as the value itself. */
const MOST_PARAMETERS = 3;

/** Moves values that occur three or more times into a constant, or into a function if they differ only in references. */
export function lift(occurrences: readonly Occurrence[]): LiftedValues {
    const forms = occurrences.map((one) => ({ ...one, ...formOf(one.value) }));
    const worth = forms.filter(({ size, parameters }) => size >= WORTH && parameters.length <= MOST_PARAMETERS);
    const names = new UniqueNames();
    const replacements = new Map<Expression, NameReference>();
    const texts: string[] = [];
    for (const [key, members] of grouped(worth, ({ property, body }) => `${property} ${JSON.stringify(body)}`)) {
        const [first] = members;
        if (!first || members.length < ENOUGH) continue;
        const plain = valueName(first.property, first.value);
        const name = names.take(plain, `${plain}${createHash("sha256").update(key).digest("hex").slice(0, 4)}`);
        texts.push(definition(name, first));
        for (const { value, parameters } of members)
            replacements.set(
                value,
                call(
                    name,
                    parameters.map(({ reference }) => reference),
                ),
            );
    }
    if (texts.length === 0) return { replacements, body: undefined };
    const imports = texts.some((text) => text.includes("pulumi."))
        ? 'import type * as pulumi from "@pulumi/pulumi";\n'
        : "";
    const head = `${imports}import type * as access from "pulumi-access-governance";\n\n// Values used three or more times.`;
    return { replacements, body: `${[head, ...texts].join("\n\n")}\n` };
}

interface Parameter {
    readonly name: string;
    readonly reference: NameReference;
}

interface Form {
    /** The value, with parameters instead of references. */
    readonly body: Expression;
    readonly parameters: readonly Parameter[];
    /** Number of members and elements of the value. */
    readonly size: number;
}

function formOf(value: Expression): Form {
    const parameters: Parameter[] = [];
    const names = new UniqueNames();
    let size = 0;
    const look = (inner: Expression, property: string): Expression => {
        if (inner instanceof NameReference) {
            const known = parameters.find(({ reference }) => reference.text === inner.text);
            const name = known?.name ?? names.take(parameterName(property));
            if (!known) parameters.push({ name, reference: inner });
            return new NameReference(name);
        }
        if (typeof inner !== "object" || inner === null) return inner;
        size += Object.keys(inner).length;
        if (Array.isArray(inner)) return inner.map((one) => look(one, property));
        return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, look(one, key)]));
    };
    return { body: look(value, "value"), parameters, size };
}

/** Returns the name of the parameter for a property: `owner` for `ownerIds`. */
function parameterName(property: string): string {
    return property.replace(/Ids?$/, "") || property;
}

function definition(name: string, { property, className, body, parameters }: Occurrence & Form): string {
    const inside = `access.${className}Args[${JSON.stringify(property)}]`;
    const type = `NonNullable<${inside}>`;
    if (parameters.length === 0) {
        const head = `export const ${name}: ${type} = `;
        if (widthOf(head) + 1 <= WIDTH) return `${head}${expressionText(body, "", widthOf(head))};`;
        return `export const ${name}: NonNullable<\n${STEP}${inside}\n> = ${expressionText(body, "", "> = ".length)};`;
    }
    const list = parameters.map((one) => `${one.name}: pulumi.Input<string>`);
    const flat = `export function ${name}(${list.join(", ")}): ${type} {`;
    const head =
        widthOf(flat) <= WIDTH
            ? flat
            : `export function ${name}(\n${list.map((one) => `${STEP}${one},\n`).join("")}): ${type} {`;
    return `${head}\n${STEP}return ${expressionText(body, STEP, "return ".length)};\n}`;
}

function call(name: string, references: readonly NameReference[]): NameReference {
    const needs = [{ name, file: FILE }, ...references.flatMap((one) => one.needs)];
    if (references.length === 0) return new NameReference(name, needs);
    return new CallExpression(name, references, needs);
}

/** Returns a name that describes a value of a property, such as `requestConfigurationsWithMfaUpTo7Days`. */
function valueName(property: string, value: Expression): string {
    const words = [...new Set(valueWords(value))];
    return words.length === 0 ? `usual${capitalized(property)}` : property + words.slice(0, 4).join("");
}

function valueWords(value: Expression): string[] {
    if (typeof value !== "object" || value === null || value instanceof NameReference) return [];
    if (Array.isArray(value)) {
        const inside = value.flatMap((one: Expression) => valueWords(one));
        return value.length > 1 && value.some((one) => typeof one === "object")
            ? [`Of${value.length}`, ...inside]
            : inside;
    }
    return Object.entries(value as SourceMembers).flatMap(([key, inner]) => [
        ...wordOf(key, inner),
        ...valueWords(inner),
    ]);
}

/** Returns words for a member whose value differs from the default. */
function wordOf(key: string, value: Expression): string[] {
    const name = capitalized(key.replace(/^(require|enabled)/, "").replace(/Minutes$/, ""));
    if (value === true)
        return key === "allowRequests"
            ? []
            : [`With${capitalized(name.replace(/^(To|On)/, ""))}`.replace(/^WithAutoApproval$/, "AutoApproved")];
    if (value === false) return key === "allowRequests" ? ["Closed"] : [];
    if (typeof value === "number" && /Minutes$/.test(key))
        return [`${name.replace(/^MaxDuration$/, "UpTo")}${durationOf(value)}`];
    if (value === "LIMITED") return ["Limited"];
    return [];
}

function durationOf(minutes: number): string {
    if (minutes < 0) return "Unlimited";
    if (minutes % 1440 === 0) return `${minutes / 1440}Days`;
    return minutes % 60 === 0 ? `${minutes / 60}Hours` : `${minutes}Minutes`;
}
