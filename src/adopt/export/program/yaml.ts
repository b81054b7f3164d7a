import { requireFromPulumi } from "../../../common/rpc.js";
import type { Kind } from "../../../kernel.js";
import type { OrganizationInventory } from "../inventory/inventory.js";
import {
    CallExpression,
    type Expression,
    type ExpressionMembers,
    isExpressionList,
    NameReference,
} from "./expression.js";
import { Expressions } from "./expressions.js";
import type { LookupStatement } from "./lookups.js";
import { slugOf, UniqueNames, variableOf } from "./names.js";
import { withoutNulls } from "./nulls.js";
import type { ProgramText } from "./outline.js";
import type { PlannedDeclaration } from "./plan.js";

// Declares only the function that is used here, because the library is loaded without types.
const { dump } = requireFromPulumi("js-yaml") as { dump(value: object, options: object): string };

/** Names that are reserved in Pulumi YAML. */
const RESERVED = ["pulumi"];

/** What a program in Pulumi YAML consists of. */
export interface YamlStatements {
    /** Names of the secret settings. */
    readonly secrets: readonly string[];
    readonly lookups: readonly Omit<LookupStatement, "kind">[];
    readonly resources: readonly {
        readonly kind: Kind;
        readonly name: string;
        readonly variable: string;
        readonly args: ExpressionMembers;
    }[];
    readonly outputs?: ExpressionMembers;
}

/** Returns a program in Pulumi YAML for the provider plugin. It is one file, in which resources, lookups and settings share a namespace. */
export function yamlText(
    plan: readonly PlannedDeclaration[],
    inventory: OrganizationInventory,
    project: string,
): ProgramText {
    const names = new UniqueNames([...RESERVED, ...plan.flatMap(({ variable }) => variable ?? [])]);
    const expressions = new Expressions(plan, inventory, { names });
    const resources = plan.map((one) => ({
        ...one,
        variable: one.variable ?? names.take(variableOf(slugOf(one.name), one.kind.name)),
        args: expressions.argumentsOf(one),
    }));
    const { secrets, lookups } = expressions;
    const text = yamlProgram(
        {
            name: project,
            description: "Access governance, exported from an existing organization.",
            runtime: "yaml",
            plugins: { providers: [{ name: "access-governance", path: "node_modules/.bin" }] },
        },
        { resources, secrets: secrets.map(({ key }) => key), lookups: lookups.constants },
        names,
    );
    return { files: new Map([["Pulumi.yaml", text]]), secrets };
}

/** Returns the text of a program. `head` contains the lines that do not depend on its statements. */
export function yamlProgram(
    head: object,
    { secrets, lookups, resources, outputs = {} }: YamlStatements,
    names = new UniqueNames(),
): string {
    const users = new Map<string, string>();
    const value = (expression: Expression): unknown => {
        if (expression instanceof CallExpression) return `\${${named(expression)}}`;
        if (expression instanceof NameReference) return `\${${expression.text}}`;
        if (typeof expression === "string") return escapedText(expression);
        if (typeof expression !== "object" || expression === null) return expression;
        return isExpressionList(expression) ? expression.map(value) : members(expression);
    };
    const members = (all: ExpressionMembers): Record<string, unknown> =>
        Object.fromEntries(Object.entries(all).map(([name, one]) => [name, value(one)]));
    /** Returns the name of a setting, or of the variable that looks up a user. */
    const named = ({ called, given: [text] }: CallExpression): string => {
        const argument = String(text);
        if (called !== "user") return argument;
        const variable = users.get(argument) ?? names.take(variableOf(slugOf(argument.split("@")[0] ?? ""), "UserId"));
        users.set(argument, variable);
        return variable;
    };
    const lookup = ({ call, args, id }: Omit<LookupStatement, "kind" | "variable">): object => ({
        "fn::invoke": {
            function: `access-governance:${call}`,
            arguments: members(args),
            ...(id === undefined ? {} : { return: id }),
        },
    });
    const declared = resources.map(({ kind, name, variable, args }) => {
        const given = Object.entries(args).map(([property, one]) => [
            property,
            withoutNulls(one, kind.fields[property]),
        ]);
        return [
            variable,
            { type: `access-governance:${kind.name}`, name, properties: members(Object.fromEntries(given)) },
        ];
    });
    const found = [
        ...lookups.map((one) => [one.variable, lookup(one)]),
        ...[...users].map(([email, variable]) => [
            variable,
            lookup({ call: "getUser", args: { email }, id: "userId" }),
        ]),
    ];
    const sections = {
        config: secrets.map((key) => [key, { type: "string", secret: true }]),
        variables: found,
        resources: declared,
        outputs: Object.entries(members(outputs)),
    };
    const filled = Object.entries(sections).filter(([, entries]) => entries.length > 0);
    const document = filled.map(([name, entries]) => [name, Object.fromEntries(entries)]);
    return dump({ ...head, ...Object.fromEntries(document) }, YAML_STYLE);
}

/** Escapes characters of a text that would start a reference in Pulumi YAML. */
export function escapedText(text: string): string {
    return /\$[${]/.test(text) ? text.replaceAll("$", () => "$$") : text;
}

/** Puts all strings in quotes, because some strings, such as 1_000, are numbers in other versions of YAML. */
const YAML_STYLE = { lineWidth: -1, noRefs: true, forceQuotes: true, quotingType: '"' };
