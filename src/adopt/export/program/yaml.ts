import { requireFromPulumi } from "../../../common/rpc.js";
import { standInForNull } from "../../../provider/schema/fields.js";
import type { OrganizationInventory } from "../inventory/inventory.js";
import { CallExpression, type Expression, NameReference } from "./expression.js";
import { Expressions } from "./expressions.js";
import { slugOf, UniqueNames, variableOf } from "./names.js";
import type { ProgramText } from "./outline.js";
import type { PlannedDeclaration } from "./plan.js";

// Declares only the function that is used here, because the library is loaded without types.
const { dump } = requireFromPulumi("js-yaml") as { dump(value: object, options: object): string };

/** Names that are reserved in Pulumi YAML. */
const RESERVED = ["pulumi"];

/** Returns a program in Pulumi YAML for the provider plugin. It is one file, in which resources, lookups and settings share a namespace. */
export function yamlText(
    plan: readonly PlannedDeclaration[],
    inventory: OrganizationInventory,
    project: string,
): ProgramText {
    const names = new UniqueNames([...RESERVED, ...plan.flatMap(({ variable }) => variable ?? [])]);
    const expressions = new Expressions(plan, inventory, { names });
    const users = new Map<string, string>();
    const value = (expression: Expression): unknown => {
        if (expression instanceof CallExpression) return `\${${named(expression)}}`;
        if (expression instanceof NameReference) return `\${${expression.text}}`;
        if (typeof expression === "string") return escaped(expression);
        if (Array.isArray(expression)) return expression.map(value);
        return typeof expression === "object" && expression !== null ? members(expression) : expression;
    };
    const members = (all: object): Record<string, unknown> =>
        Object.fromEntries(Object.entries(all).map(([name, one]) => [name, value(one)]));
    /** Returns the name of a setting, or of the variable that looks up a user. */
    const named = ({ called, given: [text] }: CallExpression): string => {
        const argument = String(text);
        if (called !== "user") return argument;
        const variable = users.get(argument) ?? names.take(variableOf(slugOf(argument.split("@")[0] ?? ""), "UserId"));
        users.set(argument, variable);
        return variable;
    };
    const resources = plan.map((one) => {
        const { kind, name, variable } = one;
        const key = variable ?? names.take(variableOf(slugOf(name), kind.name));
        const given = Object.entries(expressions.argumentsOf(one)).map(([name, expression]) => {
            // Pulumi drops null from YAML. An empty text stands for it.
            const isText = standInForNull(kind.fields[name]) === '""';
            return [name, expression === null && isText ? "" : expression] as const;
        });
        const properties = members(Object.fromEntries(given));
        return [key, { type: `access-governance:${kind.name}`, name, properties }] as const;
    });
    const { secrets, lookups } = expressions;
    const variables = [
        ...lookups.constants.map(
            ({ variable, call, args, id }) => [variable, invoked(call, members(args), id)] as const,
        ),
        ...[...users].map(([email, variable]) => [variable, invoked("getUser", value({ email }), "userId")] as const),
    ];
    const document = {
        name: project,
        description: "Access governance, exported from an existing organization.",
        runtime: "yaml",
        plugins: { providers: [{ name: "access-governance", path: "node_modules/.bin" }] },
        ...section(
            "config",
            secrets.map(({ key }) => [key, { type: "string", secret: true }] as const),
        ),
        ...section("variables", variables),
        ...section("resources", resources),
    };
    return { files: new Map([["Pulumi.yaml", dump(document, YAML_STYLE)]]), secrets };
}

/** Escapes characters that would start a reference. */
function escaped(text: string): string {
    return /\$[${]/.test(text) ? text.replaceAll("$", () => "$$") : text;
}

/** Puts all strings in quotes, because some strings, such as 1_000, are numbers in other versions of YAML. */
const YAML_STYLE = { lineWidth: -1, noRefs: true, forceQuotes: true, quotingType: '"' };

function section(name: string, entries: readonly (readonly [string, unknown])[]): object {
    return entries.length > 0 ? { [name]: Object.fromEntries(entries) } : {};
}

function invoked(call: string, args: unknown, id: string): object {
    return { "fn::invoke": { function: `access-governance:${call}`, arguments: args, return: id } };
}
