import { createHash } from "node:crypto";
import { grouped } from "../../../common/collections.js";
import type { Kind } from "../../../kernel.js";
import { CallExpression, type Expression, type ExpressionMembers, NameReference } from "./expression.js";
import { capitalized, lowered, UniqueNames } from "./names.js";

/** A property value that may be repeated. */
export interface Occurrence {
    readonly property: string;
    /** Kind of the resource that has the property. */
    readonly kind: Kind;
    readonly value: Expression;
}

/** A value that is written once: a constant, or a function if it has parameters. */
export interface LiftedValue extends Omit<Occurrence, "value"> {
    readonly name: string;
    /** The value, with parameters instead of references. */
    readonly body: Expression;
    /** Names of the parameters, which are ids. */
    readonly parameters: readonly string[];
}

const FILE = "shared";

/** Minimum number of equal values to move into a constant. */
const ENOUGH = 3;

/** Minimum number of members and elements of a value to move. */
const WORTH = 4;

/** Maximum number of parameters; more would be as long as the value itself. */
const MOST_PARAMETERS = 3;

/**
 * Moves values that occur three or more times into a constant, or into a function if they differ only in references. Returns them with the
 * replacement of each repeated value.
 * @param byClass whether properties of different classes have different types, even if they have the same name
 */
export function lift(
    occurrences: readonly Occurrence[],
    byClass = false,
): { readonly replacements: ReadonlyMap<Expression, NameReference>; readonly values: readonly LiftedValue[] } {
    const forms = occurrences.map((one) => ({ ...one, ...formOf(one.value) }));
    const worth = forms.filter(({ size, parameters }) => size >= WORTH && parameters.length <= MOST_PARAMETERS);
    const names = new UniqueNames();
    const replacements = new Map<Expression, NameReference>();
    const values: LiftedValue[] = [];
    const alike = grouped(worth, ({ property, kind, body }) =>
        [...(byClass ? [kind.name] : []), property, JSON.stringify(body)].join(" "),
    );
    for (const [key, members] of alike) {
        const [first] = members;
        if (!first || members.length < ENOUGH) continue;
        const { kind, property, body } = first;
        const described = valueName(property, first.value);
        const plain = byClass ? lowered(kind.name) + capitalized(described) : described;
        const name = names.take(plain, `${plain}${createHash("sha256").update(key).digest("hex").slice(0, 4)}`);
        values.push({ name, kind, property, body, parameters: first.parameters.map((one) => one.name) });
        for (const { value, parameters } of members)
            replacements.set(
                value,
                call(
                    name,
                    parameters.map(({ reference }) => reference),
                ),
            );
    }
    return { replacements, values };
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
    return Object.entries(value as ExpressionMembers).flatMap(([key, inner]) => [
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
